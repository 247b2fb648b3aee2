import type { Certificate } from '../contract.ts'
import { goesToCrop } from './marks.rules.ts'
import { takesPhoto } from './slots.rules.ts'

type Definition = Pick<Certificate, 'form' | 'html' | 'boxes' | 'bg' | 'fields'>
/**
 * Where a runner's photo goes: into the definition's own slot, or, where one that is marked 合成 or 水印 has none,
 * beneath all of it, to be seen through the window of its background. A background has a window if it is a PNG.
 */
export const photoPlace = ({ form, html, boxes, bg, fields }: Definition): 'slot' | 'beneath' | undefined => {
  if (takesPhoto({ form, html, boxes })) return 'slot'
  return goesToCrop(fields) && bg?.endsWith('.png') === true ? 'beneath' : undefined
}

/** Whether a definition asks its runner for a photo and has no place for one. */
export const lacksSlot = (definition: Definition): boolean =>
  goesToCrop(definition.fields) && photoPlace(definition) === undefined
