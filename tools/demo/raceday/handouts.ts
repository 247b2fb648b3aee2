import type { Tx } from '#db/db.ts'
import { type NewDeskEntry, insertEntries } from '#features/desks/store.ts'
import type { Parts } from '#seam/server/handle.ts'

const raceid = 2026
const minute = 60_000
/** The number of runners whose packs are handed out. The last of these packs is handed out at both desks. */
const HANDED = 60

type Change = Pick<NewDeskEntry, 'registrationid' | 'deskid' | 'staffid' | 'size_out' | 'at' | 'doubts'>
const entryOf = (change: Change, now: Date): NewDeskEntry => ({
  entry: crypto.randomUUID(),
  kind: 'pack',
  deviceid: null,
  undoes: null,
  size_in: null,
  bib: null,
  tag: null,
  proxyid: null,
  despite: [],
  signature: null,
  device_at: change.at,
  received_at: now,
  ...change,
})

type Packed = { id: number; clothes: string | null }
const write = async (
  tx: Tx,
  { runners, desks, staffid }: { runners: readonly Packed[]; desks: readonly number[]; staffid: number | null },
  now: Date,
): Promise<void> => {
  const entries = runners.map(({ id, clothes }, nth) => {
    const at = new Date(now.getTime() - (runners.length - nth) * 2 * minute)
    const deskid = desks[nth % desks.length]!
    return entryOf({ registrationid: id, staffid, size_out: clothes, doubts: [], deskid, at }, now)
  })
  const last = runners.at(-1)
  if (!last) return
  const deskid = desks[runners.length % desks.length]!
  const twice = { registrationid: last.id, staffid, size_out: last.clothes, doubts: ['handed_already'] }
  entries.push(entryOf({ ...twice, deskid, at: new Date(now.getTime() - minute) }, now))
  await insertEntries(tx, raceid, entries)
}

/** Hands out packs of race 2026 at two of its desks. One pack is handed out at both desks. */
export const seedHandouts = async ({ db }: Parts, now: Date): Promise<void> => {
  const [runners, desks, staff] = await Promise.all([
    db
      .selectFrom('registrations')
      .select(['id', 'clothes'])
      .where('raceid', '=', raceid)
      .where('state', '=', 'normal')
      .where('pay_at', 'is not', null)
      .where('refundid', '=', 0)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(HANDED)
      .execute(),
    db
      .selectFrom('desks')
      .select('id')
      .where('raceid', '=', raceid)
      .where('preset', '=', 'pickup')
      .orderBy('id')
      .limit(2)
      .execute(),
    db.selectFrom('staff').select('staffid').orderBy('staffid').limit(1).executeTakeFirst(),
  ])
  const given = { runners, desks: desks.map(({ id }) => id), staffid: staff?.staffid ?? null }
  await db.transaction().execute((tx) => write(tx, given, now))
}
