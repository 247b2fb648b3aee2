/** Finds the first field whose text is not valid. Such a field has the attribute `data-fault`. */
const faultIn = (scope: Element | null): HTMLElement | null => scope?.querySelector<HTMLElement>('[data-fault]') ?? null

/**
 * Keeps a form from being saved while one of its fields has an invalid text, and moves the focus to that field. The
 * check covers every submit of a form, and presses of buttons with the attribute `data-action`. The returned function
 * ends the check.
 */
export const stopAtFaults = (): (() => void) => {
  const stop = (event: Event, scope: Element | null) => {
    const fault = faultIn(scope)
    if (!fault) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A form that hides some of its fields opens the part with this field.
    fault.dispatchEvent(new Event('fault', { bubbles: true }))
    fault.focus()
    fault.scrollIntoView({ block: 'center' })
  }
  const submit = (event: Event) => stop(event, event.target instanceof Element ? event.target : null)
  const click = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-action]') : null
    if (button) stop(event, button.closest('form, dialog') ?? button.closest('section'))
  }
  document.addEventListener('submit', submit, true)
  document.addEventListener('click', click, true)
  return () => {
    document.removeEventListener('submit', submit, true)
    document.removeEventListener('click', click, true)
  }
}
