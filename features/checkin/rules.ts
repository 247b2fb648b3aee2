import { type Lang, type Text, nameIn } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import type { ByLang, HealthQuestion } from './contract.ts'
import { words } from './words.ts'

/** Returns a text from jsonb in the caller's language. */
export const saidIn = (lang: Lang, said: unknown): string => {
  const read = (typeof said === 'object' && said !== null ? said : {}) as Partial<ByLang>
  return nameIn(lang, read['zh-cn'] || read.en || '', read)
}
/** Returns a text in all languages, for its editors. */
export const byLang = (said: unknown): ByLang => ({
  'zh-cn': '',
  'zh-tw': '',
  en: '',
  ...(typeof said === 'object' && said !== null ? said : {}),
})

type Live = { state: string; pay_at: Date | null; refundid: number; closed_at: Date | null; deleted_at: Date | null }
/** Tells whether the runner of a registration will run. The services of race day are for these registrations. */
export const isEntered = (row: Live): boolean =>
  row.state === 'normal' &&
  row.pay_at !== null &&
  row.refundid === 0 &&
  row.closed_at === null &&
  row.deleted_at === null

export type WindowPhase = 'soon' | 'open' | 'over'
/**
 * Tells whether a period has not begun, is open or is over. The time `from_at` belongs to the period, and the time
 * `until_at` does not. A period without an end stays open.
 */
export const windowOf = (window: { from_at: Date | null; until_at: Date | null }, now: Date): WindowPhase => {
  if (window.from_at && now < window.from_at) return 'soon'
  return window.until_at && now >= window.until_at ? 'over' : 'open'
}

/**
 * Finds the declaration of a kind that a registration signs. This is the newest version of the event's own declaration,
 * or of the race's declaration if the event has none.
 */
export const declarationFor = <Row extends { eventid: number; version: number }>(
  rows: readonly Row[],
  eventid: number,
): Row | undefined =>
  rows
    .filter((row) => row.eventid === eventid || row.eventid === 0)
    .sort((a, b) => b.eventid - a.eventid || b.version - a.version)[0]

type Answered = { answers: Readonly<Record<string, string>>; notes: Readonly<Record<string, string>> }
type QuestionRules = Pick<HealthQuestion, 'name' | 'kind' | 'required' | 'doctor_on' | 'note_on'>
/**
 * Finds the missing and the wrong answers, by field (`answers.<name>`, `notes.<name>`). Screen and server share this
 * check.
 */
export const faultsOfAnswers = (
  questions: readonly QuestionRules[],
  { answers, notes }: Answered,
): Record<string, Text> => {
  const found: Record<string, Text> = {}
  for (const { name, kind, required, note_on } of questions) {
    const answer = answers[name]?.trim() ?? ''
    if (answer === '') {
      if (required) found[`answers.${name}`] = kind === 'yesno' ? words.unanswered : wrong.required
    } else if (kind === 'yesno' && answer !== 'yes' && answer !== 'no') found[`answers.${name}`] = wrong.choice
    else if (kind === 'yesno' && answer === note_on && !notes[name]?.trim()) found[`notes.${name}`] = words.note_needed
  }
  return found
}
/** Tells whether an answer sends the runner to a doctor before the start. */
export const asksDoctor = (questions: readonly QuestionRules[], answers: Readonly<Record<string, string>>): boolean =>
  questions.some(({ name, kind, doctor_on }) => kind === 'yesno' && doctor_on !== null && answers[name] === doctor_on)
/** Returns the answers to existing questions, without empty answers. A note stays only if its answer needs a note. */
export const answersToKeep = (questions: readonly QuestionRules[], { answers, notes }: Answered): Answered => {
  const kept: { answers: Record<string, string>; notes: Record<string, string> } = { answers: {}, notes: {} }
  for (const { name, kind, note_on } of questions) {
    const answer = answers[name]?.trim()
    if (!answer) continue
    kept.answers[name] = answer
    const note = notes[name]?.trim()
    if (kind === 'yesno' && answer === note_on && note) kept.notes[name] = note
  }
  return kept
}

/**
 * Tells whether two names are the same. People sign by typing their names, so width, case, spaces and dots do not
 * count.
 */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other) && plain(one) !== ''
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s·•.]/g, '')
    .toUpperCase()

/** The least total length of a drawn signature's lines on the field of 600 × 200, so that a dot is no signature. */
const LEAST = 60
export const isSignatureDrawn = (strokes: string): boolean => lengthOf(strokes) >= LEAST
const lengthOf = (strokes: string): number => {
  let length = 0
  let last: readonly [number, number] | undefined
  for (const [, step, x, y] of strokes.matchAll(/([ML])(\d+) (\d+)/g)) {
    const at = [Number(x), Number(y)] as const
    if (step === 'L' && last) length += Math.hypot(at[0] - last[0], at[1] - last[1])
    last = at
  }
  return length
}

/** Returns the error of a signature. A signature is drawn, or typed as the signer's name. */
export const faultOfSignature = (
  given: { strokes?: string | undefined; typed?: string | undefined },
  signer: string,
): { field: 'strokes' | 'typed'; message: Text } | undefined => {
  if (given.typed) return sameName(given.typed, signer) ? undefined : { field: 'typed', message: words.typed_differs }
  if (!given.strokes) return { field: 'strokes', message: words.signature_missing }
  return isSignatureDrawn(given.strokes) ? undefined : { field: 'strokes', message: words.signature_short }
}

/** Tells whether every required piece of equipment is ticked. An empty list is never complete. */
export const isComplete = (items: readonly { id: number; required: boolean }[], ticked: ReadonlySet<number>): boolean =>
  items.length > 0 && items.every(({ id, required }) => !required || ticked.has(id))
