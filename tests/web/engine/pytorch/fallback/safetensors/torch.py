"""`save_file` of the safetensors package, for machines with PyTorch and without it: the format, and what it refuses."""
import json
import struct


def save_file(tensors, path):
    header, data = {}, b""
    places = [tensor.data_ptr() for tensor in tensors.values()]
    if len(set(places)) < len(places):
        raise RuntimeError("Some tensors share memory")
    for name, tensor in tensors.items():
        if not tensor.is_contiguous():
            raise ValueError(f"You are trying to save a non contiguous tensor: `{name}`")
        values = tensor.detach().numpy().astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(values)]}
        data += values
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
