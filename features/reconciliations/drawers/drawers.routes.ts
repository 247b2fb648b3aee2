import { cursorOf, momentCursorIn, pageOf, rowsFor } from '#db/pages.ts'
import { holdDesk } from '#features/payments/desk.service.ts'
import { raceNow } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  consoleReconciliationsCount,
  consoleReconciliationsDrawer,
  consoleReconciliationsDrawers,
} from './drawers.contract.ts'
import { countFault } from './drawers.rules.ts'
import { cashOf, drawerOf, presentDrawer } from './drawers.service.ts'
import { findDrawer, insertCount, listCounts, listDrawers, listTakings } from './drawers.store.ts'
import { drawerWords as words } from './drawers.words.ts'

const readCursor = (after: string | undefined) => {
  const found = /^(\d{4}-\d{2}-\d{2})\.(\d{1,15})$/.exec(after ?? '')
  return found ? { day: found[1]!, staffid: Number(found[2]) } : undefined
}

export const routes = [
  handle(consoleReconciliationsDrawers, async ({ input: { raceid, after: seen, limit }, db, refuse }) => {
    const race = (await raceNow(db, raceid)) ?? refuse('race_not_found')
    const found = await listDrawers(db, raceid, race.zone, readCursor(seen), rowsFor(limit))
    const { rows, after } = pageOf(found, limit, ({ day, staffid }) => `${day}.${staffid}`)
    return { items: rows.map(presentDrawer), after }
  }),

  handle(consoleReconciliationsDrawer, async ({ input, db, refuse }) => {
    const { raceid, limit, after: seen } = input
    const race = (await raceNow(db, raceid)) ?? refuse('race_not_found')
    const drawer = (await drawerOf(db, { raceid, zone: race.zone }, input)) ?? refuse('drawer_none')
    const found = await listTakings(db, raceid, race.zone, input, {
      after: momentCursorIn(seen),
      limit: rowsFor(limit),
    })
    const { rows, after } = pageOf(found, limit, ({ at, id }) => cursorOf(at.getTime(), id))
    const counts = await listCounts(db, raceid, input)
    return {
      drawer,
      counts: counts.map((one) => ({ ...one, difference: one.counted - one.expected })),
      items: rows,
      after,
    }
  }),

  handle(consoleReconciliationsCount, async ({ input, db, now, who, refuse, refuseField, save }) => {
    const { raceid, day, staffid, counted, note } = input
    const { zone } = (await raceNow(db, raceid)) ?? refuse('race_not_found')
    return save(async (tx) => {
      await holdDesk(tx, raceid)
      const row = (await findDrawer(tx, raceid, zone, input)) ?? refuse('drawer_none')
      const cash = cashOf(row)
      const fault = countFault(cash, input)
      if (fault === 'note_needed') return refuseField('note', words.note_needed)
      if (fault) return refuse(fault)
      await insertCount(tx, {
        raceid,
        day,
        staffid,
        ...cash,
        counted,
        note,
        counted_by: who.staffid!,
        counted_at: now,
      })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'drawer counted',
        target: `drawer ${day} ${row.staff ?? '–'}`,
        before: { counted: row.last_counted },
        after: { expected: cash.expected, counted, difference: counted - cash.expected, note },
      })
      return (await drawerOf(tx, { raceid, zone }, input))!
    })
  }),
]
