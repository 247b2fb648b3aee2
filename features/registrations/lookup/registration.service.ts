import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { documentIndex } from '../signup/sealing.service.ts'
import { type ViewRow, findByDocument, findById, listByIds } from '../store.ts'
import { listedStateOf } from './listed.rules.ts'

/** A registration as other rooms see it. */
export type RegistrationRow = ViewRow

export const registrationById = (on: Db | Tx, raceid: number, id: number): Promise<RegistrationRow | undefined> =>
  findById(on, raceid, id)

export const registrationsByIds = (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<RegistrationRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : listByIds(on, raceid, ids)

/**
 * Returns the id of the live registration of a document, or null. A runner who left the race has no live registration.
 * The document comes from a list of another room.
 */
export const registrationOfDocument = async (
  { db, seal }: { db: Db; seal: Seal },
  raceid: number,
  identity: string,
): Promise<number | null> => {
  await seal.prepare(raceScope(raceid))
  const found = await findByDocument(db, raceid, documentIndex(seal, raceid, identity))
  return found && !['left', 'deleted'].includes(listedStateOf(found)) ? found.id : null
}
