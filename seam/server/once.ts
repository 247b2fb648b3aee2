import type { Db, Tx } from '#db/db.ts'
import {
  type OnceKey,
  findAnswer,
  insertAnswer,
  onceKeyOf,
  readAnswer,
  takeKey,
  writeAnswer,
} from '#db/sharing/onceAnswers.ts'

/** The part of a call by which the server recognises a repetition. */
export type Repeatable = {
  once: string | undefined
  who: { uid: number | null; staffid: number | null }
  address: string
}

/** Names the caller. A runner and a member of staff may have the same number, and some paths are open to both. */
const callerOf = ({ who, address }: Repeatable): number | string =>
  who.uid ?? (who.staffid === null ? address : `staff ${who.staffid}`)

/** Returns the key under which an answer is kept: the path, the caller, and the value of `_once`. */
export const onceKey = (path: string, call: Repeatable): OnceKey | undefined =>
  call.once === undefined ? undefined : onceKeyOf(JSON.stringify([path, callerOf(call), call.once]))

/**
 * Runs writes in one transaction. With `_once` the server keeps the sealed answer beside the writes for 24 hours. A
 * caller who repeats the call gets this answer, even while the first call is still under way. A refusal is not kept.
 */
export const replayOnce = async <Given>(
  db: Db,
  path: string,
  call: Repeatable,
  now: Date,
  writes: (tx: Tx) => Promise<Given>,
): Promise<Given> => {
  const key = onceKey(path, call)
  if (!key) return db.transaction().execute(writes)
  return db.transaction().execute(async (tx) => {
    if (!(await takeKey(tx, key, now))) return (await readAnswer(tx, key)) as Given
    const given = await writes(tx)
    await writeAnswer(tx, key, given)
    return given
  })
}

/**
 * Keeps the answer of writes that run in their own transactions. If a repeated call ends too, the answer of the first
 * call stays.
 */
export const keepAnswer = async (tx: Tx, key: OnceKey | undefined, answer: unknown, now: Date): Promise<void> => {
  if (key) await insertAnswer(tx, key, answer, now)
}
/** Returns the answer to the first of several repeated calls. */
export const keptAnswer = async <Given>(db: Db, key: OnceKey | undefined): Promise<Given | undefined> =>
  key && ((await findAnswer(db, key)) as Given | undefined)
