import { isBuiltIn, roles } from '#contract/rights.ts'
import { type Lang, type Text, fill } from '#contract/words.ts'
import { amountText } from '#contract/written.ts'
import type { FieldName } from '#features/fields/fields.rules.ts'
import { labels } from '#features/fields/words.ts'
import { isLoggedAction, loggedActions } from '../actions.words.ts'
import { roleLinesOf } from '../rules.ts'
import { choiceText, loggedFieldWords, isField, isState, states, targetText } from '../targets.words.ts'
import { logWords } from './words.ts'

type Logged = {
  staffid?: number | null
  staff: string | null
  what: string
  target: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}
/** The language of a sentence, and the function that writes its moments in the time zone of the reader. */
type Writer = { lang: Lang; moment: (iso: string) => string }

/** Fields that hold an amount in fen. A new field of this kind belongs in this list. */
const inFen = new Set([
  'amount',
  'back',
  'balance',
  'counted',
  'difference',
  'discount',
  'due',
  'expected',
  'fee',
  'freight',
  'kept',
  'paid',
  'postage',
  'price',
  'refund',
  'refunded',
  'textPrice',
])
/** Fields that have the same values as another field. */
const CHOSEN: Readonly<Record<string, string>> = { choices: 'choice', fallback: 'choice' }
/** Names of ids whose value 0 means that the thing does not exist. */
const orNone = new Set(['refundid'])
const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const roleText = (role: unknown, lang: Lang) =>
  typeof role === 'string' && isBuiltIn(role) ? roles[role].label[lang] : undefined

export const loggedValueText = (name: string, value: unknown, { lang, moment }: Writer): string => {
  if (isNothing(value) || (value === 0 && orNone.has(name))) return logWords.nothing[lang]
  if (value === 'changed' || value === 'sealed') return logWords.sealed[lang]
  if (typeof value === 'boolean') return (value ? logWords.yes : logWords.no)[lang]
  if (typeof value === 'number' && inFen.has(name)) return amountText(value)
  if (name === 'state' && isState(value)) return states[value][lang]
  const choice = choiceText(CHOSEN[name] ?? name, value)
  if (choice) return choice[lang]
  if (isInstant(value)) return moment(value)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value
      .map(
        (one) =>
          (name === 'roles' ? roleText(one, lang) : choiceText(CHOSEN[name] ?? name, one)?.[lang]) ??
          loggedValueText('', one, { lang, moment }),
      )
      .join(lang === 'en' ? ', ' : '、')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
/**
 * Returns the label of a logged field. In an entry about a registration, a field of the sign-up form has the label that
 * the runner reads.
 */
const labelOf = (name: string, target: string): Text | undefined => {
  const asked = Object.hasOwn(labels, name) ? labels[name as FieldName] : undefined
  if (asked && target.startsWith('registration ')) return asked
  return isField(name) ? loggedFieldWords[name] : asked
}
const languages: Readonly<Record<string, string>> = { 'zh-cn': '简体中文', 'zh-tw': '繁體中文', en: 'English' }
const fieldText = (at: readonly string[], target: string, lang: Lang): string =>
  at.map((name) => labelOf(name, target)?.[lang] ?? languages[name] ?? name).join(' · ')

const whatText = (what: string, lang: Lang): string => (isLoggedAction(what) ? loggedActions[what][lang] : what)
/** Writes the thing that an entry is about, such as `notice 12`. */
export const thingText = (target: string, lang: Lang): string => {
  const said = targetText(target)
  return said ? fill(said.label[lang], { which: said.which }).trim() : target
}
const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

/** The actions whose words already say that they are about the account of the person who acts. */
const ofOneself: ReadonlySet<string> = new Set([
  'owner made',
  'password chosen',
  'password changed',
  'recovery codes made',
])
/** Writes the action of an entry as a sentence: who did it, and to what. */
export const sentenceOf = ({ staffid, staff, what, target }: Logged, lang: Lang): string => {
  const thing = staff !== null && ofOneself.has(what) && target === `staff ${staffid}` ? '' : thingText(target, lang)
  const action = whatText(what, lang)
  const done = staff === null ? action : lang === 'en' ? `${staff} ${lower(action)}` : `${staff} ${action}`
  return thing === '' || thing === '-' ? done : `${done}${lang === 'en' ? ': ' : '：'}${thing}`
}
/** Writes each changed value of an entry as a part of a sentence: `Places from 100 to 120`. */
export const changeSentences = (
  { target, before, after }: Pick<Logged, 'target' | 'before' | 'after'>,
  writer: Writer,
): string[] => {
  // The log holds the word `changed` in place of a sealed value, before and after the change. A comparison would find
  // no difference.
  const sealed = Object.keys(after ?? {}).filter((name) => after?.[name] === 'changed' && before?.[name] === 'changed')
  const all = [
    ...sealed.map((name) => ({ at: [name], before: 'changed', after: 'changed' })),
    ...roleLinesOf(before ?? {}, after ?? {}),
  ]
  return all.map(({ at, before: was, after: is }) => {
    const name = at.at(-1) ?? ''
    const values = {
      field: fieldText(at, target, writer.lang),
      before: loggedValueText(name, was, writer),
      after: loggedValueText(name, is, writer),
    }
    const isSealed = is === 'changed' || is === 'sealed'
    if (before === null || isNothing(was) || isSealed) return fill(logWords.set[writer.lang], values)
    return fill((isNothing(is) ? logWords.taken : logWords.moved)[writer.lang], values)
  })
}
