import type { Db } from '#db/db.ts'
import { type GameRunnerRow, findGameRunner, findGameRunnerById, listGameRunners, listIdsOf } from './store.ts'

export type { GameRunnerRow }

/**
 * Finds the runners whose document has the given number, by the blind indexes of the number. It searches one published
 * game of the race, or all published games if `gameid` is undefined.
 */
export const gameRunnersOf = (
  db: Db,
  raceid: number,
  gameid: number | undefined,
  numbers: readonly Buffer[],
  now: Date,
): Promise<GameRunnerRow[]> => listGameRunners(db, raceid, gameid, numbers, now)
/** Finds a runner of a published game by the id in the runner's link. Returns undefined if there is none. */
export const gameRunnerById = (db: Db, raceid: number, id: number, now: Date): Promise<GameRunnerRow | undefined> =>
  findGameRunnerById(db, raceid, id, now)
/** Finds a runner of a published game by the runner's public key. Returns undefined if there is none. */
export const gameRunnerByKey = (db: Db, raceid: number, key: string, now: Date): Promise<GameRunnerRow | undefined> =>
  findGameRunner(db, raceid, key, now)
/**
 * Finds the ids of a race's registrations with a document's number. Most results know their runners only by these ids.
 */
export const registrationidsOf = (db: Db, raceid: number, numbers: readonly Buffer[]): Promise<number[]> =>
  listIdsOf(db, raceid, numbers)
