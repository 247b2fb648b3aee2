/**
 * Text masks: 9 stands for a digit, a for a letter, * for either. The mask inserts all other characters. A mobile
 * number has the mask `999 9999 9999`.
 */

const fits = (slot: string, given: string): boolean =>
  slot === '9' ? /\d/.test(given) : slot === 'a' ? /[A-Za-z]/.test(given) : /[A-Za-z0-9]/.test(given)
const isSlot = (mark: string): boolean => mark === '9' || mark === 'a' || mark === '*'

/** Returns the typed text in the mask's form. Characters that do not fit are left out. */
export const masked = (typed: string, mask: string): string => {
  let said = ''
  const rest = [...typed].filter((mark) => /[A-Za-z0-9]/.test(mark))
  for (const slot of mask) {
    if (!rest.length) break
    if (!isSlot(slot)) {
      said += slot
      continue
    }
    while (rest.length && !fits(slot, rest[0]!)) rest.shift()
    const next = rest.shift()
    if (next === undefined) break
    said += next
  }
  return said.replace(/[^A-Za-z0-9]+$/, '')
}

/**
 * Returns a masked text without its spaces, because only the mask adds spaces (docs/behaviour/screens.md, Masks of
 * fields).
 */
export const unmasked = (said: string): string => said.replace(/\s/g, '')

/** Returns the position of the caret in a masked text. `before` is the number of letters and digits on its left. */
export const caretAfter = (said: string, before: number): number => {
  let seen = 0
  for (let at = 0; at < said.length; at++) {
    if (seen === before) return at
    if (/[A-Za-z0-9]/.test(said[at]!)) seen++
  }
  return said.length
}

/** Returns a race time from its digits: `30500` is `3:05:00`, `120500` is `12:05:00`. */
export const maskedTime = (typed: string): string => {
  const digits = typed
    .replace(/\D/g, '')
    .replace(/^0+(?=\d{5})/, '')
    .slice(0, 6)
  return [digits.slice(0, -4), digits.slice(-4, -2), digits.slice(-2)].filter((part) => part !== '').join(':')
}
