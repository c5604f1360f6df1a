#!/usr/bin/env python3
"""Writes tests/golden/embedding_space.json: principal components and cosines of small tables, by numpy's SVD in doubles.

A table is not stored: row r, column c is ((37 r² + 101 r c + 59 c² + 17 r + 3 c + seed) mod 509 - 254) / 64 · 2^(-c·fade),
which floats hold exactly where `fade` is 0, and to the last bit otherwise.
"""
import json
import os

import numpy as np

GOLDEN = os.path.join(os.path.dirname(__file__), "..", "..", "tests", "golden", "embedding_space.json")
# rows, columns, fade, seed: few and many, odd, wider than long, more than one block of rows, nearly round.
TABLES = [(2, 3, 0.0, 1), (3, 1, 0.0, 2), (7, 2, 0.0, 3), (5, 19, 0.0, 4), (23, 11, 0.125, 5), (300, 40, 0.03125, 6), (521, 33, 0.0, 7)]


def table(rows, columns, fade, seed):
    r, c = np.arange(rows)[:, None], np.arange(columns)[None, :]
    whole = (37 * r * r + 101 * r * c + 59 * c * c + 17 * r + 3 * c + seed) % 509 - 254
    return (whole / 64 * 2.0 ** (-c * fade)).astype(np.float32).astype(np.float64)


def plane(x):
    centred = x - x.mean(axis=0)
    _, values, directions = np.linalg.svd(centred, full_matrices=False)
    total = (values**2).sum()
    positions = np.zeros((x.shape[0], 2))
    explained = [0.0, 0.0]
    for i in range(min(2, len(values))):
        if values[i] <= 1e-12 * values[0]:
            continue
        direction = directions[i]
        if direction[np.argmax(np.abs(direction))] < 0:
            direction = -direction
        positions[:, i] = centred @ direction
        explained[i] = values[i] ** 2 / total
    gaps = [float(values[i] / values[i + 1]) for i in range(min(2, len(values) - 1)) if values[i + 1] > 0]
    return positions, explained, gaps


def nearest(x, row, count):
    cosine = x @ x[row] / np.linalg.norm(x, axis=1) / np.linalg.norm(x[row])
    order = sorted((r for r in range(len(x)) if r != row), key=lambda r: (-cosine[r], r))[:count]
    return {"row": row, "rows": order, "similarities": [float(cosine[r]) for r in order]}


def main():
    cases = []
    for rows, columns, fade, seed in TABLES:
        x = table(rows, columns, fade, seed)
        positions, explained, gaps = plane(x)
        print(f"{rows}×{columns}: explains {explained}, ratios of neighbouring singular values {gaps}")
        cases.append(
            {
                "rows": rows, "columns": columns, "fade": fade, "seed": seed,
                "positions": positions[:8].tolist(), "explained": explained,
                "nearest": nearest(x, rows // 2, 5),
            }
        )
    with open(GOLDEN, "w", encoding="utf-8") as file:
        json.dump({"numpy": np.__version__, "cases": cases}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
