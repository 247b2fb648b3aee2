import { raceScope } from '#db/sealing/seal.ts'
import type { Db } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { tokenHash } from '#db/sessions.ts'
import { type NewAidEntry, insertEntry } from '#features/timing/aid/entries.store.ts'
import { sealAidNote } from '#features/timing/aid/aid.service.ts'
import { insertDevice, sawDevices } from '#features/timing/reads/devices.store.ts'
import type { Parts } from '#seam/server/handle.ts'
import { checkpoints } from '../results.ts'
import { sundayIn } from '../races.ts'

const RACE = 229
const minute = 60_000
/** The largest numbers of runners in the list of one station: runners who went on, and runners who gave up there. */
const WRITTEN = 40
const STOPPED = 3
/**
 * The stations of the trail race with volunteers (tools/demo/timing.ts). `into` and `out` name the columns with the
 * times at which a runner enters and leaves a station.
 */
const stations = [
  { id: 2, phone: '茶场 1 号手机', into: 'CP1', out: 'CP1+' },
  { id: 3, phone: '垭口手机', into: 'CP5', out: null },
] as const

type Passed = { bib: string; outcome: string; splits: number[] }
/** Tells whether a runner gave up after a checkpoint and before the next checkpoint. */
const gaveUp = ({ outcome, splits }: Passed, at: number): boolean => outcome === 'dnf' && !(splits[at + 1]! > 0)
const readPassed = async (db: Db, at: number): Promise<Passed[]> => {
  const rows = await db
    .selectFrom('results')
    .select(['bib', 'outcome', 'splits'])
    .where('raceid', '=', RACE)
    .where('eventid', '=', 1)
    .orderBy('id')
    .execute()
  const passed = rows.filter(({ splits }) => (splits[at] ?? 0) > 0)
  const stopped = passed.filter((one) => gaveUp(one, at)).slice(0, STOPPED)
  return [...passed.filter((one) => !gaveUp(one, at)).slice(0, WRITTEN), ...stopped]
}

/**
 * Writes the bibs that volunteers typed at two aid stations of the trail race: runners in and out, drop-outs and notes.
 * The times of the race came as a file, so the entries make no reads.
 */
export const seedAidStations = async ({ db, seal }: Pick<Parts, 'db' | 'seal'>, now: Date): Promise<void> => {
  await seal.prepare(raceScope(RACE))
  const gun = sundayIn(-41, now).getTime()
  for (const { id, phone, into, out } of stations) {
    const column = checkpoints.indexOf(into)
    const passed = await readPassed(db, column)
    await db.transaction().execute(async (tx) => {
      const device = { raceid: RACE, stationid: id, name: phone, key_hash: tokenHash(newKey(RACE)), created_at: now }
      const deviceid = await insertDevice(tx, { ...device, by_hand: true })
      const write = (kind: NewAidEntry['kind'], bib: string, ms: number, rest: Partial<NewAidEntry> = {}) => {
        // The volunteers of the demo press the button at the moment itself, so no entry has a typed time.
        const at = new Date(gun + ms)
        const row = { entry: crypto.randomUUID(), deviceid, kind, bib, at, device_at: at }
        return insertEntry(tx, RACE, { clock: null, note: null, undoes: null, doubts: [], ...row, ...rest }, at)
      }
      for (const [nth, one] of passed.entries()) {
        const arrived = one.splits[column]!
        const left = out ? one.splits[checkpoints.indexOf(out)]! : arrived + (4 + (nth % 5)) * minute
        await write('in', one.bib, arrived)
        if (nth === 5) await write('in', one.bib, arrived + minute, { doubts: ['bib_twice'] })
        if (gaveUp(one, column)) {
          const note = sealAidNote(seal, RACE, '膝盖疼痛，退赛，已上收容车')
          await write('drop', one.bib, arrived + 12 * minute, { note })
        } else if (left > 0) await write('out', one.bib, left)
      }
      const [first] = passed
      if (first) {
        const note = sealAidNote(seal, RACE, '站内热水不足，请补给车带 20 升')
        await write('note', first.bib, first.splits[column]! + minute, { note })
      }
      await sawDevices(tx, RACE, [deviceid], new Date(gun + 30 * 3_600_000))
    })
  }
}
