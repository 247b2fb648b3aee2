import type { Map as GlMap } from 'maplibre-gl'
import { mapSizeOf } from './dotLayer.ts'

/** A piece of the page that stands at a place of the map. */
export type OverlayPin = { element: HTMLElement; at: () => [lon: number, lat: number] | undefined; moves: boolean }

/**
 * Keeps pieces of the page at their places on the map. While a person drags the map, one write moves all of them. After
 * a zoom, or when the map has moved by half of its size, each piece is placed again.
 */
export const makeOverlay = (map: GlMap, sheet: HTMLElement) => {
  let pins: readonly OverlayPin[] = []
  let placed = { zoom: -1, x: 0, y: 0, lon: 0, lat: 0 }

  const put = (pin: OverlayPin, [dx, dy]: readonly [number, number] = [0, 0]): void => {
    const at = pin.at()
    const [width, height] = mapSizeOf(map)
    const point = at && map.project(at)
    const isNear =
      point !== undefined && point.x > -width && point.x < 2 * width && point.y > -height && point.y < 2 * height
    pin.element.style.visibility = isNear ? '' : 'hidden'
    if (isNear) pin.element.style.transform = `translate(${(point.x - dx).toFixed(1)}px,${(point.y - dy).toFixed(1)}px)`
  }
  const placeAll = (): void => {
    const { lng: lon, lat } = map.getCenter()
    const { x, y } = map.project([lon, lat])
    placed = { zoom: map.getZoom(), x, y, lon, lat }
    sheet.style.transform = ''
    for (const pin of pins) put(pin)
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
