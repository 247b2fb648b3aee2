/** Fen from a text of yuan. An unreadable text is NaN, which the server refuses. */
export const fenOf = (yuan: string): number => Math.round(Number(yuan) * 100)
/** Yuan as a text to edit, from fen. */
export const yuanOf = (fen: number): string => String(fen / 100)
/** A number from a text, or null where the text is empty. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
