import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/**
 * Writes figures of a test into the file that `COUNTED` names. A proof adds these figures up and prints the sums, so
 * that no figure of a proof is a constant.
 */
export const counted = (figures: Readonly<Record<string, number>>): void => {
  if (process.env.COUNTED) appendFileSync(process.env.COUNTED, `${JSON.stringify(figures)}\n`)
}

export const sumsIn = (file: string): Record<string, number> => {
  const sums: Record<string, number> = {}
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  for (const line of lines.filter((each) => each !== ''))
    for (const [name, figure] of Object.entries(JSON.parse(line) as Record<string, number>))
      sums[name] = (sums[name] ?? 0) + figure
  return sums
}
