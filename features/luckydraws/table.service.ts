import * as z from 'zod/mini'
import { text } from '#contract/words.ts'
import { idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { consoleLuckydrawsWinners } from './console.contract.ts'
import { prizeWords } from './prizes/prizes.words.ts'
import { openContact } from './prizes/claiming.service.ts'
import { type WinnerRow, listWinners } from './prizes/prizes.store.ts'

const Filter = z.pick(consoleLuckydrawsWinners.input, { room: true, source: true, state: true })
type Column = TableColumn<WinnerRow>
const contact = (name: 'name' | 'mobile' | 'address', label: Column['label']): Column => ({
  name: `contact_${name}`,
  label,
  kind: 'text',
  sealed: true,
  cell: (row, { seal }) => (seal ? openContact(seal, row)[name] : row.contact_mask),
})
const columns: readonly Column[] = [
  { name: 'id', label: text('编号', '編號', 'Number'), kind: 'number', cell: ({ id }) => id },
  { name: 'winner', label: prizeWords.winner, kind: 'text', cell: ({ winner }) => winner },
  { name: 'bib', label: prizeWords.bib, kind: 'text', cell: ({ bib }) => bib },
  { name: 'prize', label: prizeWords.prize, kind: 'text', cell: (row, { lang }) => row.names[lang] ?? row.name },
  { name: 'value', label: prizeWords.value, kind: 'money', cell: ({ value }) => value },
  { name: 'way', label: prizeWords.way, kind: 'text', cell: ({ way }, { lang }) => prizeWords[way][lang] },
  { name: 'state', label: prizeWords.state, kind: 'text', cell: ({ state }, { lang }) => prizeWords[state][lang] },
  { name: 'won_at', label: prizeWords.won_at, kind: 'moment', cell: ({ created_at }) => created_at },
  { name: 'claim_until', label: prizeWords.claim_until, kind: 'moment', cell: ({ claim_until }) => claim_until },
  { name: 'done_at', label: prizeWords.done_at, kind: 'moment', cell: ({ done_at }) => done_at },
  contact('name', prizeWords.recipient),
  contact('mobile', prizeWords.mobile),
  contact('address', prizeWords.address),
  { name: 'carrier', label: prizeWords.carrier, kind: 'text', cell: ({ carrier }) => carrier },
  { name: 'number', label: prizeWords.number, kind: 'text', cell: ({ number }) => number },
]
/** The won prizes with the filters of their list. The table masks the addresses until staff open the sealed data. */
export const table = tableSource<WinnerRow, z.output<typeof Filter>>({
  name: 'prizes',
  label: prizeWords.title,
  right: 'registrations.read',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, seal }, { raceid, filter, after, limit }) => {
    await seal.prepare(raceScope(raceid))
    return pageOf(
      await listWinners(db, raceid, { ...filter, after: idIn(after), limit: rowsFor(limit) }),
      limit,
      ({ id }) => id,
    )
  },
  opened: { what: 'prize address opened', target: ({ id }) => `prize ${id}` },
})
