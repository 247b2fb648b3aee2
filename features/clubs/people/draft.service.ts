import { type Lang, type Text, fill, langs, nameIn } from '#contract/words.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { formOf, raceDayOf } from '#features/events/rules.ts'
import type { EventRow } from '#features/events/service.ts'
import { labels, partLabels } from '#features/fields/words.ts'
import type { FieldName } from '#features/fields/fields.rules.ts'
import { SignupInput } from '#features/registrations/signup/signup.contract.ts'
import { type Wrong, checkSignup } from '#features/registrations/signup/signup.rules.ts'
import { versionsOf } from '#features/registrations/signup/wording.rules.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { memberWords as words } from './members.words.ts'

/** The values of a person before the sign-up, with the fields of the sign-up's input. */
export type ClubDraft = Omit<SignupInput, 'raceid'>
const FIELD = 'club draft'

/** Seals the values of a person. The caller has prepared the race's key. */
export const sealDraft = (seal: Seal, raceid: number, draft: ClubDraft): Buffer =>
  seal.seal(raceScope(raceid), FIELD, JSON.stringify(draft))
/** Opens the values of a person; undefined if they are erased. */
export const openClubDraft = (seal: Seal, raceid: number, sealed: Buffer): ClubDraft | undefined => {
  const text = seal.open(raceScope(raceid), FIELD, sealed)
  return text === '' ? undefined : (JSON.parse(text) as ClubDraft)
}
/** Fills missing values with empty values. */
export const clubDraftFrom = (values: Partial<SignupInput> & { eventid: number }): ClubDraft => {
  const { raceid: _, ...draft } = SignupInput.parse({ raceid: 1, ...values })
  return draft
}

/** Checks the values of a person by the rules of the sign-up. */
export const wrongIn = (draft: ClubDraft, event: EventRow, race: RaceGiven, now: Date) => {
  const checked = checkSignup(
    draft,
    { form: formOf(event), raceDay: raceDayOf(event, race), versions: versionsOf(race.settings.consents) },
    now,
  )
  return checked.ok ? {} : checked.wrong
}

/** Names the things that are missing or wrong, without any value. The captain reads these names. */
export const draftLacks = (wrong: Partial<Record<string, Wrong>>, event: EventRow, lang: Lang): string[] => {
  const questions = formOf(event).questions
  const labelOf = (name: string): string => {
    if (name.startsWith('consents.')) return words.consents[lang]
    if (name.startsWith('quiz.')) return words.quiz[lang]
    if (name.startsWith('qualifying')) return labels.qualifying[lang]
    const question = questions.find((one) => `answers.${one.name}` === name)
    if (question) return nameIn(lang, question.says['zh-cn'] ?? name, question.says)
    return (labels[name as FieldName] ?? partLabels[name])?.[lang] ?? name
  }
  return [...new Set(Object.keys(wrong).map(labelOf))]
}

/** Writes the first fault of a row of a list as a text in every language. */
export const firstFault = (
  wrong: Partial<Record<string, Wrong>>,
): { why: Text; values: Record<string, string> } | undefined => {
  const [found] = Object.entries(wrong)
  if (!found?.[1]) return undefined
  const [name, { message, values = {} }] = found
  const label = labels[name as FieldName]
  const filled = Object.fromEntries(
    langs.map((lang) => [
      lang,
      `${label ? `${label[lang]}${lang === 'en' ? ': ' : '：'}` : ''}${fill(message[lang], values)}`,
    ]),
  ) as Text
  return { why: filled, values: {} }
}
