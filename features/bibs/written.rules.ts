import { writtenBib } from '#features/registrations/bib.rules.ts'

/** Reads a written bib, such as `a 0001`. */
export const readWrittenBib = (given: string): { prefix: string; bib: string } | undefined => {
  const written = writtenBib(given)
  const found = /^([A-Z-]{0,6})(\d{1,7})$/.exec(written)
  return found ? { prefix: found[1]!, bib: found[2]! } : undefined
}
