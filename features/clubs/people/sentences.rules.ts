import { type Text, text } from '#contract/words.ts'
import type { Wrong } from '#features/registrations/signup/signup.rules.ts'

const named = text('{name}：{fault}', '{name}：{fault}', '{name}: {fault}')
/**
 * Writes the faults of several people, each with the person's name before it. The sign-up names a field of the third
 * person `2.idnum`.
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
