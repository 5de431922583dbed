import torch

from training.learning.optimizers import Muon, make_optimizers, set_rate
from training.players.network import ValueNetwork


def test_every_weight_belongs_to_one_optimizer():
    network = ValueNetwork(2, (32, 32))
    groups = [group for optimizer in make_optimizers(network) for group in optimizer.param_groups]
    learned = [id(weight) for group in groups for weight in group["params"]]
    assert sorted(learned) == sorted(map(id, network.parameters()))


def test_muon_steps_like_the_one_of_torch():
    torch.manual_seed(1)
    shapes = [(6, 9), (6, 6), (6, 6), (9, 6)]
    weights = [torch.nn.Parameter(torch.randn(shape)) for shape in shapes]
    expected = [torch.nn.Parameter(weight.detach().clone()) for weight in weights]
    muon = Muon([{"params": weights[:1]}, {"params": weights[1:3]}, {"params": weights[3:]}])
    set_rate([muon], 0.1)
    reference = torch.optim.Muon(expected, 0.1, weight_decay=0.0, adjust_lr_fn="match_rms_adamw")
    for _ in range(3):
        for weight, other in zip(weights, expected, strict=True):
            weight.grad = torch.randn(weight.shape)
            other.grad = weight.grad.clone()
        muon.step()
        reference.step()
    for weight, other in zip(weights, expected, strict=True):
        assert torch.allclose(weight, other, atol=0.01)
