import type { Watermask } from '#features/races/contract.ts'
import { type ImageBox, PAPER_WIDTH } from './boxes.contract.ts'

/**
 * Tells whether a field is a mark: a name that contains 合成 or 水印 (docs/behaviour/certificates.md, Marks). A mark in
 * a text prints nothing.
 */
export const isMark = (field: string): boolean => field.includes('合成') || field.includes('水印')
/** Tells whether a definition with these fields leads to the crop page (docs/behaviour/certificates.md, Marks). */
export const goesToCrop = (fields: readonly string[]): boolean => fields.some(isMark)
/** Tells whether a definition with these fields has the race's watermark: one of the fields names 水印. */
export const isWatermarked = (fields: readonly string[]): boolean => fields.some((field) => field.includes('水印'))

/** The distance of a watermark from the paper's edge, for a paper with a width of 1280. */
const MARGIN = 40
/**
 * Returns a watermark as a box to paint. On a paper with a width of 1280 the watermark has its own size, and on another
 * paper it grows or shrinks with the width. A watermark that would pass the edge becomes smaller.
 */
export const watermarkOn = (
  { url, width, height, at }: Watermask,
  paper: { width: number; height: number },
): ImageBox => {
  const by = Math.min(paper.width / PAPER_WIDTH, paper.width / width, paper.height / height)
  const size = { width: width * by, height: height * by }
  const place = (side: 'start' | 'middle' | 'end', length: number, whole: number): number => {
    const margin = Math.min((MARGIN * paper.width) / PAPER_WIDTH, (whole - length) / 2)
    return side === 'start' ? margin : side === 'end' ? whole - length - margin : (whole - length) / 2
  }
  return {
    kind: 'image',
    picture: url,
    fit: 'fill',
    radius: 0,
    rotate: 0,
    opacity: 1,
    ...size,
    x: place(at === 'center' ? 'middle' : at.endsWith('left') ? 'start' : 'end', size.width, paper.width),
    y: place(at === 'center' ? 'middle' : at.startsWith('top') ? 'start' : 'end', size.height, paper.height),
  }
}

/** Returns the layer over a definition that names 水印: the first of the race's watermarks. */
export const marksOf = (
  { fields, width, height }: { fields: readonly string[]; width: number; height: number },
  watermasks: readonly Watermask[],
): ImageBox[] => (isWatermarked(fields) ? watermasks.slice(0, 1).map((one) => watermarkOn(one, { width, height })) : [])
