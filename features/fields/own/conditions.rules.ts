import type { Condition } from './question.contract.ts'

export type Conditioned = { name: string; when?: Condition | null | undefined }

/** The options that an answer names: several are joined by commas. */
export const chosenIn = (answer: string): string[] => answer.split(',').filter(Boolean)

/**
 * Which of the fields are shown, by what was answered: held by the form as one types and by the server. A field whose
 * condition names one that is not shown itself is not shown, and neither is one of a circle. `answerOf` answers '' for
 * what the form does not ask.
 */
export const shownFields = (asked: readonly Conditioned[], answerOf: (name: string) => string): ReadonlySet<string> => {
  const byName = new Map(asked.map((field) => [field.name, field]))
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
  return new Set(asked.map(({ name }) => name).filter(isShown))
}
