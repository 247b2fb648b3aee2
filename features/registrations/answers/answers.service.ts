import { wrong as wrongWords } from '#contract/wrong.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import type { Lang } from '#contract/words.ts'
import { type OwnFieldKnown, ownFieldsOf } from '#features/forms/service.ts'
import { answerText, questionLabel } from '#features/fields/own/answers.rules.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import { ownsFile } from '#features/files/service.ts'
import { partsOfPath } from '#features/files/rules.ts'
import { sealedClass } from '#features/fields/own/personal.rules.ts'
import type { Question } from '#features/fields/own/question.contract.ts'
import type { Wrong } from '../signup/signup.rules.ts'
import type { SealedAnswers } from '../store.ts'
import {
  type PersonalAnswer,
  countAnswered,
  insertPersonalAnswers,
  listOpenAnswers,
  takeOpenAnswers,
} from './answers.store.ts'

/** The label under which answers are sealed. If the label changes, no stored answer opens any more. */
const LABEL = 'personal answer'
const SOME = 1000

const sealOne = (seal: Seal, raceid: number, question: Question, answer: string): PersonalAnswer => ({
  name: question.name,
  class: sealedClass({ ...question, personal: true }) ?? 'health',
  answer: seal.seal(raceScope(raceid), LABEL, answer),
  file: question.kind === 'file' ? (partsOfPath(answer)?.hash ?? null) : null,
})

/**
 * Splits answers into open answers and sealed answers. Each answer to a personal field is sealed separately. The caller
 * has prepared the race's key.
 */
export const splitAnswers = (
  seal: Seal,
  raceid: number,
  { questions }: Pick<EventForm, 'questions'>,
  answers: Readonly<Record<string, string>>,
  sealedBefore: readonly string[] = [],
): { open: Record<string, string>; personal: PersonalAnswer[] } => {
  const open: Record<string, string> = {}
  const personal: PersonalAnswer[] = []
  for (const [name, answer] of Object.entries(answers)) {
    const question = questions.find((one) => one.name === name)
    // An answer to a field that the form does not ask any more stays sealed or open, as it was.
    const sealed = question ? sealedClass(question) !== undefined : sealedBefore.includes(name)
    if (!sealed) open[name] = answer
    else personal.push(sealOne(seal, raceid, question ?? gone(name, answer), answer))
  }
  return { open, personal }
}
const gone = (name: string, answer: string): Question => ({
  name,
  kind: partsOfPath(answer)?.private ? 'file' : 'text',
  required: false,
  says: {},
  options: [],
  max: 100,
  personal: true,
})

type Row = { raceid: number; answers: unknown; sealed_answers: SealedAnswers | null }
export const openAnswers = (row: Pick<Row, 'answers'>): Record<string, string> => row.answers as Record<string, string>
/** Opens all answers of a registration. The caller has prepared the race's key. */
export const answersOf = (seal: Seal, row: Row): Record<string, string> => ({
  ...openAnswers(row),
  ...Object.fromEntries(
    Object.entries(row.sealed_answers ?? {}).map(([name, { answer }]) => [
      name,
      seal.open(raceScope(row.raceid), LABEL, Buffer.from(answer, 'base64')),
    ]),
  ),
})

/**
 * Writes the answers as text, in the order in which the fields were made. A deleted field shows its name instead of its
 * label.
 */
export const answersRead = (
  own: ReadonlyMap<string, OwnFieldKnown>,
  answers: Readonly<Record<string, string>>,
  lang: Lang,
) =>
  [...new Set([...own.keys(), ...Object.keys(answers)])].flatMap((name) => {
    const answer = answers[name]
    if (answer === undefined) return []
    const question = own.get(name)?.question
    return [
      {
        name,
        label: question ? questionLabel(question)[lang] : name,
        answer: answerText(question, answer, lang),
        kind: question?.kind ?? ('text' as const),
        personal: question !== undefined && sealedClass(question) !== undefined,
      },
    ]
  })

/** Writes the answers to own fields that the event does not ask any more, under the labels that the fields had. */
export const unaskedRead = async (
  on: Db | Tx,
  { raceid }: Pick<Row, 'raceid'>,
  answers: Readonly<Record<string, string>>,
  { questions }: Pick<EventForm, 'questions'>,
  lang: Lang,
) => {
  const rest = Object.entries(answers).filter(([name]) => questions.every((question) => question.name !== name))
  return rest.length === 0 ? [] : answersRead(await ownFieldsOf(on, raceid), Object.fromEntries(rest), lang)
}

/** Lists the answers that name a file which the account did not upload for this race, each with a sentence. */
export const strangeFiles = async (
  on: Db | Tx,
  raceid: number,
  uid: number,
  { questions }: Pick<EventForm, 'questions'>,
  answers: Readonly<Record<string, string>>,
): Promise<Partial<Record<string, Wrong>> | undefined> => {
  const wrong: Partial<Record<string, Wrong>> = {}
  for (const question of questions) {
    const answer = answers[question.name]
    if (question.kind !== 'file' || answer === undefined) continue
    if (!(await ownsFile(on, raceid, answer, uid))) wrong[`answers.${question.name}`] = { message: wrongWords.format }
  }
  return Object.keys(wrong).length > 0 ? wrong : undefined
}

/** Counts, for each of these own fields, the registrations that answered the field. */
export const answeredOf = (on: Db | Tx, raceid: number, names: readonly string[]): Promise<Record<string, number>> =>
  names.length === 0 ? Promise.resolve({}) : countAnswered(on, raceid, names)

/**
 * Seals the answers that a field got before it became personal, and returns their number. The caller has prepared the
 * race's key.
 */
export const sealAnswers = async (
  tx: Tx,
  seal: Seal,
  raceid: number,
  question: Question,
  now: Date,
): Promise<number> => {
  let sealed = 0
  for (let after = 0; ;) {
    const rows = await listOpenAnswers(tx, raceid, question.name, after, SOME)
    await insertPersonalAnswers(
      tx,
      raceid,
      rows.map(({ _key, answer }) => ({ _key, ...sealOne(seal, raceid, question, answer) })),
    )
    await takeOpenAnswers(
      tx,
      raceid,
      question.name,
      rows.map(({ id }) => id),
      now,
    )
    sealed += rows.length
    if (rows.length < SOME) return sealed
    after = rows.at(-1)!.id
  }
}
