import type { Db, Tx } from '#db/db.ts'
import { type SetChange, listSets, saveKinds, saveSet } from './store.ts'

/** Publishes a set of cards with its kinds. */
export const offerCards = async (
  tx: Tx,
  raceid: number,
  set: Omit<SetChange, 'published_at'>,
  kinds: Parameters<typeof saveKinds>[3],
  now: Date,
): Promise<number> => {
  const id = await saveSet(tx, { raceid, id: undefined }, { ...set, published_at: now }, now)
  await saveKinds(tx, raceid, id, kinds)
  return id
}

/** Tells whether a race has a published set of cards that has not ended. */
export const hasCards = async (db: Db, raceid: number, now: Date): Promise<boolean> =>
  (await listSets(db, raceid)).some(
    ({ published_at, closes_at }) =>
      published_at !== null && published_at <= now && (closes_at === null || closes_at > now),
  )
