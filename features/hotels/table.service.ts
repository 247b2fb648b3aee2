import * as z from 'zod/mini'
import { dayIn } from '#contract/days.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { type Booking, BookingFilter } from './console.contract.ts'
import { HOTELS } from './hotels.service.ts'
import { bookingOf } from './stays.service.ts'
import { listBookings } from './store.ts'
import { tableWords as words } from './table.words.ts'

const Filter = z.object(BookingFilter)
type Row = ReturnType<typeof bookingOf>
const text = (name: keyof typeof words & keyof Row, cell: TableColumn<Row>['cell']): TableColumn<Row> => ({
  name,
  label: words[name],
  kind: 'text',
  cell,
})
const number = (name: keyof typeof words & keyof Row, cell: TableColumn<Row>['cell']): TableColumn<Row> => ({
  ...text(name, cell),
  kind: 'number',
})
const stateOf = ({ state, outcome }: Pick<Booking, 'state' | 'outcome'>) => words[outcome ?? state]
const columns: readonly TableColumn<Row>[] = [
  text('hotel', ({ hotel }) => hotel),
  text('room', ({ room }) => room),
  text('arrival', ({ arrival }) => arrival),
  text('departure', ({ departure }) => departure),
  number('nights', ({ nights }) => nights),
  number('rooms', ({ rooms }) => rooms),
  number('adults', ({ adults }) => adults),
  number('children', ({ children }) => children),
  text('guests', ({ guests }) => guests.join(', ')),
  text('note', ({ note }) => note),
  text('state', (row, { lang }) => stateOf(row)[lang]),
  text('confirmation', ({ confirmation }) => confirmation),
  { ...text('amount', ({ amount }) => amount), kind: 'money' },
  { ...text('back', ({ back }) => back), kind: 'money' },
  text('tradeno', ({ tradeno }) => tradeno),
  { ...text('created_at', ({ created_at }) => created_at), kind: 'moment' },
]

/**
 * The bookings of all partner hotels as a file. It contains the names of guests, so only staff who see all hotels get
 * it.
 */
export const table = tableSource<Row, z.output<typeof Filter>>({
  name: 'hotels',
  label: words.title,
  right: 'hotels.manage',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db, now, lang }, { raceid, filter, after, limit }) => {
    const race = await raceGiven(db, raceid, now)
    const kinds = await goodsOf(db, raceid, HOTELS)
    const today = dayIn(race?.zone ?? 'Asia/Shanghai', now)
    const wanted = { ...filter, raceid, hotels: null, today, after: idIn(after), limit: rowsFor(limit) }
    const page = pageOf(await listBookings(db, wanted), limit, byId)
    return { rows: page.rows.map((row) => bookingOf(row, kinds, lang)), after: page.after }
  },
})
