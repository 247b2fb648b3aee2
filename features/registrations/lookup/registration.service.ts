import type { Db, Tx } from '#db/db.ts'
import { type ViewRow, findById, listByIds } from '../store.ts'

/** A registration as other rooms see it. */
export type RegistrationRow = ViewRow

export const registrationById = (on: Db | Tx, raceid: number, id: number): Promise<RegistrationRow | undefined> =>
  findById(on, raceid, id)

/** Finds several registrations of a race. */
export const registrationsByIds = (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<RegistrationRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : listByIds(on, raceid, ids)
