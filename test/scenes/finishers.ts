import { RACE } from '../entrants.ts'
import { numbered } from '../numbered.ts'
import type { World } from '../world.ts'

/** Makes finishers with published results in event 1, one for each account. Returns their bibs in order. */
export const makeFinishers = async (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  uids: readonly number[],
  first = 1,
): Promise<string[]> => {
  const now = clock.now()
  await db
    .insertInto('result_sheets')
    .values({ raceid: RACE, eventid: 1, published_at: now, updated_at: now })
    .onConflict((on) => on.columns(['raceid', 'eventid']).doNothing())
    .execute()
  const bibs: string[] = []
  for (const [at, uid] of uids.entries()) {
    const bib = String(first + at).padStart(4, '0')
    const [row] = await numbered({ db, clock }, [`A|${bib}`], { uid, names: [`完赛者${bib}`] })
    await db
      .insertInto('results')
      .values({
        raceid: RACE,
        _key: `1ka-${`F${first + at}`.replaceAll('0', 'a').padStart(22, 'y')}`,
        eventid: 1,
        bib: `A${bib}`,
        registrationid: row!.id,
        name: `完赛者${bib}`,
        outcome: 'finished',
        gun_ms: 6_000_000 + at,
        created_at: now,
        updated_at: now,
      })
      .execute()
    bibs.push(`A${bib}`)
  }
  return bibs
}
