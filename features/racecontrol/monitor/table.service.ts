import * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { type AlarmRow, type AlarmNoteRow, listNotes, pageAlarms } from './alarms.store.ts'
import { alarmKindWords, alarmTableWords as words } from './monitor.words.ts'
import { openAlarmNote } from './monitor.service.ts'
import { carrierWords } from '../devices/devices.words.ts'

const Filter = z.object({ open: z.optional(z.boolean()) })
type Row = AlarmRow & { raceid: number; notes: readonly AlarmNoteRow[] }
const columns: readonly TableColumn<Row>[] = [
  { name: 'id', label: words.number, kind: 'number', cell: ({ id }) => id },
  { name: 'kind', label: words.kind, kind: 'text', cell: ({ kind }, { lang }) => alarmKindWords[kind][lang] },
  { name: 'carried', label: words.carried, kind: 'text', cell: ({ carried }, { lang }) => carrierWords[carried][lang] },
  { name: 'bib', label: words.bib, kind: 'text', cell: ({ bib }) => bib },
  { name: 'place', label: words.place, kind: 'text', cell: ({ place }) => place },
  { name: 'metres', label: words.metres, kind: 'number', cell: ({ metres }) => metres },
  { name: 'lat', label: words.lat, kind: 'number', cell: ({ lat }) => lat },
  { name: 'lon', label: words.lon, kind: 'number', cell: ({ lon }) => lon },
  { name: 'value', label: words.value, kind: 'number', cell: ({ value }) => value },
  { name: 'since', label: words.since, kind: 'moment', cell: ({ since }) => since },
  { name: 'raised_at', label: words.raised_at, kind: 'moment', cell: ({ raised_at }) => raised_at },
  { name: 'taken_by', label: words.taken_by, kind: 'text', cell: ({ taken_name }) => taken_name },
  { name: 'taken_at', label: words.taken_at, kind: 'moment', cell: ({ taken_at }) => taken_at },
  { name: 'ended_by', label: words.ended_by, kind: 'text', cell: ({ ended_name }) => ended_name },
  { name: 'ended_at', label: words.ended_at, kind: 'moment', cell: ({ ended_at }) => ended_at },
  {
    name: 'notes',
    label: words.notes,
    kind: 'text',
    sealed: true,
    cell: ({ raceid, notes }, { seal }) =>
      seal
        ? notes
            .flatMap(({ note, who }) => (note ? [`${who ?? ''}: ${openAlarmNote(seal, raceid, note)}`] : []))
            .join('\n') || null
        : null,
  },
]

/**
 * The record of all alarms of a race, the earliest first. Notes are empty unless a member of staff opens them with a
 * reason.
 */
export const alarmTable = tableSource<Row, z.output<typeof Filter>>({
  name: 'alarms',
  label: words.title,
  right: 'tracking.control',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter, after, limit }) => {
    const sought = { open: filter.open ?? null, after: idIn(after) ?? null, limit: rowsFor(limit) }
    const { rows, after: next } = pageOf(await pageAlarms(db, raceid, sought), limit, byId)
    const notes = Map.groupBy(
      await listNotes(
        db,
        raceid,
        rows.map(({ id }) => id),
      ),
      ({ alarmid }) => alarmid,
    )
    return { rows: rows.map((row) => ({ ...row, raceid, notes: notes.get(row.id) ?? [] })), after: next }
  },
  opened: { what: 'alarm opened', target: ({ id }) => `alarm ${id}` },
})
