import { fenOf, yuanOf } from '#ui/form/numbers.ts'

/** Reads an amount in yuan and returns it in fen. For an unreadable text it returns NaN, which the server refuses. */
export const typedFen = (yuan: string): number => fenOf(Number(yuan))
export const typedYuan = (fen: number): string => String(yuanOf(fen))
export const typedNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
