import { type Source, writtenCode } from './sources.ts'

/** The longest line, in characters and not in bytes. */
const widest = 120
const limits = { shareOfWide: 0.005, mean: 45 }

const lengthOf = (line: string): number => [...line].length

export const figuresOfWidth = (sources: readonly Source[]): { lines: number; wide: number; characters: number } => {
  const figures = { lines: 0, wide: 0, characters: 0 }
  for (const { text } of writtenCode(sources)) {
    for (const line of text.split('\n')) {
      const length = lengthOf(line)
      figures.lines += 1
      figures.characters += length
      if (length > widest) figures.wide += 1
    }
  }
  return figures
}

const filesWithMost = (sources: readonly Source[]): string[] =>
  writtenCode(sources)
    .map(({ path, text }) => ({ path, wide: text.split('\n').filter((line) => lengthOf(line) > widest).length }))
    .filter(({ wide }) => wide > 0)
    .toSorted((a, b) => b.wide - a.wide)
    .slice(0, 20)
    .map(({ path, wide }) => `${path}: ${wide} lines over ${widest} characters`)

/**
 * Reports if more than 0.5 % of all lines of the project have more than 120 characters, or if the mean line has more
 * than 45. In the first case it also names the files with the most such lines.
 */
export const checkWidth = (sources: readonly Source[]): string[] => {
  const { lines, wide, characters } = figuresOfWidth(sources)
  const faults: string[] = []
  if (wide > lines * limits.shareOfWide)
    faults.push(
      `${wide} of ${lines} lines have more than ${widest} characters: at most ${limits.shareOfWide * 100} % may`,
      ...filesWithMost(sources),
    )
  if (characters > lines * limits.mean)
    faults.push(`the mean line has ${(characters / lines).toFixed(1)} characters: at most ${limits.mean} may be`)
  return faults
}
