import { randomUUID } from 'node:crypto'
import { onceAtATime } from '#db/sharing/batch.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Ranked, rankColumns } from './columnRanks.rules.ts'
import { decodeRankingInputs, encodeRankingInputs } from './rankingInputs.rules.ts'
import {
  type KeptRankingInputs,
  findRankingInputs,
  findRankingInputsVersion,
  writeRankingInputs,
} from './rankingInputs.store.ts'

/**
 * Events ranked in memory, by the version of their ranking inputs: a person who has a result at hand has the version that it was
 * read with, so that what another process wrote is never missed, and what was rolled back is never asked for.
 */
const memory = new Map<string, Ranked>()
const mostRunners = 1_500_000
let runners = 0
const remember = (key: string, ranked: Ranked): Ranked => {
  runners += ranked.columns.ids.length
  memory.set(key, ranked)
  // The one that was asked for longest ago goes first.
  for (const [old, { columns }] of memory) {
    if (runners <= mostRunners || old === key) break
    runners -= columns.ids.length
    memory.delete(old)
  }
  return ranked
}
const recall = (key: string): Ranked | undefined => {
  const known = memory.get(key)
  if (!known) return undefined
  memory.delete(key)
  memory.set(key, known)
  return known
}
const rankKept = ({ version, inputs }: KeptRankingInputs): Ranked => {
  const known = recall(version)
  if (known) return known
  const { columns, by } = decodeRankingInputs(inputs)
  return remember(version, rankColumns(columns, by))
}

/** As it was ranked last; undefined where it never was. The caller holds the event's results. */
export const rankedBefore = async (tx: Tx, raceid: number, eventid: number): Promise<Ranked | undefined> => {
  const version = await findRankingInputsVersion(tx, raceid, eventid)
  const known = version === undefined ? undefined : recall(version)
  if (known || version === undefined) return known
  const kept = await findRankingInputs(tx, raceid, eventid)
  return kept && rankKept(kept)
}
/** Writes what an event's places follow from. */
export const keepRanked = async (tx: Tx, raceid: number, eventid: number, ranked: Ranked): Promise<Ranked> => {
  const version = randomUUID()
  await writeRankingInputs(tx, raceid, eventid, { version, inputs: encodeRankingInputs(ranked.columns, ranked.by) })
  return remember(version, ranked)
}

const readOnce = onceAtATime<Ranked | undefined>()
/** An event ranked as of a version, or as it is now where that one is over. */
export const rankedAt = async (
  db: Db,
  raceid: number,
  eventid: number,
  version: string,
): Promise<Ranked | undefined> => {
  const known = recall(version)
  if (known) return known
  return readOnce(version, async () => {
    const kept = await findRankingInputs(db, raceid, eventid)
    return kept && rankKept(kept)
  })
}
