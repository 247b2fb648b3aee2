/**
 * Signs that nobody sees: blanks without width, marks of the direction of writing, a mark of the byte order, the sign
 * with which old programs end a file. Names that people copy from a chat may have such signs. The list has no joiners,
 * because Indic and Persian words need them.
 */
// oxlint-disable-next-line no-control-regex -- old programs end a file with this character
const HIDDEN = /[\u001a\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '')

/** Tells whether a text may have cells in the form that makes a spreadsheet keep their leading zeros. */
export const hasKeptZeros = (text: string): boolean => /="|'\d/.test(text)

/** Removes the form `="0012"` or `'0012`, in which a system keeps the zeros of a cell. */
export const withoutKeptZeros = (cell: string): string =>
  cell.replace(/^="([^"]{0,1000})"$/, '$1').replace(/^'(?=\d)/, '')
