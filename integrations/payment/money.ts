/** Writes fen or cents as gateways write money: in yuan or dollars with two decimals. */
export const decimalOf = (minor: number): string => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

/** Reads an amount. Undefined if the text is no amount with at most two decimals, because the function never rounds. */
export const minorOf = (decimal: string): number | undefined => {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(decimal)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined
}
