import type { Tx } from '#db/db.ts'
import { type SetChange, saveKinds, saveSet } from './store.ts'

/** Publishes a set of cards with its kinds. Returns its number. */
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
