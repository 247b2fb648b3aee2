import type { Db, Tx } from '#db/db.ts'
import { type ViewRow, findById } from '../store.ts'

/** A registration as other rooms see it. */
export type RegistrationRow = ViewRow

export const registrationById = (on: Db | Tx, raceid: number, id: number): Promise<RegistrationRow | undefined> =>
  findById(on, raceid, id)
