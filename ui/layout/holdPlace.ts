import { type Guard, addGuard, dropGuards, goInside } from '../router/place.ts'

/**
 * Lets a page with unsaved changes ask before a link or the browser's back button leaves the page. A call of `leave`
 * then leaves the page. The returned function removes the question.
 */
export const holdPlace = (ask: (leave: () => void) => void): (() => void) => {
  let returning = false
  const guard: Guard = (to) => {
    // The app itself goes back to the page here. This needs no question.
    if (returning) {
      returning = false
      return true
    }
    if (to === 0) return false
    if (typeof to === 'number') {
      // The browser has already left the page, so the app returns to the page.
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
