/** Returns the reason why a new PIN is refused. A PIN such as 1111, 1234 or 4321 is too easy to guess. */
export const pinWrong = (
  pin: string,
  again: string,
  digits: number,
): 'pin_digits' | 'pin_simple' | 'pin_differs' | undefined => {
  if (pin.length !== digits || !/^\d+$/.test(pin)) return 'pin_digits'
  const steps = new Set([...pin].slice(1).map((figure, at) => Number(figure) - Number(pin[at])))
  const isRow = steps.size === 1 && [0, 1, -1].includes([...steps][0]!)
  if (isRow) return 'pin_simple'
  return pin === again ? undefined : 'pin_differs'
}
