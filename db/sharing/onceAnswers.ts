import { hash } from 'node:crypto'
import { type Db, type Tx, named } from '../db.ts'
import { openWith, sealWith } from '../sealing/seal.ts'

/**
 * Two values for the repetition of a call: the key of the stored row, and the key that seals the stored answer. An
 * answer may hold a secret, such as the link of a captain, and always holds data of its caller. The server keeps
 * neither the `_once` of the call nor the sealing key, so only a repetition of the call opens the answer
 * (docs/decisions/2026-11-28-kept-answers.md).
 */
export type OnceKey = { readonly row: Buffer; readonly sealing: Buffer }

/** Makes both keys from the text that identifies a repeated call. */
export const onceKeyOf = (call: string): OnceKey => {
  const hashOf = (purpose: string): Buffer => Buffer.from(hash('sha256', purpose + call, 'latin1'), 'latin1')
  return { row: hashOf(''), sealing: hashOf('kept answer\n') }
}

const CONTEXT = 'once_answers'
/** Returns the JSON text of the column: one string, the sealed answer in base64. */
const sealed = ({ sealing }: OnceKey, answer: unknown): string =>
  JSON.stringify(sealWith(sealing, CONTEXT, JSON.stringify(answer)).toString('base64'))
/** Opens a kept answer. Null if the call keeps no answer. Versions before 0.1 kept answers unsealed, for 24 hours. */
const opened = ({ sealing }: OnceKey, kept: unknown): unknown =>
  typeof kept === 'string'
    ? (JSON.parse(openWith(sealing, CONTEXT, Buffer.from(kept, 'base64')).toString('utf8')) as unknown)
    : kept

/** Takes a key for an answer that is still to come. Returns false if another call has taken the key. */
export const takeKey = async (tx: Tx, { row }: OnceKey, now: Date): Promise<boolean> =>
  (await tx
    .insertInto('once_answers')
    .values({ key: row, answer: null, created_at: now })
    .onConflict((on) => on.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()) !== undefined

/** Reads the answer of a taken key. Null if the call keeps no answer. */
export const readAnswer = async (tx: Tx, key: OnceKey): Promise<unknown> =>
  opened(
    key,
    (await tx.selectFrom('once_answers').select('answer').where('key', '=', key.row).executeTakeFirstOrThrow()).answer,
  )

export const writeAnswer = async (tx: Tx, key: OnceKey, answer: unknown): Promise<void> => {
  await tx
    .updateTable('once_answers')
    .set({ answer: sealed(key, answer) })
    .where('key', '=', key.row)
    .execute()
}

/** Saves an answer under a key, unless a call has already taken the key. */
export const insertAnswer = async (tx: Tx, key: OnceKey, answer: unknown, now: Date): Promise<void> => {
  await tx
    .insertInto('once_answers')
    .values({ key: key.row, answer: sealed(key, answer), created_at: now })
    .onConflict((on) => on.column('key').doNothing())
    .execute()
}

export type NewAnswer = { key: OnceKey; answer: unknown }
/** Returns the values of the two parameters of `keepingAnswers`: the keys and the sealed answers. */
export const answerArrays = (answers: readonly NewAnswer[]): [keys: Buffer[], answers: string[]] => [
  answers.map(({ key }) => key.row),
  answers.map(({ key, answer }) => sealed(key, answer)),
]
/**
 * Returns the SQL that keeps many answers as a part of another statement. `keys` and `answers` are parameters that hold
 * the arrays of `answerArrays`, and `now` is a parameter with the present time.
 */
export const keepingAnswers = ({ keys, answers, now }: { keys: string; answers: string; now: string }): string =>
  `insert into once_answers (key, answer, created_at)
  select key, answer::jsonb, ${now} from unnest(${keys}::bytea[], ${answers}::text[]) as given (key, answer)`

/**
 * Finds the answers that earlier calls under these keys got. The map finds an answer by the key of its row in
 * hexadecimal.
 */
export const findAnswers = async (tx: Db | Tx, keys: readonly OnceKey[]): Promise<Map<string, unknown>> => {
  const rows = await named<{ key: Buffer; answer: unknown }>(
    tx,
    'find kept answers',
    'select key, answer from once_answers where key = any($1::bytea[])',
    [keys.map(({ row }) => row)],
  )
  const byRow = new Map(keys.map((key) => [key.row.toString('hex'), key]))
  return new Map(
    rows.map(({ key, answer }) => {
      const row = key.toString('hex')
      return [row, opened(byRow.get(row)!, answer)]
    }),
  )
}
export const findAnswer = async (on: Db | Tx, key: OnceKey): Promise<unknown> =>
  (await findAnswers(on, [key])).get(key.row.toString('hex')) ?? undefined
