import type { Box } from './boxes.contract.ts'

/** A slot in HTML: an image that is titled 照片, or whose address is the photo's field. */
const slot = /<img\b(?=[^>]*(?:\btitle\s*=\s*(?:"照片"|'照片'|照片(?=[\s>]))|\bsrc\s*=\s*["']?%photo%))[^>]*>/gi

type Definition = { form: 'boxes' | 'html'; html: string; boxes: readonly Pick<Box, 'kind'>[] | null }
/** How many places for a photo a definition has. */
export const photoSlots = ({ form, html, boxes }: Definition): number =>
  form === 'boxes' ? (boxes ?? []).filter(({ kind }) => kind === 'photo').length : (html.match(slot) ?? []).length

/**
 * The crop button and its photo are there where a definition has exactly one slot titled 照片
 * (docs/behaviour/certificates.md, Photo slot).
 */
export const takesPhoto = (definition: Definition): boolean => photoSlots(definition) === 1

/** The image titled 照片 takes the photo's field for its address, whatever it shows in the organiser's own preview. */
export const withPhotoSlot = (html: string): string =>
  html.replace(slot, (tag) =>
    /\bsrc\s*=/i.test(tag)
      ? tag.replace(/\bsrc\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/i, 'src="%photo%"')
      : tag.replace(/^<img\b/i, '<img src="%photo%"'),
  )
