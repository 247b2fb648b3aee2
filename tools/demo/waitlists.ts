import { setEventWaitlist, lockEvent } from '#features/events/service.ts'
import { leaveWaitlist, workWaitlists } from '#features/waitlists/service.ts'
import { saveWaitlist } from '#features/waitlists/store.ts'
import type { Parts } from '#seam/server/handle.ts'
import { chanceFrom } from './chance.ts'
import { leaver, waiter } from './entrants.ts'
import { personFrom } from './people.ts'
import { leave } from './money/refunds.ts'
import { enter, payEntry } from './registrations.ts'

const day = 86_400_000
const open = (parts: Parts, raceid: number, eventid: number, now: Date): Promise<void> =>
  parts.db.transaction().execute(async (tx) => {
    await lockEvent(tx, raceid, eventid)
    await saveWaitlist(tx, {
      raceid,
      eventid,
      basis: 'payment',
      groups: 'skip',
      offer_minutes: 1440,
      ends_at: new Date(now.getTime() + 40 * day),
      refreshed_at: new Date(now.getTime() - 3 * day),
      created_at: now,
      updated_at: now,
    })
    await setEventWaitlist(tx, raceid, eventid, true, 0)
  })

/** Writes a waitlist for the full 10 km of race 2026. The list has moved since yesterday. */
export const seedWaitlists = async (parts: Parts, now: Date): Promise<void> => {
  await open(parts, 2026, 3, now)
  const chance = chanceFrom(1000)
  const saved = []
  for (let serial = 0; serial < 14; serial++) {
    const one = await enter(
      parts,
      2026,
      3,
      serial === 5 ? waiter : personFrom(chance, 1500 + serial, now.getUTCFullYear()),
      now,
    )
    if (serial !== 12) await payEntry(parts, one, now)
    saved.push(one)
  }
  await workWaitlists(parts, new Date(now.getTime() - day))
  for (const at of [1, 4]) await leaveWaitlist(parts, 2026, saved[at]!._key, now)
  await workWaitlists(parts, now)
  // A runner hands a place back. The line gets the place at once, and the refund waits for a successor's payment.
  const { _key } = await parts.db
    .selectFrom('registrations')
    .select('_key')
    .where('raceid', '=', 2026)
    .where('eventid', '=', 3)
    .where('name', '=', leaver.name)
    .executeTakeFirstOrThrow()
  await leave(parts, _key, 'family', now)
}
