import { fill as said } from '#contract/words.ts'
import { openDb } from '#db/db.ts'
import type { Connection, Db } from '#db/db.ts'
import { migrate } from '#db/migrate.ts'
import { OperatorError } from '#db/operatorError.ts'
import { forgetKey, hasNextKey, keptKey, keyringOf, nextKey } from '#db/sealing/keyFile.ts'
import { fitsDatabase, WRONG_KEY } from '#db/sealing/keys.ts'
import type { JoinedGateways } from '#integrations/payment/gateways.ts'
import { archiveLog } from './archive.ts'
import type { Config } from './config/config.ts'
import { openDatabase } from './database.ts'
import { fillOnce, keepAsIs } from './demo.ts'
import { stepsBack } from './stopping/stepsBack.ts'

export type Say = (line: string) => void

/** The parts that several server processes over one database share. */
export type Ground = { connection: Connection; joined?: JoinedGateways }

/**
 * Prepares the database, the key and the demo races for servers. Nothing else in the server migrates the database. The
 * function knows no room, so the caller's `fill` writes the races.
 */
export const prepareGround = async (
  config: Config,
  say: Say,
  fill: (ground: Ground) => Promise<void>,
): Promise<{ ground: Ground; stop: () => Promise<void> }> => {
  const back = stepsBack()
  try {
    const database = await openDatabase(config, 'server', (error) =>
      say(
        error
          ? `The database fell and does not start again: ${error.message}`
          : 'The database fell and was started again.',
      ),
    )
    back.add(database.stop)
    const fresh = await migrate(database.connection)
    if (fresh.length > 0) say(said('The database is up to date ({n} {n|step|steps}).', { n: fresh.length }))
    const ground = { connection: database.connection }
    const db = openDb(ground.connection, { max: 4 })
    try {
      await checkKeys(config, db, say)
      const clock = () => new Date()
      if (config.demo) await fillOnce(db, ground.connection, clock, () => fill(ground))
      else await keepAsIs(db, clock())
    } finally {
      await db.destroy()
    }
    const archiving = database.embedded ? archiveLog(config, ground.connection, say) : undefined
    if (archiving) back.add(archiving.stop)
    return { ground, stop: back.run }
  } catch (error) {
    await back.run()
    throw error
  }
}

/**
 * Checks that the key is there and opens this database. Makes a key if the data folder has none. If the key is
 * wrong, one sentence tells the operator what to do.
 */
const checkKeys = async (config: Config, db: Db, say: Say): Promise<void> => {
  const kept = config.key ? undefined : keptKey(config.folder)
  if (!(await fitsDatabase(db, keyringOf(config)))) {
    if (kept?.made) forgetKey(config.folder)
    throw new OperatorError(WRONG_KEY)
  }
  if (!kept) return
  // A rotation that was killed after its commit left the new key beside the old key.
  if (hasNextKey(config.folder)) {
    const { key, settle } = nextKey(config.folder)
    if (await fitsDatabase(db, key)) settle()
  }
  say(
    `STARTLINE_KEY is not set: the key over all sealed data is the one in ${kept.path}. Keep a copy of it apart from the backups; without it nobody's documents can be read.`,
  )
}
