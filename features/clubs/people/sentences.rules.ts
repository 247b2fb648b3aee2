import { type Text, text } from '#contract/words.ts'
import type { Wrong } from '#features/registrations/signup/signup.rules.ts'

const named = text('{name}：{fault}', '{name}：{fault}', '{name}: {fault}')
/**
 * Writes the faults of several people, each with the person's name before it. In the faults of a sign-up, `2.idnum` is
 * the document number of the third person, because the sign-up counts people from 0.
 */
export const sentencesOf = (
  wrong: Partial<Record<string, Wrong>>,
  people: readonly { name: string }[],
  say: (said: Text, values?: Record<string, string | number>) => string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wrong).map(([field, fault]) => {
      const at = Number(field.split('.')[0])
      return [field, say(named, { name: people[at]?.name ?? '', fault: say(fault!.message, fault!.values) })]
    }),
  )
