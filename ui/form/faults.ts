/** A field whose text cannot be taken carries `data-fault`; a button that does an action carries `data-action`. */
const faultIn = (scope: Element | null): HTMLElement | null => scope?.querySelector<HTMLElement>('[data-fault]') ?? null

/**
 * Nothing is saved while a field of the same form says that it cannot be read: the field gets the focus instead. One
 * place for all forms, those that are sent by Enter and those whose button does the work. Ends when called.
 */
export const stopAtFaults = (): (() => void) => {
  const stop = (event: Event, scope: Element | null) => {
    const fault = faultIn(scope)
    if (!fault) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A form that shows a part of its fields opens the part with this one.
    fault.dispatchEvent(new Event('fault', { bubbles: true }))
    fault.focus()
    fault.scrollIntoView({ block: 'center' })
  }
  const submit = (event: Event) => stop(event, event.target instanceof Element ? event.target : null)
  const click = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-deed]') : null
    if (button) stop(event, button.closest('form, dialog') ?? button.closest('section'))
  }
  document.addEventListener('submit', submit, true)
  document.addEventListener('click', click, true)
  return () => {
    document.removeEventListener('submit', submit, true)
    document.removeEventListener('click', click, true)
  }
}
