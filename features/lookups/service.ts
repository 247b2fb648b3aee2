import type { Db } from '#db/db.ts'
import { type GameRunnerRow, findGameRunner, findGameRunnerById, listGameRunners, listIdsOf } from './store.ts'

export type { GameRunnerRow }

/** Runners of a published game (or of all of a race's games) with a document's number, by its blind indexes. */
export const gameRunnersOf = (
  db: Db,
  raceid: number,
  gameid: number | undefined,
  numbers: readonly Buffer[],
  now: Date,
): Promise<GameRunnerRow[]> => listGameRunners(db, raceid, gameid, numbers, now)
/** A runner of a published game by the id that its link carries. */
export const gameRunnerById = (db: Db, raceid: number, id: number, now: Date): Promise<GameRunnerRow | undefined> =>
  findGameRunnerById(db, raceid, id, now)
/** The same by the runner's public key. */
export const gameRunnerByKey = (db: Db, raceid: number, key: string, now: Date): Promise<GameRunnerRow | undefined> =>
  findGameRunner(db, raceid, key, now)
/** Ids of the registrations of a document's number in a race: most results know their runners only through these. */
export const registrationidsOf = (db: Db, raceid: number, numbers: readonly Buffer[]): Promise<number[]> =>
  listIdsOf(db, raceid, numbers)
