import { fenOf, yuanOf } from '#ui/form/numbers.ts'

/** Reads an amount in yuan and returns it in fen. For an unreadable text it returns NaN, which the server refuses. */
export const typedFen = (yuan: string): number => fenOf(Number(yuan))
/** Writes an amount in fen as a text in yuan that staff can edit. */
export const typedYuan = (fen: number): string => String(yuanOf(fen))
/** Reads a number from a text. Returns null if the text is empty. */
export const typedNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
