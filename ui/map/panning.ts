import type { Map as GlMap } from 'maplibre-gl'

/**
 * While a person pans, the map is drawn anew after at most this time, in milliseconds. The dots move once in each of
 * these intervals.
 */
const REDRAW_MS = 250

/**
 * Avoids the drawing of most frames while a person pans: it moves the last drawing with the finger, as one layer of the
 * page. The map is larger than its window by `margin` (a share of the window) at each edge. The map is drawn again when
 * the margin is used up, after a zoom, and four times a second.
 */
export const savePanning = (map: GlMap, margin: number): void => {
  const { painter } = map
  const canvas = map.getCanvas()
  const draw = painter.render.bind(painter)
  const drawn = { lon: 0, lat: 0, zoom: -1, at: 0 }
  let moved = ''
  const move = (to: string): void => {
    if (to === moved) return
    moved = to
    canvas.style.transform = to
  }
  /** Returns the pixels between the drawing and the place where it belongs. Undefined if the map must be drawn. */
  const offset = (): { x: number; y: number } | undefined => {
    if (!map.isMoving() || map.getZoom() !== drawn.zoom || performance.now() - drawn.at > REDRAW_MS) return undefined
    const { x, y } = map.project([drawn.lon, drawn.lat])
    const [width, height] = [canvas.width / map.getPixelRatio(), canvas.height / map.getPixelRatio()]
    const [dx, dy] = [x - width / 2, y - height / 2]
    const inside = margin / (1 + 2 * margin)
    return Math.abs(dx) < width * inside && Math.abs(dy) < height * inside ? { x: dx, y: dy } : undefined
  }
  painter.render = (style, transform, data) => {
    const by = offset()
    if (by) return move(`translate(${by.x.toFixed(1)}px,${by.y.toFixed(1)}px)`)
    const { lng: lon, lat } = map.getCenter()
    Object.assign(drawn, { lon, lat, zoom: map.getZoom(), at: performance.now() })
    draw(style, transform, data)
    move('')
  }
  // The last frame of a gesture is drawn in full.
  map.on('moveend', () => map.triggerRepaint())
}
