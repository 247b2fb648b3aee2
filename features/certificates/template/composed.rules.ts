import type { Certificate } from '../contract.ts'
import { fieldsIn } from '../rules.ts'
import type { Box } from './boxes.contract.ts'
import { goesToCrop } from './marks.rules.ts'
import { takesPhoto } from './slots.rules.ts'

type Definition = Pick<Certificate, 'form' | 'html' | 'boxes' | 'bg' | 'fields'>
/**
 * The place of a runner's photo: the definition's own slot. Where a definition that is marked 合成 or 水印 has no slot, the
 * photo lies beneath all of it and shows through the window of its background. A background has a window if it is a
 * PNG.
 */
export const photoPlace = ({ form, html, boxes, bg, fields }: Definition): 'slot' | 'beneath' | undefined => {
  if (takesPhoto({ form, html, boxes })) return 'slot'
  return goesToCrop(fields) && bg?.endsWith('.png') === true ? 'beneath' : undefined
}

/** Tells whether a definition asks its runner for a photo and has no place for one. */
export const lacksSlot = (definition: Definition): boolean =>
  goesToCrop(definition.fields) && photoPlace(definition) === undefined

/** The same for boxes whose fields are not collected yet: a design in the editor. */
export const boxesLackSlot = (boxes: readonly Box[], bg: string | null): boolean =>
  lacksSlot({
    form: 'boxes',
    html: '',
    boxes: [...boxes],
    bg,
    fields: boxes.flatMap((box) => ('text' in box ? fieldsIn(box.text) : [])),
  })

type Paper = { width: number; height: number; bg: string | null; boxes: readonly Box[] | null }
/** Boxes with a photo beneath all of them: the background becomes a box that lies over it. */
export const withPhotoBeneath = ({ width, height, bg, boxes }: Paper): Box[] => {
  const whole = { x: 0, y: 0, width, height, radius: 0, rotate: 0 }
  return [
    { kind: 'photo', ...whole, border: null },
    ...(bg === null ? [] : [{ kind: 'image', ...whole, picture: bg, fit: 'fill', opacity: 1 } as const]),
    ...(boxes ?? []),
  ]
}
