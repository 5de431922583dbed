"""Writes a network as an ONNX file, without the library `onnx`.

ONNX files are protocol buffers: https://onnx.ai/onnx/repo-docs/IR.html.
"""

import numpy as np

FLOAT = 1
IR_VERSION = 8
OPERATOR_SET = 13


def onnx_model(network):
    """Return the model: layers with rectifiers between them, and chances as its output."""
    nodes, tensors, last = [], [], "features"
    layers = list(zip(network.weights, network.biases, strict=True))
    for number, (weight, bias) in enumerate(layers):
        tensors += [_tensor(f"w{number}", weight), _tensor(f"b{number}", bias)]
        nodes.append(_node("Gemm", [last, f"w{number}", f"b{number}"], f"linear{number}"))
        operator = "Softmax" if number == len(layers) - 1 else "Relu"
        last = f"layer{number}"
        nodes.append(_node(operator, [f"linear{number}"], last))
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _field(2, b"network"),
            *(_field(5, tensor) for tensor in tensors),
            _field(11, _value("features", layers[0][0].shape[0])),
            _field(12, _value(last, network.players)),
        ]
    )
    return _number(1, IR_VERSION) + _field(7, graph) + _field(8, _number(2, OPERATOR_SET))


def _node(operator, inputs, output):
    names = b"".join(_field(1, name.encode()) for name in inputs)
    return names + _field(2, output.encode()) + _field(4, operator.encode())


def _tensor(name, array):
    dimensions = b"".join(_number(1, size) for size in array.shape)
    data = np.ascontiguousarray(array, np.dtype("<f4")).tobytes()
    return dimensions + _number(2, FLOAT) + _field(8, name.encode()) + _field(9, data)


def _value(name, width):
    shape = _field(1, _field(2, b"rows")) + _field(1, _number(1, width))
    return _field(1, name.encode()) + _field(2, _field(1, _number(1, FLOAT) + _field(2, shape)))


def _field(number, content):
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number, value):
    return _varint(number << 3) + _varint(value)


def _varint(value):
    output = bytearray()
    while value > 0x7F:
        output.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*output, value])
