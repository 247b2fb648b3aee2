import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlacedRect, boundsOf, handles, holdsPoint, resized, snapped, snappedEdge } from './boardGeometry.ts'

const paper = { x: 0, y: 0, width: 1280, height: 1810 }

describe('snapping', () => {
  test('a rectangle near the middle of the paper snaps to it, and a line shows this', () => {
    const { dx, dy, guides } = snapped({ x: 437, y: 300, width: 400, height: 100 }, [paper], 8)
    expect([dx, dy]).toEqual([3, 0])
    expect(guides).toEqual([{ axis: 'x', at: 640, from: 0, to: 1810 }])
  })
  test('the nearest line wins over a farther line; out of reach nothing snaps', () => {
    const other = { x: 100, y: 100, width: 200, height: 50 }
    expect(snapped({ x: 104, y: 500, width: 300, height: 20 }, [other, { ...other, x: 106, width: 1000 }], 8).dx).toBe(
      2,
    )
    expect(snapped({ x: 60, y: 611, width: 333, height: 77 }, [other], 8)).toEqual({ dx: 0, dy: 0, guides: [] })
  })
  test('edge to edge counts as well as middle to middle', () => {
    const other = { x: 100, y: 100, width: 200, height: 50 }
    const { dx, dy, guides } = snapped({ x: 305, y: 147, width: 60, height: 400 }, [other], 8)
    expect([dx, dy]).toEqual([-5, 3])
    expect(guides.map(({ axis, at }) => [axis, at])).toEqual([
      ['x', 300],
      ['y', 150],
    ])
  })
  test('a handle moves only its own edge', () => {
    const { dx, dy } = snappedEdge({ x: 3, y: 3, width: 634, height: 500 }, 'e', [paper], 8)
    expect([dx, dy]).toEqual([3, 0])
    expect(snappedEdge({ x: 3, y: 3, width: 634, height: 500 }, 'nw', [paper], 8)).toMatchObject({ dx: -3, dy: -3 })
  })
  test('never farther than the reach, and a snapped edge stays', () => {
    const rect = fc.record({
      x: fc.integer({ min: -200, max: 1400 }),
      y: fc.integer({ min: -200, max: 1900 }),
      width: fc.integer({ min: 1, max: 900 }),
      height: fc.integer({ min: 1, max: 900 }),
    })
    fc.assert(
      fc.property(rect, fc.array(rect, { maxLength: 6 }), fc.integer({ min: 0, max: 20 }), (moved, others, reach) => {
        const { dx, dy } = snapped(moved, [paper, ...others], reach)
        expect(Math.max(Math.abs(dx), Math.abs(dy))).toBeLessThanOrEqual(reach)
        const again = snapped({ ...moved, x: moved.x + dx, y: moved.y + dy }, [paper, ...others], reach)
        expect([again.dx, again.dy].map(Math.abs)).toEqual([0, 0])
      }),
    )
  })
})

describe('resizing', () => {
  const corner = ({ x, y, width, height, rotate }: PlacedRect, across: number, down: number) => {
    const angle = (rotate * Math.PI) / 180
    const [dx, dy] = [(across * width) / 2, (down * height) / 2]
    return [
      x + width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      y + height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    ]
  }
  test('the opposite corner stays at every turn, and nothing becomes smaller than its limit', () => {
    const rect = fc.record({
      x: fc.integer({ min: 0, max: 900 }),
      y: fc.integer({ min: 0, max: 900 }),
      width: fc.integer({ min: 20, max: 900 }),
      height: fc.integer({ min: 20, max: 900 }),
      rotate: fc.integer({ min: -360, max: 360 }),
    })
    fc.assert(
      fc.property(
        rect,
        fc.constantFrom(...handles),
        fc.integer({ min: -1500, max: 1500 }),
        fc.integer({ min: -1500, max: 1500 }),
        fc.boolean(),
        (before, handle, dx, dy, keep) => {
          const after = { ...resized(before, handle, dx, dy, { keep, least: 10 }), rotate: before.rotate }
          expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(10 - 1e-9)
          const [across, down] = [
            handle.includes('w') ? 1 : handle.includes('e') ? -1 : 0,
            handle.startsWith('n') ? 1 : handle.startsWith('s') ? -1 : 0,
          ]
          const [was, is] = [corner(before, across, down), corner(after, across, down)]
          expect(is[0]).toBeCloseTo(was[0]!, 6)
          expect(is[1]).toBeCloseTo(was[1]!, 6)
          if (keep) expect(after.width / after.height).toBeCloseTo(before.width / before.height, 6)
        },
      ),
    )
  })
  test('without a turn, a corner follows the pointer', () => {
    expect(resized({ x: 10, y: 10, width: 100, height: 50, rotate: 0 }, 'nw', -5, 20)).toEqual({
      x: 5,
      y: 30,
      width: 105,
      height: 30,
    })
    expect(
      resized({ x: 10, y: 10, width: 100, height: 50, rotate: 90 }, 'e', 0, 40),
      'turned, its side points down',
    ).toMatchObject({ width: 140, height: 50 })
  })
})

test('a turned piece is touched where it is visible', () => {
  const upright = { x: 100, y: 100, width: 200, height: 20, rotate: 90 }
  expect(holdsPoint(upright, { x: 200, y: 30 })).toBe(true)
  expect(holdsPoint(upright, { x: 120, y: 110 })).toBe(false)
  expect(holdsPoint(upright, { x: 186, y: 110 }, 6)).toBe(true)
  const bounds = boundsOf(upright)
  expect(bounds.x).toBeCloseTo(190)
  expect(bounds.y).toBeCloseTo(10)
  expect(bounds.width).toBeCloseTo(20)
  expect(bounds.height).toBeCloseTo(200)
})
