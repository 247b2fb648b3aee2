import { raceScope } from '#db/sealing/seal.ts'
import { newToken } from '#db/sessions.ts'
import { addDevice, endDevice, giveDevice } from '#features/racecontrol/devices/devices.service.ts'
import { findDevice } from '#features/racecontrol/devices/devices.store.ts'
import type { Parts } from '#seam/server/handle.ts'

const RACE = 226
/**
 * The trackers of the road race, with the bib of the carrier. One tracker was returned, one lost, and two never went
 * out.
 */
const trackers = [
  { code: 'T-001', bib: '12017', ended: 'returned' },
  { code: 'T-002', bib: '12018', ended: 'lost' },
  { code: 'T-003', bib: null, ended: null },
  { code: 'T-004', bib: null, ended: null },
] as const

/** Writes the trackers of the road race, with the runners who carried them. */
export const seedTrackers = async ({ db, seal }: Pick<Parts, 'db' | 'seal'>, now: Date): Promise<void> => {
  await seal.prepare(raceScope(RACE))
  const worn = await db
    .selectFrom('registrations')
    .select(['bib', 'eventid'])
    .where('raceid', '=', RACE)
    .where(
      'bib',
      'in',
      trackers.flatMap((one) => one.bib ?? []),
    )
    .execute()
  const events = new Map(worn.map(({ bib, eventid }) => [bib, eventid]))
  await db.transaction().execute(async (tx) => {
    for (const { code, bib, ended } of trackers) {
      const about = { code, model: 'TK905', notes: '', token: newToken() }
      const id = await addDevice(tx, { seal, raceid: RACE, now }, about)
      const eventid = bib === null ? undefined : events.get(bib)
      if (bib === null || eventid === undefined) continue
      const by = { staffid: null, now }
      const carried = { kind: 'runner', bib, name: null, eventid, target_s: null, wave: null, shown: false } as const
      await giveDevice(tx, RACE, (await findDevice(tx, RACE, { id }))!, carried, by)
      await endDevice(tx, RACE, (await findDevice(tx, RACE, { id }))!, ended === 'lost', by)
    }
  })
}
