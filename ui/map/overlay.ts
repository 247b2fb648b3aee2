import type { Map as GlMap } from 'maplibre-gl'
import { mapSizeOf } from './dotLayer.ts'

/**
 * A piece of the page that stands at a place of the map. Pieces that are `gathered` do not cover each other: the last
 * piece of a crowd stands for all of them and shows their number.
 */
export type OverlayPin = {
  element: HTMLElement
  at: () => [lon: number, lat: number] | undefined
  moves: boolean
  gathered: boolean
}
type Point = { x: number; y: number }

/** The size of a gathered piece with its label, in pixels. */
const [CROWD_WIDTH, CROWD_HEIGHT] = [60, 54]
/**
 * Returns for each point the number of the point that stands for it: its own number, or the number of a later point
 * that lies too near.
 */
export const gathered = (points: readonly Point[]): number[] => {
  const heads: number[] = []
  const stands: number[] = []
  for (let n = points.length - 1; n >= 0; n--) {
    const { x, y } = points[n]!
    const head = heads.find(
      (one) => Math.abs(points[one]!.x - x) < CROWD_WIDTH && Math.abs(points[one]!.y - y) < CROWD_HEIGHT,
    )
    if (head === undefined) heads.push(n)
    stands[n] = head ?? n
  }
  return stands
}

/** Shows one piece for each crowd, with the number of its pieces. */
const gather = (placed: readonly { element: HTMLElement; point: Point }[]): void => {
  const stands = gathered(placed.map(({ point }) => point))
  const sizes = new Map<number, number>()
  for (const head of stands) sizes.set(head, (sizes.get(head) ?? 0) + 1)
  for (const [n, { element }] of placed.entries()) {
    const size = sizes.get(n) ?? 0
    if (size === 0) element.style.visibility = 'hidden'
    if (size > 1) element.dataset.crowd = String(size)
    else delete element.dataset.crowd
  }
}

/**
 * Keeps pieces of the page at their places on the map. While a person drags the map, one write moves all of them. After
 * a zoom, or when the map has moved by half of its size, each piece is placed again.
 */
export const makeOverlay = (map: GlMap, sheet: HTMLElement) => {
  let pins: readonly OverlayPin[] = []
  let placed = { zoom: -1, x: 0, y: 0, lon: 0, lat: 0 }

  /** Places a piece. Returns its point, or undefined if it is far outside of the map. */
  const put = (pin: OverlayPin, [dx, dy]: readonly [number, number] = [0, 0]): Point | undefined => {
    const at = pin.at()
    const [width, height] = mapSizeOf(map)
    const point = at && map.project(at)
    const isNear =
      point !== undefined && point.x > -width && point.x < 2 * width && point.y > -height && point.y < 2 * height
    pin.element.style.visibility = isNear ? '' : 'hidden'
    if (!isNear) return undefined
    pin.element.style.transform = `translate(${(point.x - dx).toFixed(1)}px,${(point.y - dy).toFixed(1)}px)`
    return point
  }
  const placeAll = (): void => {
    const { lng: lon, lat } = map.getCenter()
    const { x, y } = map.project([lon, lat])
    placed = { zoom: map.getZoom(), x, y, lon, lat }
    sheet.style.transform = ''
    const crowd: { element: HTMLElement; point: Point }[] = []
    for (const pin of pins) {
      const point = put(pin)
      if (point && pin.gathered) crowd.push({ element: pin.element, point })
    }
    if (crowd.length > 0) gather(crowd)
  }
  const offset = (): [number, number] => {
    const { x, y } = map.project([placed.lon, placed.lat])
    return [x - placed.x, y - placed.y]
  }
  const follow = (): void => {
    const [width, height] = mapSizeOf(map)
    const [dx, dy] = offset()
    if (map.getZoom() !== placed.zoom || Math.abs(dx) > width / 2 || Math.abs(dy) > height / 2) placeAll()
    else sheet.style.transform = `translate(${dx.toFixed(1)}px,${dy.toFixed(1)}px)`
  }
  map.on('move', follow)
  map.on('resize', placeAll)
  return {
    setPins: (to: readonly OverlayPin[]): void => {
      pins = to
      placeAll()
    },
    /** Places the pieces that move without a gesture. */
    tick: (): void => {
      const moving = pins.filter(({ moves }) => moves)
      if (moving.length === 0) return
      const by = offset()
      for (const pin of moving) put(pin, by)
    },
  }
}
