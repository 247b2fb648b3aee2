import type { Certificate } from '../contract.ts'
import type { Box, ImageBox } from '../template/boxes.contract.ts'
import { photoPlace, withPhotoBeneath } from '../template/composed.rules.ts'
import type { FontFace } from '../fonts/fonts.rules.ts'

export type CertificateSheet = {
  width: number
  height: number
  /** The address of the background, or null if the definition has no background. */
  bg: string | null
  html: string
  boxes: readonly Box[] | null
  values: Readonly<Record<string, string>>
  photo: string | null
  /** True if the certificate is HTML and the photo lies below the whole page and not in a slot. */
  beneath?: boolean
  /** The organiser's own fonts that the definition names. */
  fonts?: readonly FontFace[]
  link: string
  /** The layer over the whole certificate: a watermark. */
  marks?: readonly ImageBox[]
}

export const certificateSheetOf = (
  certificate: Certificate,
  { values, link, photo }: { values: Readonly<Record<string, string>>; link: string; photo: string | null },
): CertificateSheet => {
  const { form, html, boxes, bg, width, height, fonts, marks } = certificate
  const place = photoPlace(certificate)
  const common = { width, height, values, link, fonts, marks, photo: place === undefined ? null : photo }
  if (form !== 'boxes') return { ...common, bg, html, boxes: null, beneath: place === 'beneath' }
  if (place !== 'beneath') return { ...common, bg, html, boxes }
  return { ...common, bg: null, html, boxes: withPhotoBeneath(certificate) }
}
