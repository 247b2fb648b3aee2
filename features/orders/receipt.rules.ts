/** Writes the number of a desk's receipt as on the paper receipt, with at least six digits. */
export const receiptText = (receipt: number): string => String(receipt).padStart(6, '0')
