import type { Watermask } from '#features/races/contract.ts'
import { type ImageBox, PAPER_WIDTH } from './boxes.contract.ts'

/**
 * A field that names 合成 or 水印 is a mark and no value (docs/behaviour/certificates.md, Marks): it writes nothing where
 * it stands in a text.
 */
export const isMark = (field: string): boolean => field.includes('合成') || field.includes('水印')
/** A definition with such a field goes to the crop page (docs/behaviour/certificates.md, Marks). */
export const goesToCrop = (fields: readonly string[]): boolean => fields.some(isMark)
/** A definition with a field that names 水印 carries the race's own watermark. */
export const isWatermarked = (fields: readonly string[]): boolean => fields.some((field) => field.includes('水印'))

/** The distance from the paper's edge, for a paper that is 1280 wide. */
const MARGIN = 40
/** A watermark as a box to paint. Its size is given for a paper 1280 wide, and it never runs over the edge. */
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

/** The layer over a definition: the first of its race's watermarks, where it names 水印. */
export const marksOf = (
  { fields, width, height }: { fields: readonly string[]; width: number; height: number },
  watermasks: readonly Watermask[],
): ImageBox[] => (isWatermarked(fields) ? watermasks.slice(0, 1).map((one) => watermarkOn(one, { width, height })) : [])
