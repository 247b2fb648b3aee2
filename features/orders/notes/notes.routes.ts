import { dayIn } from '#contract/days.ts'
import { byId, cursorOf, idIn, numbersIn, pageOf, rowsFor } from '#db/pages.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { findOrder } from '../finding.service.ts'
import { consoleOrdersNote, consoleOrdersNoted, consoleOrdersNotes } from './notes.contract.ts'
import { insertNote, listDueNotes, listNotes, settleNote } from './notes.store.ts'

/** Returns the cursor of the due follow-ups: the day as a number such as 20261127, and the id. */
const byDay = ({ follow_on, id }: { follow_on: string | null; id: number }): string =>
  cursorOf(Number((follow_on ?? '').replaceAll('-', '')), id)
const readDue = (after: string | undefined) => {
  const [day, id] = numbersIn(after, 2) ?? []
  const written = /^(\d{4})(\d{2})(\d{2})$/.exec(String(day))
  return written && id !== undefined ? { day: written.slice(1).join('-'), id } : undefined
}

export const noteRoutes = [
  handle(consoleOrdersNotes, async ({ input, db, now, refuse }) => {
    const { raceid, orderid, after, limit } = input
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    if (orderid !== undefined) {
      const rows = await listNotes(db, raceid, orderid, { before: idIn(after), limit: rowsFor(limit) })
      const page = pageOf(rows, limit, byId)
      return { items: page.rows, after: page.after }
    }
    const today = dayIn(race.zone, now)
    const rows = await listDueNotes(db, raceid, today, { after: readDue(after), limit: rowsFor(limit) })
    const page = pageOf(rows, limit, byDay)
    return { items: page.rows, after: page.after }
  }),

  handle(consoleOrdersNote, async ({ input, now, who, refuse, save }) => {
    const { raceid, orderid, body, follow_on } = input
    return save(async (tx) => {
      if (!(await findOrder(tx, raceid, orderid))) return refuse('order_unknown')
      const note = await insertNote(tx, {
        raceid,
        orderid,
        body,
        follow_on: follow_on ?? null,
        staffid: who.staffid!,
        created_at: now,
      })
      // The log holds no text, because a comment may name a payer.
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'order noted',
        target: `order ${orderid}`,
        after: { follow_on: follow_on ?? null },
      })
      return note
    })
  }),

  handle(consoleOrdersNoted, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      const orderid = (await settleNote(tx, raceid, id, who.staffid!, now)) ?? refuse('note_unknown')
      await logChange(tx, { who, now, raceid, what: 'order follow-up settled', target: `order ${orderid}` })
      return { id }
    }),
  ),
]
