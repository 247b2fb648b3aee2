import { hoursText } from '#contract/written.ts'
import { type Lang, type Text, nameIn } from '#contract/words.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { type FieldName, fields } from '#features/fields/fields.rules.ts'
import { type TypedField, typedFields } from '#features/fields/lists.rules.ts'
import { labels } from '#features/fields/words.ts'
import { fieldText } from '#features/people/words.ts'
import { openKept } from '../changes/changes.service.ts'
import type { Qualified } from '../signup/qualifying.rules.ts'
import { shownOf } from '../status/present.service.ts'
import type { ViewRow } from '../store.ts'
import { exportWords } from './export.words.ts'

/** What a line says beside the fields of the list. */
export type LineFacts = { state: string; paid: string }
type Cell = string | number | null

/** Fields that are no single text, as a cell says them; a guardian is sealed. */
const apart: Record<Exclude<FieldName, TypedField>, (row: ViewRow, seal: Seal | null) => string | null> = {
  answers: (row) =>
    Object.entries(row.answers as Record<string, string>)
      .map(([name, answer]) => `${name}: ${answer}`)
      .join('; '),
  qualifying: (row) => {
    const run = row.qualifying as Qualified | null
    return run && `${run.race} ${run.day} ${hoursText(run.seconds)}`
  },
  guardian: (row, seal) => {
    const guardian = seal && openKept(seal, row).guardian
    return guardian && `${guardian.name} ${guardian.mobile}`
  },
}

const before: readonly (readonly [Text, (row: ViewRow, lang: Lang, facts: LineFacts) => Cell])[] = [
  [exportWords.id, (row) => row.id],
  [exportWords.event, (row, lang) => nameIn(lang, row.e_name, row.e_names)],
  [exportWords.state, (_row, _lang, { state }) => state],
  [exportWords.paid, (_row, _lang, { paid }) => paid],
  [exportWords.bib, (row) => (row.bib === null ? null : `${row.prefix_bib ?? ''}${row.bib}`)],
  [exportWords.zone, (row) => row.runnerzone],
  [exportWords.age, (row) => row.age_on_race_day],
  [exportWords.tag, (row) => row.tag],
  [exportWords.signed_up, (row) => row.created_at.toISOString()],
]
const names = Object.keys(fields) as FieldName[]
const isTyped = (name: FieldName): name is TypedField => typedFields.includes(name as TypedField)

/** The titles of the columns: every field of the list is one. */
export const headOf = (lang: Lang): string[] => [
  ...before.map(([title]) => title[lang]),
  ...names.map((name) => labels[name][lang]),
]
/** A registration as a line; with `seal`, the race's key prepared, its sealed fields are open. */
export const lineOf = (row: ViewRow, lang: Lang, facts: LineFacts, seal: Seal | null): Cell[] => [
  ...before.map(([, cell]) => cell(row, lang, facts)),
  ...names.map((name) => {
    if (!isTyped(name)) return apart[name](row, seal)
    const text = shownOf(row, name, seal)
    return text && fieldText(name, text)[lang]
  }),
]
