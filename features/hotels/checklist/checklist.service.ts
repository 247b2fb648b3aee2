import { pageWith } from '#contract/checklist.ts'
import { dayIn, longDay } from '#contract/days.ts'
import { fill } from '#contract/words.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import type { ChecklistReader, ChecklistLine } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { HOTELS } from '../hotels.service.ts'
import { guestStay } from '../stays.service.ts'
import { listStaysOf } from '../store.ts'

export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, uid, zone }) => {
  if (uid === null) return []
  const today = dayIn(zone, now)
  const rows = (await listStaysOf(db, raceid, uid)).filter(
    ({ state, departure, pay_end }) =>
      departure >= today && (state === 'booked' || (state === 'open' && pay_end > now)),
  )
  if (rows.length === 0) return []
  const kinds = await goodsOf(db, raceid, HOTELS)
  return rows.map((row): ChecklistLine => {
    const { hotel } = guestStay(row, kinds, lang)
    const line = {
      step: 'stay',
      beside: fill(words.dates[lang], { from: longDay(lang, row.arrival), until: longDay(lang, row.departure) }),
      page: pageWith('/hotels/stay', { raceid, id: row._key }),
    } as const
    return row.state === 'open'
      ? { ...line, state: 'todo', says: fill(words.pay[lang], { hotel }), until: row.pay_end }
      : { ...line, state: 'later', says: hotel, from: new Date(`${row.arrival}T06:00:00Z`) }
  })
}
