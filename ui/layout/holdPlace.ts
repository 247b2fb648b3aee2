import { type Guard, addGuard, dropGuards, goInside } from '../router/place.ts'

/**
 * Lets a page with unsaved changes ask before the app goes elsewhere, by a link or by the browser's back button.
 * `leave` then takes the step. The returned function removes the question.
 */
export const holdPlace = (ask: (leave: () => void) => void): (() => void) => {
  let returning = false
  const guard: Guard = (to) => {
    // This step is the app's own step back to the page. It needs no question.
    if (returning) {
      returning = false
      return true
    }
    if (to === 0) return false
    if (typeof to === 'number') {
      // The browser has already left the page, so the app takes the step back.
      returning = true
      history.go(-to)
    }
    ask(() => {
      dropGuards()
      if (typeof to === 'number') history.go(to)
      else goInside(to)
    })
    return true
  }
  return addGuard(guard)
}
