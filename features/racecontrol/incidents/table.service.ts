import * as z from 'zod/mini'
import { nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { eventsOf } from '#features/events/service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { openDetails } from './details.service.ts'
import { type DetailName, consoleRacecontrolIncidentsList, detailNames } from './incidents.contract.ts'
import { detailWords, incidentStateWords, tableWords as words } from './incidents.words.ts'
import { type IncidentRow, pageIncidents } from './incidents.store.ts'

const Filter = z.pick(consoleRacecontrolIncidentsList.input, { state: true })
type Row = IncidentRow & { raceid: number; event: string | null }
type Column = TableColumn<Row>
const sealed = (name: DetailName): Column => ({
  name,
  label: detailWords[name],
  kind: 'text',
  sealed: true,
  cell: ({ raceid, details }, { seal }) => (seal ? openDetails(seal, raceid, details)[name] || null : null),
})
const columns: readonly Column[] = [
  { name: 'id', label: words.number, kind: 'number', cell: ({ id }) => id },
  { name: 'at', label: words.at, kind: 'moment', cell: ({ at }) => at },
  { name: 'event', label: words.event, kind: 'text', cell: ({ event }) => event },
  { name: 'metres', label: words.metres, kind: 'number', cell: ({ metres }) => metres },
  { name: 'place', label: words.place, kind: 'text', cell: ({ place }) => place },
  { name: 'lat', label: words.lat, kind: 'number', cell: ({ lat }) => lat },
  { name: 'lon', label: words.lon, kind: 'number', cell: ({ lon }) => lon },
  { name: 'bib', label: words.bib, kind: 'text', cell: ({ bib }) => bib },
  { name: 'name', label: words.name, kind: 'text', sealed: true, cell: ({ name }, { seal }) => seal && name },
  { name: 'state', label: words.state, kind: 'text', cell: ({ state }, { lang }) => incidentStateWords[state][lang] },
  ...detailNames.map(sealed),
  { name: 'family_at', label: words.family_at, kind: 'moment', cell: ({ family_at }) => family_at },
  { name: 'changed_by', label: words.changed_by, kind: 'text', cell: ({ changed_by }) => changed_by },
  { name: 'updated_at', label: words.updated_at, kind: 'moment', cell: ({ updated_at }) => updated_at },
]

/**
 * The register of medical incidents, the latest first. Sealed texts are empty unless a member of staff opens them with
 * a reason.
 */
export const incidentTable = tableSource<Row, z.output<typeof Filter>>({
  name: 'incidents',
  label: words.title,
  right: 'medical.register',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, lang }, { raceid, filter: { state }, after, limit }) => {
    const wanted = { state: state ?? null, after: idIn(after) ?? null, limit: rowsFor(limit) }
    const { rows, after: next } = pageOf(await pageIncidents(db, raceid, wanted), limit, byId)
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
  opened: {
    what: 'incident opened',
    target: ({ id, registrationid }) => (registrationid === null ? `incident ${id}` : `registration ${registrationid}`),
  },
})
