import { expect, test } from 'vitest'
import type { ReactElement } from 'react'
import { fixedPins } from './CourseMap.tsx'
import { boxOf, clampView, onMap, zoomAt, movedAside } from './mapView.ts'

const points: [number, number, number][] = [
  [30, 120, 0],
  [30.01, 120.02, 2000],
  [30, 120.04, 4000],
]
const box = boxOf(points, [])

test('the whole course lies within the box, whatever its shape', () => {
  for (const [lat, lon] of points)
    for (const [n, side] of onMap(box, lat, lon).map(
      (value, at) => [value, at === 0 ? box.width : box.height] as const,
    ))
      expect(n > 0 && n < side, `${lat} ${lon}`).toBe(true)
})
test('a zoom keeps the place under the finger, and the course never leaves the view', () => {
  const view = zoomAt({ x: 0, y: 0, zoom: 1 }, 2, 300, 200)
  expect((300 - view.x) / view.zoom).toBeCloseTo(300)
  expect(zoomAt(view, 1000, 0, 0).zoom).toBe(40)
  expect(zoomAt(view, 0.001, 0, 0).zoom).toBe(1)
  const far = clampView({ x: 1e6, y: -1e6, zoom: 4 }, box)
  expect(far.x).toBeLessThanOrEqual(box.width / 2)
})

test('a kilometre mark gives way to a station at the same place', () => {
  expect(movedAside([100, 100], [[300, 300]], 22)).toEqual([100, 100])
  expect(movedAside([110, 100], [[100, 100]], 22)).toEqual([122, 100])
  expect(movedAside([100, 100], [[100, 100]], 22)).toEqual([100, 78])
})

test('a kilometre mark that gives way to a station does not lie under another station', () => {
  const stations = [
    [100, 100],
    [125, 100],
    [110, 122],
  ] as const
  const [x, y] = movedAside([108, 100], stations, 22)
  for (const [ax, ay] of stations) expect(Math.hypot(x - ax, y - ay)).toBeGreaterThan(21.9)
  expect(Math.hypot(x - 108, y - 100)).toBeLessThan(30)
})

test('on the map a kilometre stands beside a station at the same place, and elsewhere at its own place', () => {
  const marks = [
    { km: 1, lat: 30.005, lon: 120.01 },
    { km: 2, lat: 30.01, lon: 120.02 },
  ]
  const spots = [{ name: '', kind: 'aid' as const, lat: 30.01, lon: 120.02, at: 2000 }]
  const asideOf = (key: string) => {
    const pin = fixedPins({ points, marks, spots }).find((one) => one.key === key)!
    return (pin.content as ReactElement<{ aside: readonly [number, number] }>).props.aside
  }
  expect(asideOf('km1')).toEqual([0, 0])
  expect(Math.hypot(...asideOf('km2'))).toBeCloseTo(23)
})
