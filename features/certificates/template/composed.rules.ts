import type { Certificate } from '../contract.ts'
import { certificateFieldsIn } from '../rules.ts'
import type { Box } from './boxes.contract.ts'
import { goesToCrop } from './marks.rules.ts'
import { photoSlots, takesPhoto } from './slots.rules.ts'

type Definition = Pick<Certificate, 'form' | 'html' | 'boxes' | 'bg' | 'fields'>
/**
 * Returns the place of a runner's photo: the definition's own slot. A definition with the mark 合成 or 水印 may have no
 * slot. Its photo then lies below the background and shows through the background's transparent window. Only a PNG
 * counts as a background with a window.
 */
export const photoPlace = ({ form, html, boxes, bg, fields }: Definition): 'slot' | 'beneath' | undefined => {
  if (takesPhoto({ form, html, boxes })) return 'slot'
  return goesToCrop(fields) && bg?.endsWith('.png') === true ? 'beneath' : undefined
}

/** The fault of a definition that asks its runner for a photo: it has no slot, or several slots. */
type SlotFault = 'certificate_without_slot' | 'certificate_with_slots'
/**
 * Finds the reason why a definition has no place for the photo that it asks for. Returns undefined if the definition
 * asks for no photo, or if it has a place.
 */
export const slotFault = (definition: Definition): SlotFault | undefined => {
  if (!goesToCrop(definition.fields) || photoPlace(definition) !== undefined) return undefined
  return photoSlots(definition) > 1 ? 'certificate_with_slots' : 'certificate_without_slot'
}

/**
 * Finds the fault of the photo's place in a definition that staff edit. The fields of its boxes are not collected yet,
 * so this function collects them.
 */
export const slotFaultOfBoxes = (boxes: readonly Box[], bg: string | null): SlotFault | undefined =>
  slotFault({
    form: 'boxes',
    html: '',
    boxes: [...boxes],
    bg,
    fields: boxes.flatMap((box) => ('text' in box ? certificateFieldsIn(box.text) : [])),
  })

type Paper = { width: number; height: number; bg: string | null; boxes: readonly Box[] | null }
/** Returns boxes with a photo below all other boxes. The background becomes a box above the photo. */
export const withPhotoBeneath = ({ width, height, bg, boxes }: Paper): Box[] => {
  const whole = { x: 0, y: 0, width, height, radius: 0, rotate: 0 }
  return [
    { kind: 'photo', ...whole, border: null },
    ...(bg === null ? [] : [{ kind: 'image', ...whole, picture: bg, fit: 'fill', opacity: 1 } as const]),
    ...(boxes ?? []),
  ]
}
