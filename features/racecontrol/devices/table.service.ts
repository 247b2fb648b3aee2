import type * as z from 'zod/mini'
import { nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { eventsOf } from '#features/events/service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { hoursText } from '#contract/written.ts'
import { DeviceFilter } from './devices.contract.ts'
import { openDeviceName } from './devices.service.ts'
import { type LiveDeviceRow, pageDevices } from './devices.store.ts'
import { carrierWords, deviceStateWords, deviceTableWords as words } from './devices.words.ts'

type Row = LiveDeviceRow & { raceid: number; event: string | null }
const columns: readonly TableColumn<Row>[] = [
  { name: 'code', label: words.code, kind: 'text', cell: ({ code }) => code },
  { name: 'model', label: words.model, kind: 'text', cell: ({ model }) => model },
  { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => deviceStateWords[state][lang] },
  {
    name: 'kind',
    label: words.kind,
    kind: 'text',
    cell: ({ kind }, { lang }) => (kind === null ? null : carrierWords[kind][lang]),
  },
  { name: 'bib', label: words.bib, kind: 'text', cell: ({ bib }) => bib },
  { name: 'name', label: words.name, kind: 'text', cell: ({ name }) => name },
  { name: 'event', label: words.event, kind: 'text', cell: ({ event }) => event },
  {
    name: 'target',
    label: words.target,
    kind: 'text',
    cell: ({ target_s }) => (target_s === null ? null : hoursText(target_s)),
  },
  { name: 'given_at', label: words.given_at, kind: 'moment', cell: ({ given_at }) => given_at },
  { name: 'given_by', label: words.given_by, kind: 'text', cell: ({ given_by }) => given_by },
  { name: 'contact_at', label: words.contact_at, kind: 'moment', cell: ({ contact_at }) => contact_at },
  { name: 'battery', label: words.battery, kind: 'number', cell: ({ battery }) => battery },
  { name: 'lost_at', label: words.lost_at, kind: 'moment', cell: ({ lost_at }) => lost_at },
  { name: 'notes', label: words.notes, kind: 'text', cell: ({ notes }) => notes },
  {
    name: 'token',
    label: words.token,
    kind: 'text',
    sealed: true,
    cell: ({ raceid, token }, { seal }) => (seal ? openDeviceName(seal, raceid, token) : null),
  },
]

/**
 * The tracking devices as a file. The column of identifiers is empty unless a member of staff opens it with a reason.
 */
export const deviceTable = tableSource<Row, z.output<typeof DeviceFilter>>({
  name: 'tracking_devices',
  label: words.title,
  right: 'tracking.devices',
  filter: DeviceFilter,
  columns: async () => columns,
  read: async ({ db, lang }, { raceid, filter: { state, q }, after, limit }) => {
    const sought = { state: state ?? null, q, after: idIn(after) ?? null, limit: rowsFor(limit) }
    const { rows, after: next } = pageOf(await pageDevices(db, raceid, sought), limit, byId)
    const events = new Map((await eventsOf(db, raceid)).map((one) => [one.id, nameIn(lang, one.name, one.names)]))
    return {
      rows: rows.map((row) => ({
        ...row,
        raceid,
        event: row.eventid === null ? null : (events.get(row.eventid) ?? null),
      })),
      after: next,
    }
  },
  opened: { what: 'tracker set-up opened', target: ({ code }) => `tracker ${code}` },
})
