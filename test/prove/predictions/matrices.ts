type Matrix = readonly (readonly number[])[]
export const transposed = (a: Matrix): number[][] => a[0]!.map((_, at) => a.map((row) => row[at]!))
export const product = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) => b[0]!.map((_, at) => row.reduce((sum, one, k) => sum + one * b[k]![at]!, 0)))

/** Inverts a matrix by elimination with the largest pivot first. */
export const inverse = (a: Matrix): number[][] => {
  const n = a.length
  const wide = a.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column; row < n; row++)
      if (Math.abs(wide[row]![column]!) > Math.abs(wide[pivot]![column]!)) pivot = row
    ;[wide[column], wide[pivot]] = [wide[pivot]!, wide[column]!]
    const by = wide[column]![column]!
    wide[column] = wide[column]!.map((one) => one / by)
    for (let row = 0; row < n; row++) {
      const times = wide[row]![column]!
      if (row !== column && times !== 0) wide[row] = wide[row]!.map((one, k) => one - times * wide[column]![k]!)
    }
  }
  return wide.map((row) => row.slice(n))
}
