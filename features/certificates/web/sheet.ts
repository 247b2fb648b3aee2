import type { Certificate } from '../contract.ts'
import type { Box, ImageBox } from '../template/boxes.contract.ts'
import { photoPlace, withPhotoBeneath } from '../template/composed.rules.ts'
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
  /** Of HTML: the photo lies beneath all of it rather than in a slot. */
  beneath?: boolean
  /** The organiser's own fonts that the definition names. */
  fonts?: readonly FontFace[]
  link: string
  /** What lies over all of it: a watermark. */
  marks?: readonly ImageBox[]
}

/** What a certificate is drawn from, with a runner's photo where there is one. */
export const sheetOf = (
  certificate: Certificate,
  { values, link, photo }: { values: Readonly<Record<string, string>>; link: string; photo: string | null },
): Sheet => {
  const { form, html, boxes, bg, width, height, fonts, marks } = certificate
  const place = photoPlace(certificate)
  const common = { width, height, values, link, fonts, marks, photo: place === undefined ? null : photo }
  if (form !== 'boxes') return { ...common, bg, html, boxes: null, beneath: place === 'beneath' }
  if (place !== 'beneath') return { ...common, bg, html, boxes }
  return { ...common, bg: null, html, boxes: withPhotoBeneath(certificate) }
}
