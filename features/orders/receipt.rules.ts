/** Writes the number of a desk's receipt as it stands on paper: at least six digits. */
export const receiptText = (receipt: number): string => String(receipt).padStart(6, '0')
