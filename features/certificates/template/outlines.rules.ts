import type { Box } from './boxes.contract.ts'
import type { CanvasContext } from '../render/canvasContext.rules.ts'
import { fillText } from '../rules.ts'
import { layOutInColumns, layOutText } from '../render/layout.rules.ts'

/** The position of a box on the paper. `rotate` turns it about its own middle, in degrees. */
export type Outline = { x: number; y: number; width: number; height: number; rotate: number }
type Values = Readonly<Record<string, string>>

/** Changes a turn about another point into a turn about the middle. */
const aboutItsMiddle = ({ rotate, ...rect }: Outline, pivot: { x: number; y: number }): Outline => {
  const angle = (rotate * Math.PI) / 180
  const [dx, dy] = [rect.x + rect.width / 2 - pivot.x, rect.y + rect.height / 2 - pivot.y]
  return {
    ...rect,
    rotate,
    x: pivot.x + dx * Math.cos(angle) - dy * Math.sin(angle) - rect.width / 2,
    y: pivot.y + dx * Math.sin(angle) + dy * Math.cos(angle) - rect.height / 2,
  }
}

/**
 * Returns the frame of a box. For a text the function lays out the content with `values`, because the lines decide the
 * height, and also the width of a text without a fixed width.
 */
export const outlineOf = (context: CanvasContext, box: Box, values: Values): Outline | null => {
  if (box.kind === 'watermark') return null
  if (box.kind === 'qr') return { x: box.x, y: box.y, width: box.size, height: box.size, rotate: 0 }
  if (box.kind === 'line')
    return {
      x: Math.min(box.x1, box.x2),
      y: Math.min(box.y1, box.y2),
      width: Math.abs(box.x1 - box.x2),
      height: Math.abs(box.y1 - box.y2),
      rotate: 0,
    }
  if (box.kind !== 'text') return { x: box.x, y: box.y, width: box.width, height: box.height, rotate: box.rotate }
  const text = fillText(box.text, values)
  context.save()
  if (box.vertical) {
    const { width, height } = layOutInColumns(context, box, text, 1)
    context.restore()
    return { x: box.x, y: box.y, width, height: Math.max(height, box.size), rotate: box.rotate }
  }
  const { lines, height } = layOutText(context, box, text, 1)
  context.restore()
  const width = box.width ?? Math.max(box.size / 2, ...lines.map((line) => line.width))
  return aboutItsMiddle(
    { x: box.x, y: box.y, width, height, rotate: box.rotate },
    { x: box.x + (box.width ?? 0) / 2, y: box.y + height / 2 },
  )
}

/**
 * Measures how a text fills its box. The result holds the widest line, and the factor by which characters become
 * narrower.
 */
export const textFitOf = (
  context: CanvasContext,
  box: Extract<Box, { kind: 'text' }>,
  values: Values,
): { widest: number; squeeze: number } => {
  if (box.vertical) return { widest: 0, squeeze: 1 }
  context.save()
  const { lines, squeeze } = layOutText(context, box, fillText(box.text, values), 1)
  context.restore()
  return { widest: Math.max(0, ...lines.map((line) => line.width)), squeeze }
}
