/**
 * Computes how old the state of a replica is, from the positions of the primary and the replica in the write-ahead log.
 */

/**
 * A position of the primary in the log. Everything that was committed before `at` (milliseconds) lies before this
 * position.
 */
export type Mark = { at: number; position: bigint }
export type Following = {
  /** Positions that the replica has not reached yet, oldest first. */
  marks: readonly Mark[]
  /** The replica holds everything that was committed before this moment. Undefined if nothing is known. */
  reached: number | undefined
}
export type ReplicaLook = Mark & {
  /** The position up to which the replica has replayed. Undefined if the replica does not answer or is no standby. */
  replayed: bigint | undefined
}

export const unknown: Following = { marks: [], reached: undefined }

/** The most positions to remember. A replica that is further behind is of no use. */
const MOST_MARKS = 240

/**
 * Returns the state after one look at the primary and the replica. If the look found no position of the replica, the
 * state begins anew, because another replica may answer at the next look.
 */
export const followingAfter = ({ marks, reached }: Following, { at, position, replayed }: ReplicaLook): Following => {
  if (replayed === undefined) return unknown
  const all = [...marks, { at, position }].slice(-MOST_MARKS)
  const known = all.filter((mark) => mark.position <= replayed)
  return { marks: all.filter((mark) => mark.position > replayed), reached: known.at(-1)?.at ?? reached }
}

/** Returns the age of the replica's state in milliseconds. Infinite if nothing is known. */
export const ageOf = ({ reached }: Following, now: number): number => (reached === undefined ? Infinity : now - reached)
