/**
 * A rectangle on a board, in the paper's pixels. `rotate` turns the rectangle about its middle, in degrees clockwise.
 */
export type Rect = { x: number; y: number; width: number; height: number }
export type PlacedRect = Rect & { rotate: number }
/** A line at `at` on which a piece meets other pieces or the paper. The board shows the line from `from` to `to`. */
export type Guide = { axis: 'x' | 'y'; at: number; from: number; to: number }
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

const turned = (x: number, y: number, degrees: number): [number, number] => {
  const angle = (degrees * Math.PI) / 180
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

/** Returns the upright rectangle around a turned rectangle. */
export const boundsOf = ({ x, y, width, height, rotate }: PlacedRect): Rect => {
  if (rotate % 360 === 0) return { x, y, width, height }
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across, down]) => turned((across! * width) / 2, (down! * height) / 2, rotate))
  const [wide, high] = [0, 1].map((at) => Math.max(...corners.map((corner) => corner[at]!)) * 2) as [number, number]
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high }
}

/**
 * Tells whether a point lies in a rectangle or within `margin` around it, so that a person can still touch a thin
 * piece.
 */
export const holdsPoint = (
  { x, y, width, height, rotate }: PlacedRect,
  point: { x: number; y: number },
  margin = 0,
): boolean => {
  const [across, down] = turned(point.x - x - width / 2, point.y - y - height / 2, -rotate)
  return Math.abs(across) <= width / 2 + margin && Math.abs(down) <= height / 2 + margin
}

type Edge = 'start' | 'middle' | 'end'
const linesOf = (rect: Rect, axis: 'x' | 'y'): Record<Edge, number> => {
  const [from, length] = axis === 'x' ? [rect.x, rect.width] : [rect.y, rect.height]
  return { start: from, middle: from + length / 2, end: from + length }
}

/** Returns the shift along one axis that brings one of the edges to a nearby line. 0 if no line is near enough. */
const shiftFor = (
  rect: Rect,
  axis: 'x' | 'y',
  edges: readonly Edge[],
  others: readonly Rect[],
  reach: number,
): number => {
  const own = linesOf(rect, axis)
  let best = Infinity
  for (const other of others) {
    for (const line of Object.values(linesOf(other, axis))) {
      for (const edge of edges) {
        const off = line - own[edge]
        if (Math.abs(off) <= reach && Math.abs(off) < Math.abs(best)) best = off
      }
    }
  }
  return best === Infinity ? 0 : best
}

/** Returns the lines that a rectangle shares with other rectangles. */
const guidesOf = (rect: Rect, axis: 'x' | 'y', edges: readonly Edge[], others: readonly Rect[]): Guide[] => {
  const own = linesOf(rect, axis)
  const along = axis === 'x' ? 'y' : 'x'
  const found = new Map<number, Guide>()
  for (const edge of edges) {
    const at = own[edge]
    const meeting = others.filter((other) =>
      Object.values(linesOf(other, axis)).some((line) => Math.abs(line - at) < 0.51),
    )
    if (meeting.length === 0) continue
    const ends = [rect, ...meeting].map((one) => linesOf(one, along))
    found.set(Math.round(at), {
      axis,
      at,
      from: Math.min(...ends.map(({ start }) => start)),
      to: Math.max(...ends.map(({ end }) => end)),
    })
  }
  return [...found.values()]
}

const all: readonly Edge[] = ['start', 'middle', 'end']
export type Snapped = { dx: number; dy: number; guides: Guide[] }

/** Snaps a moved rectangle to the nearest edge or middle of the paper or of another rectangle within reach. */
export const snapped = (rect: Rect, others: readonly Rect[], reach: number): Snapped => {
  const dx = shiftFor(rect, 'x', all, others, reach)
  const dy = shiftFor(rect, 'y', all, others, reach)
  const there = { ...rect, x: rect.x + dx, y: rect.y + dy }
  return { dx, dy, guides: [...guidesOf(there, 'x', all, others), ...guidesOf(there, 'y', all, others)] }
}

/** Snaps only the edge that a handle drags. The opposite edge stays. */
export const snappedEdge = (rect: Rect, handle: Handle, others: readonly Rect[], reach: number): Snapped => {
  const across: Edge[] = handle.includes('w') ? ['start'] : handle.includes('e') ? ['end'] : []
  const down: Edge[] = handle.startsWith('n') ? ['start'] : handle.startsWith('s') ? ['end'] : []
  const dx = shiftFor(rect, 'x', across, others, reach)
  const dy = shiftFor(rect, 'y', down, others, reach)
  const there = grown(rect, handle, dx, dy)
  return { dx, dy, guides: [...guidesOf(there, 'x', across, others), ...guidesOf(there, 'y', down, others)] }
}

const grown = (rect: Rect, handle: Handle, dx: number, dy: number): Rect => ({
  x: handle.includes('w') ? rect.x + dx : rect.x,
  y: handle.startsWith('n') ? rect.y + dy : rect.y,
  width: rect.width + (handle.includes('w') ? -dx : handle.includes('e') ? dx : 0),
  height: rect.height + (handle.startsWith('n') ? -dy : handle.startsWith('s') ? dy : 0),
})

/**
 * Drags a handle by a distance on the board. A turned rectangle grows along its own sides, and the opposite corner or
 * side stays in place. `keep` keeps the proportion. No side becomes smaller than `least`.
 */
export const resized = (
  rect: PlacedRect,
  handle: Handle,
  dx: number,
  dy: number,
  { keep = false, least = 1 }: { keep?: boolean; least?: number } = {},
): Rect => {
  const [across, down] = turned(dx, dy, -rect.rotate)
  const pulled = {
    width: rect.width + (handle.includes('w') ? -across : handle.includes('e') ? across : 0),
    height: rect.height + (handle.startsWith('n') ? -down : handle.startsWith('s') ? down : 0),
  }
  let { width, height } = pulled
  if (keep) {
    const shares = [pulled.width / rect.width, pulled.height / rect.height]
    const by = handle.length === 1 ? (handle === 'e' || handle === 'w' ? shares[0]! : shares[1]!) : Math.max(...shares)
    ;[width, height] = [rect.width * by, rect.height * by]
    const small = least / Math.min(width, height)
    if (small > 1 || Math.min(width, height) <= 0)
      [width, height] = [rect.width, rect.height].map((side) => (side * least) / Math.min(rect.width, rect.height)) as [
        number,
        number,
      ]
  }
  width = Math.max(least, width)
  height = Math.max(least, height)
  // The middle moves half as far as the dragged side, along the turned axes.
  const side = {
    x: handle.includes('w') ? -1 : handle.includes('e') ? 1 : 0,
    y: handle.startsWith('n') ? -1 : handle.startsWith('s') ? 1 : 0,
  }
  const [mx, my] = turned((side.x * (width - rect.width)) / 2, (side.y * (height - rect.height)) / 2, rect.rotate)
  return { x: rect.x + rect.width / 2 + mx - width / 2, y: rect.y + rect.height / 2 + my - height / 2, width, height }
}
