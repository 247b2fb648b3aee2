/**
 * Returns the bytes of a file that a form sends as base64, or undefined if the text is not base64. The function
 * searches for one wrong character. It does not match the whole text with a pattern (`^[…]+$`). After V8 has compiled
 * 1 MB of patterns, it optimises no new pattern. A pattern for the whole text may then keep 8 bytes for each
 * character, and the stack overflows beyond 8,388,608 characters.
 */
export const base64In = (file: string): Buffer | undefined => {
  // A form that did not escape its plus signs has turned them into blanks.
  const text = file.replace(/^data:image\/[a-z+.-]{1,20};base64,/, '').replaceAll(' ', '+')
  const end = text.endsWith('==') ? -2 : text.endsWith('=') ? -1 : text.length
  const digits = text.slice(0, end)
  return digits === '' || /[^A-Za-z0-9+/\r\n]/.test(digits) ? undefined : Buffer.from(text, 'base64')
}
