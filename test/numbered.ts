import { RACE } from './entrants.ts'
import type { World } from './world.ts'

let serial = 0
/** Makes paid registrations with bibs. In `bibs`, `B|0001` is the number 0001 with the prefix B. */
export const numbered = async (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  bibs: readonly string[],
  change: { eventid?: number; uid?: number; names?: readonly string[]; hide_name?: boolean; zone?: string } = {},
): Promise<{ id: number; _key: string }[]> => {
  const now = clock.now()
  const { eventid = 1, uid = 1, names = [], hide_name = false, zone = null } = change
  return db
    .insertInto('registrations')
    .values(
      bibs.map((one, at) => {
        const [prefix, bib] = one.split('|') as [string, string]
        const document = Buffer.from(`numbered ${++serial}`)
        return {
          raceid: RACE,
          // A key has no digit 0.
          _key: `1ka-${String(serial).replaceAll('0', 'a').padStart(22, 'z')}`,
          eventid,
          uid,
          state: 'normal',
          name: names[at] ?? `号码${prefix}${bib}`,
          gender: 'male',
          idtype: 'idcard',
          idnum: document,
          idnum_mask: '*',
          idnum_ix: document,
          document_ix: document,
          prefix_bib: prefix === '' ? null : prefix,
          bib,
          runnerzone: zone,
          hide_name,
          pay_at: now,
          created_at: now,
          updated_at: now,
        }
      }),
    )
    .returning(['id', '_key'])
    .execute()
}
