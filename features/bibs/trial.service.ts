import type { Db, Tx } from '#db/db.ts'

/** An error that undoes the transaction of a trial. */
class Tried<T> extends Error {
  readonly outcome: T
  constructor(outcome: T) {
    super('tried')
    this.outcome = outcome
  }
}

/** Runs the writes of `work`. In a trial (`dry`) the function then undoes all of these writes. */
export const tryOut = async <T>(
  db: Db,
  dry: boolean,
  work: (tx: Tx) => Promise<T>,
  save: (writes: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<T> => {
  if (!dry) return save(work)
  try {
    return await db.transaction().execute(async (tx) => {
      throw new Tried(await work(tx))
    })
  } catch (thrown) {
    if (thrown instanceof Tried) return thrown.outcome as T
    throw thrown
  }
}
