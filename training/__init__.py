"""Training of the champion with torch, on a GPU or, slowly, on a CPU; not part of `pickomino`.

Rules and features come from `pickomino`. Each package imports only from packages below it in this
list:

- `commands`: the command line, `python -m training`
- `learning`: the training loop; `reports`: tables and pictures for the docs
- `measuring`: matches, residuals and rollouts; `solving`: small games solved exactly;
  `recording`: whole games with every roll and decision
- `players`: the network and other players on many tables at once
- `games`: the rules, exactly solved turns and dice on many tables at once
"""
