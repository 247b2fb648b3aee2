import { registrationStateWords } from '#contract/registrationStates.words.ts'
import { nameIn } from '#contract/words.ts'
import { hoursText } from '#contract/written.ts'
import { type FieldName, fields } from '#features/fields/fields.rules.ts'
import { type TypedField, typedFields } from '#features/fields/lists.rules.ts'
import { answerText, questionLabel } from '#features/fields/own/answers.rules.ts'
import { sealedClass } from '#features/fields/own/personal.rules.ts'
import { labels } from '#features/fields/words.ts'
import type { OwnFieldKnown } from '#features/forms/service.ts'
import { fieldText } from '#features/people/words.ts'
import type { TableColumn, Writing } from '#seam/server/tables.ts'
import { answersOf, openAnswers } from '../answers/answers.service.ts'
import { openKept } from '../changes/changes.service.ts'
import { listedStateOf } from '../lookup/listed.rules.ts'
import { boughtIn, presentDiscount } from '../payment/presentPrice.rules.ts'
import type { StatusFound } from '../rules.ts'
import type { Qualified } from '../signup/qualifying.rules.ts'
import { presentField } from '../status/present.service.ts'
import { say } from '../status/statusText.rules.ts'
import type { ViewRow } from '../store.ts'
import { exportWords } from './export.words.ts'

export type Exported = { row: ViewRow; found: StatusFound }
type Column = TableColumn<Exported>

const before: readonly Column[] = [
  { name: 'id', label: exportWords.id, kind: 'text', cell: ({ row }) => String(row.id) },
  {
    name: 'event',
    label: exportWords.event,
    kind: 'text',
    cell: ({ row }, { lang }) => nameIn(lang, row.e_name, row.e_names),
  },
  {
    name: 'state',
    label: exportWords.state,
    kind: 'text',
    // The status sentence of a runner who left tells the runner about the money. Staff need the state that their table
    // shows, so the export has this state.
    cell: ({ row, found }, { zone, lang }) =>
      listedStateOf(row) === 'left' ? registrationStateWords.left[lang] : say(found.title, zone, lang),
  },
  {
    name: 'paid',
    label: exportWords.paid,
    kind: 'text',
    cell: ({ found }, { lang }) => found.paidText[lang],
  },
  {
    name: 'bib',
    label: exportWords.bib,
    kind: 'text',
    cell: ({ row }) => (row.bib === null ? null : `${row.prefix_bib ?? ''}${row.bib}`),
  },
  { name: 'zone', label: exportWords.zone, kind: 'text', cell: ({ row }) => row.runnerzone },
  { name: 'age', label: exportWords.age, kind: 'number', cell: ({ row }) => row.age_on_race_day },
  { name: 'tag', label: exportWords.tag, kind: 'text', cell: ({ row }) => row.tag },
  { name: 'signed_up', label: exportWords.signed_up, kind: 'moment', cell: ({ row }) => row.created_at },
]
/** The columns of team, money and invitation. They come after the columns of the form's fields. */
const behind: readonly Column[] = [
  { name: 'team', label: exportWords.team, kind: 'text', cell: ({ row }) => row.t_name },
  { name: 'paid_at', label: exportWords.paid_at, kind: 'moment', cell: ({ row }) => row.pay_at },
  { name: 'price', label: exportWords.price, kind: 'money', right: 'money.read', cell: ({ row }) => row.price },
  {
    name: 'price_by',
    label: exportWords.price_by,
    kind: 'text',
    right: 'money.read',
    cell: ({ row }, { lang }) => presentDiscount(lang, row)?.name ?? null,
  },
  {
    name: 'addons',
    label: exportWords.addons,
    kind: 'text',
    cell: ({ row }, { lang }) =>
      boughtIn(lang, row)
        .map(({ name, n }) => (n > 1 ? `${name} × ${n}` : name))
        .join('; ') || null,
  },
  {
    name: 'refunded',
    label: exportWords.refunded,
    kind: 'money',
    right: 'money.read',
    cell: ({ row }) => row.f_amount,
  },
  {
    name: 'invite',
    label: exportWords.invite,
    kind: 'text',
    right: 'invitations.edit',
    cell: ({ row }) => row.invite,
  },
]

/** The cells of fields that are not a single text. The guardian is sealed, so its cell needs the seal. */
const apart: Record<Exclude<FieldName, TypedField>, (row: ViewRow, writing: Writing) => string | null> = {
  answers: (row) =>
    Object.entries(openAnswers(row))
      .map(([name, answer]) => `${name}: ${answer}`)
      .join('; '),
  qualifying: (row) => {
    const run = row.qualifying as Qualified | null
    return run && `${run.race} ${run.day} ${hoursText(run.seconds)}`
  },
  guardian: (row, { seal }) => {
    const guardian = seal && openKept(seal, row).guardian
    return guardian && `${guardian.name} ${guardian.mobile}`
  },
}
const isTyped = (name: FieldName): name is TypedField => typedFields.includes(name as TypedField)
const isSealed = (name: FieldName): boolean =>
  fields[name].sealed !== null || (isTyped(name) && fields[name].seen === 'own')

const fieldColumn = (name: FieldName): Column => ({
  name,
  label: labels[name],
  kind: name === 'birth' ? 'day' : 'text',
  sealed: isSealed(name),
  cell: ({ row }, writing) => {
    if (!isTyped(name)) return apart[name](row, writing)
    const shown = presentField(row, name, writing.seal)
    return shown && fieldText(name, shown)[writing.lang]
  },
})
/** The columns of an export. Every built-in field is among them. */
export const columns: readonly Column[] = [
  ...before,
  ...(Object.keys(fields) as FieldName[]).map(fieldColumn),
  ...behind,
]

/** Makes a column for each own field of the race, including retired fields. Columns of personal fields are sealed. */
export const questionColumns = (own: ReadonlyMap<string, OwnFieldKnown>): Column[] =>
  [...own.values()].map(({ question }) => ({
    name: `answers.${question.name}`,
    label: questionLabel(question),
    kind: question.kind === 'number' ? 'number' : question.kind === 'date' ? 'day' : 'text',
    ...(sealedClass(question) === undefined ? {} : { sealed: true }),
    cell: ({ row }, { lang, seal }) => {
      const answer = (seal ? answersOf(seal, row) : openAnswers(row))[question.name]
      if (answer === undefined) return null
      if (question.kind === 'number' && Number.isFinite(Number(answer))) return Number(answer)
      return question.kind === 'date' ? answer : answerText(question, answer, lang)
    },
  }))
/** Writes all answers that are not sealed into the one column for them, under the labels of their fields. */
export const labelled = (column: Column, own: ReadonlyMap<string, OwnFieldKnown>): Column =>
  column.name !== 'answers'
    ? column
    : {
        ...column,
        cell: ({ row }, { lang }) =>
          Object.entries(openAnswers(row))
            .map(([name, answer]) => {
              const question = own.get(name)?.question
              return `${question ? questionLabel(question)[lang] : name}: ${answerText(question, answer, lang)}`
            })
            .join('; '),
      }
