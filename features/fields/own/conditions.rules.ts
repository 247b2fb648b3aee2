import type { Condition } from './question.contract.ts'

export type Conditioned = { name: string; when?: Condition | null | undefined }

/** Lists the options that an answer names. In the answer, commas separate the options. */
export const chosenIn = (answer: string): string[] => answer.split(',').filter(Boolean)

/**
 * Lists the visible fields for the given answers. A field is invisible if its condition names an invisible field.
 * Fields whose conditions form a circle are invisible too. `answerOf` returns '' for a field that the form does not
 * ask.
 */
export const shownFields = (
  fields: readonly Conditioned[],
  answerOf: (name: string) => string,
): ReadonlySet<string> => {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const known = new Map<string, boolean>()
  const isShown = (name: string): boolean => {
    const field = byName.get(name)
    if (!field?.when) return true
    const before = known.get(name)
    if (before !== undefined) return before
    known.set(name, false)
    const { field: on, is } = field.when
    const shown = isShown(on) && (is.includes(answerOf(on)) || chosenIn(answerOf(on)).some((one) => is.includes(one)))
    known.set(name, shown)
    return shown
  }
  return new Set(fields.map(({ name }) => name).filter(isShown))
}
