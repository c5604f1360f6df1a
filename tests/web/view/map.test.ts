import { describe, expect, test } from 'vitest';
import { fitMap, type LabelRequest, placeLabels, pointAt } from '../../../web/src/view/map.ts';

const room = { width: 200, minHeight: 60, maxHeight: 150, margin: 10 };

describe('fitMap', () => {
  test('has one scale for both directions, the second one upward, and all points inside', () => {
    const { places, height } = fitMap(Float32Array.from([0, 0, 9, 0, 9, 3]), room);
    expect([...places]).toEqual([10, 70, 190, 70, 190, 10]);
    expect(height).toBe(80);
  });

  test('shows the surroundings of some points, and no less than a part of the whole', () => {
    const points = Float32Array.from([0, 0, 4, 0, 100, 0]);
    const { places } = fitMap(points, { ...room, maxHeight: 400 }, [0, 1]);
    expect(places[2]! - places[0]!).toBeCloseTo((4 / 12) * 180, 3);
    expect((places[0]! + places[2]!) / 2).toBeCloseTo(100, 3);
    expect(places[4]).toBeGreaterThan(200);
    const wide = fitMap(points, room, [0, 2]).places;
    expect(wide[0]).toBeGreaterThan(10);
    expect(wide[4]).toBeLessThan(190);
  });

  test('keeps to the most height, and puts one point in the middle', () => {
    expect(fitMap(Float32Array.from([0, 0, 1, 50]), room).height).toBe(150);
    const single = fitMap(Float32Array.from([4, 4]), room);
    expect([...single.places]).toEqual([100, single.height / 2]);
  });
});

describe('fitMap with points far out', () => {
  // A hundred in a square, and one far to the left.
  const square = Array.from({ length: 100 }, (_, i) => [i % 10, Math.floor(i / 10)]).flat();
  const points = Float32Array.from([...square, -100, 5]);

  test('lets them stand at the edge, at their height, so that the others have the room', () => {
    const { places, outside, width } = fitMap(points, { ...room, maxHeight: 400 });
    expect(outside).toEqual([100]);
    expect(places[200]).toBeGreaterThan(0);
    expect(places[200]).toBeLessThan(room.margin);
    const across = (places[18] ?? 0) - (places[0] ?? 0);
    expect(across).toBeGreaterThan(width / 3);
    // One scale for both: from row 0 to row 5.
    expect((places[1] ?? 0) - (places[201] ?? 0)).toBeCloseTo((across * 5) / 9, 3);
  });

  test('but never one that is to be kept, and none is moved where the surroundings are shown', () => {
    const kept = fitMap(points, room, null, [100]);
    expect(kept.outside).toEqual([]);
    expect(kept.places[200]).toBeCloseTo(room.margin, 3);
    const around = fitMap(points, room, [0, 11]);
    expect(around.outside).toEqual([]);
    expect(around.places[200]).toBeLessThan(0);
  });
});

test('pointAt finds the nearest within reach, and a preferred one from farther', () => {
  const frame = {
    width: 100,
    height: 100,
    outside: [],
    places: Float32Array.from([10, 10, 20, 10]),
  };
  const none = new Set<number>();
  expect(pointAt(frame, 12, 10, 6, none)).toBe(0);
  expect(pointAt(frame, 12, 10, 6, new Set([1]))).toBe(0);
  expect(pointAt(frame, 14, 10, 6, new Set([1]))).toBe(1);
  expect(pointAt(frame, 60, 60, 6, none)).toBe(-1);
});

describe('placeLabels', () => {
  test('leaves the steady ones where they are, whatever comes behind them', () => {
    const frame = { width: 200, height: 100 };
    const own = [request(50, 50), request(180, 90)];
    // A point where the first label stands.
    const all = [...own, request(65, 50)];
    expect(placeLabels(all, frame, 2).slice(0, 2)).toEqual(placeLabels(own, frame));
    expect(placeLabels(all, frame)[0]).not.toEqual(placeLabels(own, frame)[0]);
  });

  const request = (x: number, y: number): LabelRequest => ({ x, y, width: 40, height: 16 });

  test('puts a label right of its point, and left of it at the right edge', () => {
    expect(placeLabels([request(50, 50), request(180, 90)], { width: 200, height: 100 })).toEqual([
      { x: 57, y: 42 },
      { x: 133, y: 82 },
    ]);
  });

  test('lets no two overlap, gives up the last where there is no room', () => {
    const requests = Array.from({ length: 40 }, (_, i) => request(100 + i, 50));
    const places = placeLabels(requests, { width: 200, height: 100 });
    const placed = places.filter((place) => place !== null);
    expect(placed.length).toBeGreaterThan(6);
    expect(places.at(-1)).toBeNull();
    for (const [i, a] of placed.entries()) {
      expect(a.x >= 0 && a.y >= 0 && a.x <= 160 && a.y <= 84).toBe(true);
      for (const b of placed.slice(i + 1))
        expect(Math.abs(a.x - b.x) >= 40 || Math.abs(a.y - b.y) >= 16).toBe(true);
    }
  });
});
