import { type RefObject, useEffect } from 'react'

type Taker = RefObject<HTMLInputElement | null>
/** The fields that take keys which a person types outside of any field, in the order in which the fields appeared. */
const takers: Taker[] = []

const notTyped = new Set(['button', 'checkbox', 'file', 'radio', 'range', 'reset', 'submit'])
/**
 * Tells whether an element takes typed text itself. A list of choices does not count, because a scanner would change
 * the choice.
 */
const takesText = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !notTyped.has(element.type)) ||
  (element instanceof HTMLElement && element.isContentEditable)

const bringBack = (event: KeyboardEvent): void => {
  // The space bar presses buttons. A key whose name is longer than one sign, such as Tab, writes no sign.
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  if (takesText(document.activeElement) || document.querySelector('dialog[open], [role=dialog]')) return
  const field = takers.at(-1)?.current
  // The browser writes the sign of a pressed key into the field that has the focus after this call.
  field?.focus()
  field?.select()
}

/**
 * Puts the cursor into a field. On a phone the function does nothing, because a phone shows its keyboard only after a
 * tap on the field.
 */
export const focusWithoutTouch = (field: Taker): void => {
  if (matchMedia('(pointer: fine)').matches) field.current?.focus()
}

/**
 * Puts the cursor into a field when the field appears, and leads keys to the field while no field has the focus. A
 * scanner types wherever the focus is, and a tap on a button takes the focus away. If several fields use this hook, the
 * field that appeared last gets the keys.
 */
export const useTypedAnywhere = (field: Taker): void => {
  useEffect(() => {
    focusWithoutTouch(field)
    if (takers.push(field) === 1) addEventListener('keydown', bringBack)
    return () => {
      takers.splice(takers.indexOf(field), 1)
      if (takers.length === 0) removeEventListener('keydown', bringBack)
    }
  }, [field])
}
