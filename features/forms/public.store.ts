import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { needed } from '#db/needed.ts'
import type { Question } from '#features/fields/own/question.contract.ts'

/**
 * Counts the registrations that have answered each of these fields of a race. Fields without an answer are not in the
 * result.
 */
export const fieldsAnswered = needed<
  (on: Db | Tx, raceid: number, names: readonly string[]) => Promise<Record<string, number>>
>('how many have answered a field')
/** Seals the answers that a field got before it became personal. The caller has prepared the race's key. */
export const fieldSealed = needed<
  (tx: Tx, seal: Seal, raceid: number, question: Question, now: Date) => Promise<number>
>('sealing the answers to a field')
