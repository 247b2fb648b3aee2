import type { Text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { fields } from '#features/fields/fields.rules.ts'
import type { OptionalField, PlaceField, StockField } from '#features/fields/lists.rules.ts'
import { isEmail, isEnglishName, isMobileFor, isName, normalEmail, normalName } from '#features/people/rules.ts'
import { words as people } from '#features/people/words.ts'
import { normalMobile } from '#features/accounts/rules.ts'

/** Fields that need no check beside the check of their kind. */
export type KindField = Exclude<OptionalField, PlaceField | StockField>
type Kind = (typeof fields)[KindField]['kind']
type Judged = {
  /** Writes a text of the kind in the one form in which it is stored. */
  normal: (given: string) => string
  /** Finds the fault of a text in its stored form. */
  wrongWith: (normal: string, options: readonly string[]) => Text | undefined
}

const trimmed = (given: string): string => given.trim()
const unless = (isRight: (normal: string) => boolean, message: Text) => (normal: string) =>
  isRight(normal) ? undefined : message
const kinds: Record<Kind, Judged> = {
  text: { normal: trimmed, wrongWith: () => undefined },
  choice: { normal: trimmed, wrongWith: (normal, options) => (options.includes(normal) ? undefined : wrong.choice) },
  latin: { normal: normalName, wrongWith: unless(isEnglishName, people.enname_wrong) },
  name: { normal: normalName, wrongWith: unless((name) => isName(name, 'passport'), people.name_wrong) },
  mail: { normal: normalEmail, wrongWith: unless(isEmail, people.email_wrong) },
  phone: {
    normal: normalMobile,
    // An emergency contact may live in any country, so the runner's document does not limit the number.
    wrongWith: unless((mobile) => isMobileFor(mobile, 'passport'), people.mobile_wrong),
  },
}

/** Brings a field's text into the one form in which it is stored. */
export const normalOf = (field: OptionalField | 'mobile', given: string): string => {
  const { kind } = fields[field]
  return kind === 'place' || kind === 'stock' ? trimmed(given) : kinds[kind].normal(given)
}

export const longestOf = (field: KindField): number => {
  const entry = fields[field]
  return 'typed' in entry ? entry.typed : entry.longest
}

/** Finds the fault of a text in its stored form. */
export const faultOfText = (field: KindField, normal: string): Text | undefined => {
  const entry = fields[field]
  return kinds[entry.kind].wrongWith(normal, 'options' in entry ? entry.options : [])
}
