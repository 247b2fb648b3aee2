import type { CourseShape, Spot } from '../contract.ts'
import { flat } from '../rules.ts'

/** The drawing: a box around the course with a width of 1000. `unit` is the width of one pixel on a phone. */
export type CourseBox = { width: number; height: number; left: number; top: number; scale: number; unit: number }
export type View = { x: number; y: number; zoom: number }

const width = 1000
const height = 940
const margin = 70
/** The space below the course for the buttons. */
const foot = 170
/** Returns a box around the whole course. Places far from the course do not make the box larger. */
export const boxOf = (points: CourseShape['points'], spots: readonly Spot[]): CourseBox => {
  const seen = [
    ...points.map(([lat, lon]) => flat(lat, lon)),
    ...spots.filter(({ at }) => at !== null).map(({ lat, lon }) => flat(lat, lon)),
  ]
  const edge = (pick: (point: { x: number; y: number }) => number, of: (a: number, b: number) => number) =>
    seen.map(pick).reduce((a, b) => of(a, b))
  const [left, right] = [edge(({ x }) => x, Math.min), edge(({ x }) => x, Math.max)]
  const [top, bottom] = [edge(({ y }) => y, Math.min), edge(({ y }) => y, Math.max)]
  const scale = Math.min(
    (width - 2 * margin) / Math.max(right - left, 1e-6),
    (height - margin - foot) / Math.max(bottom - top, 1e-6),
  )
  return {
    width,
    height,
    scale,
    left: left - (width / scale - (right - left)) / 2,
    top: top - ((height - foot + margin) / scale - (bottom - top)) / 2,
    unit: 2.4,
  }
}

export const onMap = (box: CourseBox, lat: number, lon: number): [number, number] => {
  const { x, y } = flat(lat, lon)
  return [(x - box.left) * box.scale, (y - box.top) * box.scale]
}

/**
 * Moves a mark that lies closer than `room` to another mark. The moved mark lies at the distance `room` from the first
 * such mark. If another mark is too close there, the mark moves to the nearest free place around it. A mark without a
 * free place around it stays.
 */
export const movedAside = (
  [x, y]: readonly [number, number],
  things: readonly (readonly [number, number])[],
  room: number,
): [number, number] => {
  for (const [ax, ay] of things) {
    const [dx, dy] = [x - ax, y - ay]
    const far = Math.hypot(dx, dy)
    if (far >= room) continue
    const aside: [number, number] = far === 0 ? [x, y - room] : [ax + (dx / far) * room, ay + (dy / far) * room]
    return isFree(aside, things, room) ? aside : (freeAround([x, y], things, room) ?? [x, y])
  }
  return [x, y]
}

type Place = readonly [number, number]
/** Tells whether a place is far enough from all other marks. The tolerance allows for errors of rounding. */
const isFree = ([x, y]: Place, things: readonly Place[], room: number): boolean =>
  things.every(([ax, ay]) => Math.hypot(x - ax, y - ay) > room * 0.999)

/** Returns the nearest place around a mark that is free, at most two and a half times `room` away. */
const freeAround = ([x, y]: Place, things: readonly Place[], room: number): [number, number] | undefined => {
  for (let ring = 1; ring <= 10; ring += 1)
    for (let turn = 0; turn < 24; turn += 1) {
      const [far, angle] = [(ring * room) / 4, (turn * Math.PI) / 12]
      const place: [number, number] = [x + far * Math.cos(angle), y + far * Math.sin(angle)]
      if (isFree(place, things, room)) return place
    }
  return undefined
}

export const panBy = (view: View, dx: number, dy: number): View => ({ ...view, x: view.x + dx, y: view.y + dy })
/** Zooms so that the place under the pointer keeps its position. */
export const zoomAt = (view: View, by: number, x: number, y: number): View => {
  const zoom = Math.min(40, Math.max(1, view.zoom * by))
  const grown = zoom / view.zoom
  return { zoom, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown }
}
/** Limits the movement so that the course stays visible. Its box always covers the middle of the screen. */
export const clampView = ({ x, y, zoom }: View, box: CourseBox): View => {
  const within = (value: number, size: number) => Math.min(size / 2, Math.max(size / 2 - size * zoom, value))
  return zoom === 1
    ? {
        x: Math.max(-box.width / 3, Math.min(box.width / 3, x)),
        y: Math.max(-box.height / 3, Math.min(box.height / 3, y)),
        zoom,
      }
    : { x: within(x, box.width), y: within(y, box.height), zoom }
}
