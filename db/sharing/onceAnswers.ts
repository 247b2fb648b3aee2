import { type Db, type Tx, named } from '../db.ts'

/** Takes a key for an answer that is still to come. Returns false where another call has taken the key. */
export const takeKey = async (tx: Tx, key: Buffer, now: Date): Promise<boolean> =>
  (await tx
    .insertInto('once_answers')
    .values({ key, answer: null, created_at: now })
    .onConflict((on) => on.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()) !== undefined

/** The answer of a key that is taken; null where its call keeps no answer. */
export const readAnswer = async (tx: Tx, key: Buffer): Promise<unknown> =>
  (await tx.selectFrom('once_answers').select('answer').where('key', '=', key).executeTakeFirstOrThrow()).answer

export const writeAnswer = async (tx: Tx, key: Buffer, answer: unknown): Promise<void> => {
  await tx
    .updateTable('once_answers')
    .set({ answer: JSON.stringify(answer) })
    .where('key', '=', key)
    .execute()
}

/** Saves an answer under a key, unless the key already has an answer. */
export const insertAnswer = async (tx: Tx, key: Buffer, answer: unknown, now: Date): Promise<void> => {
  await tx
    .insertInto('once_answers')
    .values({ key, answer: JSON.stringify(answer), created_at: now })
    .onConflict((on) => on.column('key').doNothing())
    .execute()
}

/**
 * Keeps many answers as a part of another statement. `keys` and `answers` (JSON as text) are parameters that hold
 * arrays, `now` is a parameter with the moment.
 */
export const keepingAnswers = ({ keys, answers, now }: { keys: string; answers: string; now: string }): string =>
  `insert into once_answers (key, answer, created_at)
  select key, answer::jsonb, ${now} from unnest(${keys}::bytea[], ${answers}::text[]) as given (key, answer)`

/** The answers that earlier calls under these keys got, by the key in hexadecimal. */
export const findAnswers = async (tx: Db | Tx, keys: readonly Buffer[]): Promise<Map<string, unknown>> => {
  const rows = await named<{ key: Buffer; answer: unknown }>(
    tx,
    'find kept answers',
    'select key, answer from once_answers where key = any($1::bytea[])',
    [keys],
  )
  return new Map(rows.map(({ key, answer }) => [key.toString('hex'), answer]))
}
/** The answer kept under a key; undefined where there is none, or where its call keeps no answer. */
export const findAnswer = async (on: Db | Tx, key: Buffer): Promise<unknown> =>
  (await findAnswers(on, [key])).get(key.toString('hex')) ?? undefined
