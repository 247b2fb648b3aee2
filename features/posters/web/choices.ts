import type { Box, ImageBox } from '#features/certificates/template/boxes.contract.ts'
import type { Certificate } from '#features/certificates/contract.ts'
import type { PageType } from '#features/certificates/rules.ts'
import { photoPlace } from '#features/certificates/template/composed.rules.ts'
import { isWatermarked } from '#features/certificates/template/marks.rules.ts'
import { type CertificateSheet, certificateSheetOf as sheetOfCertificate } from '#features/certificates/web/sheet.ts'
import type { PosterCode } from '#features/codes/web/codePicture.ts'
import type { Poster } from '../design.contract.ts'
import { posterSheetOf } from '../rules.ts'

type Place = { x: number; y: number; width: number; height: number }
/** One design: a certificate, or one of the race's posters. */
export type Choice = {
  /** The design's name in the keys under which the device keeps pictures, such as `c12` or `p1001`. */
  id: string
  definition: { id: number; version: number }
  raceid: number
  kind: PageType
  title: string | undefined
  preview: string | null
  width: number
  height: number
  /** True if the design has a place for a photo. `slot` is this place, if it is known before drawing. */
  takesPhoto: boolean
  slot: Place | undefined
  values: Readonly<Record<string, string>>
  link: string
  /** The template whose code is requested. Only posters have such a code. */
  posterid: number | undefined
  /**
   * The layer over the design, until the person chooses another watermark of the race. `watermarked` means that the
   * design always has a watermark.
   */
  marks: readonly ImageBox[]
  watermarked: boolean
  sheet: (photo: string | null, code: PosterCode | null) => CertificateSheet
}

/**
 * Makes the design of a certificate. The photo lies in the certificate's slot, or below the whole page if there is no
 * slot. Returns undefined if the certificate comes without a runner's values.
 */
export const certificateChoice = (certificate: Certificate): Choice | undefined => {
  const { form, boxes, bg, width, height, fields, link, values } = certificate
  if (!values || link === null) return undefined
  const place = photoPlace(certificate)
  const box = boxes?.find(({ kind }) => kind === 'photo') as Extract<Box, { kind: 'photo' }> | undefined
  return {
    id: `c${certificate.id}`,
    definition: certificate,
    raceid: certificate.raceid,
    kind: certificate.kind,
    title: undefined,
    preview: bg,
    width,
    height,
    takesPhoto: place !== undefined,
    values,
    link,
    posterid: undefined,
    marks: certificate.marks,
    watermarked: isWatermarked(fields),
    slot: place === 'beneath' ? { x: 0, y: 0, width, height } : form === 'boxes' ? box : undefined,
    sheet: (photo) => sheetOfCertificate(certificate, { values, link, photo }),
  }
}

export const posterChoice = (
  poster: Poster,
  filling: { values: Readonly<Record<string, string>>; link: string },
): Choice => {
  const { background, watermask, nopic } = poster
  return {
    id: `p${poster.id}`,
    definition: poster,
    raceid: poster.raceid,
    kind: 'poster',
    title: poster.name,
    preview: poster.preview,
    width: watermask.width,
    height: watermask.height,
    takesPhoto: !nopic,
    ...filling,
    posterid: poster.id,
    marks: [],
    watermarked: false,
    slot: nopic
      ? undefined
      : { x: background.offsetx, y: background.offsety, width: background.width, height: background.height },
    sheet: (photo, code) => {
      const { width, height, bg, boxes } = posterSheetOf(poster, {
        photo: photo !== null,
        code: code && 'picture' in code ? code : null,
      })
      return {
        width,
        height,
        bg,
        html: '',
        boxes,
        values: filling.values,
        photo,
        link: code && 'text' in code ? code.text : filling.link,
      }
    },
  }
}
