import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { nameIn } from '#contract/words.ts'
import { cursorOf, numbersIn, pageOf, rowsFor } from '#db/pages.ts'
import { eventsOf } from '#features/events/service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { withRanks } from '../ranking/ranks.service.ts'
import type { ResultRanks } from '../ranking/ranking.rules.ts'
import { resultOutcomeWords } from '../report/outcome.words.ts'
import { heads } from '../words.ts'
import { type TableRow, pageResults } from './table.store.ts'
import { tableWords } from './table.words.ts'

const Filter = z.object({
  eventid: z.optional(Int),
  /** The ticked rows of the list. */
  ids: z.optional(z.array(Int).check(z.minLength(1), z.maxLength(1000))),
})
type Row = TableRow & ResultRanks & { event: string }

const columns: readonly TableColumn<Row>[] = [
  { name: 'event', label: tableWords.event, kind: 'text', cell: ({ event }) => event },
  { name: 'place', label: heads.place, kind: 'number', cell: ({ rank }) => rank },
  { name: 'bib', label: heads.bib, kind: 'text', cell: ({ bib }) => bib },
  { name: 'name', label: heads.name, kind: 'text', cell: ({ name }) => name },
  {
    name: 'gender',
    label: heads.gender,
    kind: 'text',
    cell: ({ gender }, { lang }) => gender && tableWords[gender][lang],
  },
  { name: 'age', label: tableWords.age, kind: 'number', cell: ({ age }) => age },
  { name: 'agegroup', label: heads.agegroup, kind: 'text', cell: ({ agegroup }) => agegroup },
  {
    name: 'outcome',
    label: heads.outcome,
    kind: 'text',
    cell: ({ outcome }, { lang }) => resultOutcomeWords[outcome][lang],
  },
  { name: 'gun', label: heads.gun, kind: 'span', cell: ({ gun_ms }) => gun_ms },
  { name: 'net', label: heads.net, kind: 'span', cell: ({ net_ms }) => net_ms },
  { name: 'gun_place', label: heads.gun_place, kind: 'number', cell: ({ gun_overall }) => gun_overall },
  { name: 'net_place', label: heads.net_place, kind: 'number', cell: ({ net_overall }) => net_overall },
  { name: 'gun_gender', label: tableWords.gun_gender, kind: 'number', cell: ({ gun_gender }) => gun_gender },
  { name: 'net_gender', label: tableWords.net_gender, kind: 'number', cell: ({ net_gender }) => net_gender },
  { name: 'gun_agegroup', label: tableWords.gun_agegroup, kind: 'number', cell: ({ gun_agegroup }) => gun_agegroup },
  { name: 'net_agegroup', label: tableWords.net_agegroup, kind: 'number', cell: ({ net_agegroup }) => net_agegroup },
  { name: 'country', label: tableWords.country, kind: 'text', cell: ({ country }) => country },
  { name: 'club', label: tableWords.club, kind: 'text', cell: ({ club }) => club },
  { name: 'team', label: tableWords.team, kind: 'text', cell: ({ team }) => team },
  { name: 'reason', label: tableWords.reason, kind: 'text', cell: ({ reason }) => reason },
  {
    name: 'hidden',
    label: tableWords.hidden,
    kind: 'text',
    cell: ({ hide_name }, { lang }) => (hide_name ? heads.yes[lang] : null),
  },
]

/** Results of a race as a table for staff, published or not, by event. */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'results',
  label: tableWords.title,
  right: 'results.import',
  filter: Filter,
  columns: async () => columns,
  layouts: [
    {
      name: 'federation',
      label: tableWords.for_federation,
      columns: ['event', 'place', 'bib', 'name', 'gender', 'age', 'country', 'club', 'outcome', 'gun', 'net'],
    },
    { name: 'press', label: tableWords.for_press, columns: ['event', 'place', 'name', 'country', 'club', 'gun'] },
    {
      name: 'groups',
      label: tableWords.for_groups,
      columns: ['event', 'agegroup', 'gun_agegroup', 'bib', 'name', 'gender', 'gun', 'net'],
    },
  ],
  read: async ({ db, lang }, { raceid, filter, after, limit }) => {
    const [eventid = 0, id = 0] = numbersIn(after, 2) ?? []
    const names = new Map((await eventsOf(db, raceid)).map(({ id, name, names }) => [id, nameIn(lang, name, names)]))
    const found = await pageResults(db, raceid, filter, { eventid, id }, rowsFor(limit))
    const { rows, after: next } = pageOf(found, limit, (last) => cursorOf(last.eventid, last.id))
    return {
      rows: (await withRanks(db, rows)).map((row) => ({ ...row, event: names.get(row.eventid)! })),
      after: next,
    }
  },
})
