import type { Box } from './boxes.contract.ts'

const titled = /\btitle\s*=\s*(?:"照片"|'照片'|照片(?=[\s>]))/
/** The form of a slot in HTML: an image with the title 照片, or an image with the photo's field as its address. */
const slot = new RegExp(`<img\\b(?=[^>]*(?:${titled.source}|\\bsrc\\s*=\\s*["']?%photo%))[^>]*>`, 'gi')
/** The form of an element that has the title 照片 and is no image. The photo lies behind this element. */
const place = new RegExp(`<(?!img\\b)[a-z][a-z0-9]*\\b(?=[^>]*${titled.source})[^>]*>`, 'gi')

type Definition = { form: 'boxes' | 'html'; html: string; boxes: readonly Pick<Box, 'kind'>[] | null }
export const photoSlots = ({ form, html, boxes }: Definition): number =>
  form === 'boxes'
    ? (boxes ?? []).filter(({ kind }) => kind === 'photo').length
    : (html.match(slot) ?? []).length + (html.match(place) ?? []).length

/**
 * Tells whether a definition has exactly one place for a photo. The page then shows the crop button and the photo
 * (docs/behaviour/certificates.md, Photo slot).
 */
export const takesPhoto = (definition: Definition): boolean => photoSlots(definition) === 1

/**
 * Sets the photo's field as the address of the image with the title 照片. The organiser's preview may show another
 * picture there.
 */
export const withPhotoSlot = (html: string): string =>
  html.replace(slot, (tag) =>
    /\bsrc\s*=/i.test(tag)
      ? tag.replace(/\bsrc\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/i, 'src="%photo%"')
      : tag.replace(/^<img\b/i, '<img src="%photo%"'),
  )
