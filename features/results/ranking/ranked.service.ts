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
 * Events that are ranked in memory, by the version of their ranking inputs. A caller takes the version from the result
 * that it read. So the caller sees the writes of other processes, and never a write that was rolled back.
 */
const memory = new Map<string, Ranked>()
const mostRunners = 1_500_000
let runners = 0
const remember = (key: string, ranked: Ranked): Ranked => {
  runners += ranked.columns.ids.length
  memory.set(key, ranked)
  // Removes the event that has been unused for the longest time.
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

/** Reads the last ranking; undefined if the event was never ranked. The caller has locked the event's results. */
export const rankedBefore = async (tx: Tx, raceid: number, eventid: number): Promise<Ranked | undefined> => {
  const version = await findRankingInputsVersion(tx, raceid, eventid)
  const known = version === undefined ? undefined : recall(version)
  if (known || version === undefined) return known
  const kept = await findRankingInputs(tx, raceid, eventid)
  return kept && rankKept(kept)
}
export const keepRanked = async (tx: Tx, raceid: number, eventid: number, ranked: Ranked): Promise<Ranked> => {
  const version = randomUUID()
  await writeRankingInputs(tx, raceid, eventid, { version, inputs: encodeRankingInputs(ranked.columns, ranked.by) })
  return remember(version, ranked)
}

const readOnce = onceAtATime<Ranked | undefined>()
/**
 * Ranks an event as of a version, or as it is at this moment if that version is out of date. Undefined if the event has
 * no stored ranking inputs.
 */
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
