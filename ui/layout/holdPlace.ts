import { type Guard, addGuard, dropGuards, goInside } from '../router/place.ts'

/**
 * A person who has something unsaved is asked before the app goes elsewhere, by a link or by the browser's back; `leave`
 * goes on. Gives the hold back when called.
 */
export const holdPlace = (ask: (leave: () => void) => void): (() => void) => {
  let returning = false
  const guard: Guard = (to) => {
    // The way back to here, after a step that the browser had taken already.
    if (returning) {
      returning = false
      return true
    }
    if (to === 0) return false
    if (typeof to === 'number') {
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
