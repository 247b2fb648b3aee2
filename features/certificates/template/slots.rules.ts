import type { Box } from './boxes.contract.ts'

const titled = /\btitle\s*=\s*(?:"照片"|'照片'|照片(?=[\s>]))/
/** A slot in HTML: an image that is titled 照片, or whose address is the photo's field. */
const slot = new RegExp(`<img\\b(?=[^>]*(?:${titled.source}|\\bsrc\\s*=\\s*["']?%photo%))[^>]*>`, 'gi')
/** Another element that is titled 照片: the photo lies beneath the HTML where that element stands. */
const place = new RegExp(`<(?!img\\b)[a-z][a-z0-9]*\\b(?=[^>]*${titled.source})[^>]*>`, 'gi')

type Definition = { form: 'boxes' | 'html'; html: string; boxes: readonly Pick<Box, 'kind'>[] | null }
/** The number of places for a photo in a definition. */
export const photoSlots = ({ form, html, boxes }: Definition): number =>
  form === 'boxes'
    ? (boxes ?? []).filter(({ kind }) => kind === 'photo').length
    : (html.match(slot) ?? []).length + (html.match(place) ?? []).length

/**
 * A definition with exactly one slot titled 照片 shows the crop button and its photo (docs/behaviour/certificates.md,
 * Photo slot).
 */
export const takesPhoto = (definition: Definition): boolean => photoSlots(definition) === 1

/** The image titled 照片 takes the photo's field as its address, whatever it shows in the organiser's own preview. */
export const withPhotoSlot = (html: string): string =>
  html.replace(slot, (tag) =>
    /\bsrc\s*=/i.test(tag)
      ? tag.replace(/\bsrc\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/i, 'src="%photo%"')
      : tag.replace(/^<img\b/i, '<img src="%photo%"'),
  )
