import type { Box, ImageBox } from '../template/boxes.contract.ts'
import type { FontFace } from '../fonts/fonts.rules.ts'

/**
 * What one certificate is drawn from: the definition's form and pictures, the runner's values, and where its code
 * leads.
 */
export type Sheet = {
  width: number
  height: number
  /** Address of the background, or null where the definition has none. */
  bg: string | null
  html: string
  boxes: readonly Box[] | null
  values: Readonly<Record<string, string>>
  photo: string | null
  /** The organiser's own fonts that the definition names. */
  fonts?: readonly FontFace[]
  link: string
  /** What lies over all of it: a watermark. */
  marks?: readonly ImageBox[]
}
