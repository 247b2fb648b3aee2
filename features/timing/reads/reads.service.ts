import { createHash } from 'node:crypto'
import { inBatches } from '#db/sharing/batch.ts'
import { measuredBatch } from '#db/measures.ts'
import type { Db } from '#db/db.ts'
import { holdReads } from '../derive/derive.service.ts'
import { type NewRead, insertReads, listRenumbered } from './reads.store.ts'
import { sawDevices } from './devices.store.ts'

/** Reads that arrived together, from one device in one call or from one file. */
type Sent = { raceid: number; reads: readonly NewRead[]; now: Date }
/** `taken` is the number of new reads. `known` is the number of reads that the server already had. */
export type ReadsTaken = { taken: number; known: number }

/**
 * Makes the number of a read from a text that identifies the read. The number is negative, so that it never equals a
 * number that a reader gives.
 */
export const fingerprint = (raw: string): number =>
  -Number(createHash('sha1').update(raw).digest().readBigUInt64BE() >> 11n) - 1

const keyOf = ({ deviceid, seq, chip, at_ms }: NewRead): string => `${deviceid} ${seq} ${chip} ${at_ms}`
const numbered = (read: NewRead): NewRead => ({ ...read, seq: fingerprint(keyOf(read)) })

const write = async (db: Db, sent: readonly Sent[]): Promise<ReadsTaken[]> => {
  const outcomes = new Map<Sent, ReadsTaken>()
  for (const [raceid, ofRace] of Map.groupBy(sent, (one) => one.raceid)) {
    const { now } = ofRace.at(-1)!
    const renumbered = new Map<string, NewRead>()
    const fresh = await db.transaction().execute(async (tx) => {
      await holdReads(tx, raceid)
      const reads = ofRace.flatMap((one) => one.reads)
      const written = await insertReads(tx, raceid, reads, now)
      if (written.length < reads.length) {
        // A reader that begins again to count from one sends new reads under old numbers. These reads get new numbers,
        // so that they are kept.
        const others = await listRenumbered(tx, raceid, reads)
        for (const one of others) renumbered.set(keyOf(one), numbered(one))
        if (others.length > 0) written.push(...(await insertReads(tx, raceid, others.map(numbered), now)))
      }
      await sawDevices(
        tx,
        raceid,
        [...new Set(reads.map(({ deviceid }) => deviceid))].sort((a, b) => a - b),
        now,
      )
      return new Set(written.map(({ deviceid, seq }) => `${deviceid} ${seq}`))
    })
    // If two calls that are committed together bring the same read, only the first call counts it as new.
    for (const one of ofRace) {
      const taken = one.reads.reduce((sum, read) => {
        const { deviceid, seq } = (renumbered.size > 0 && renumbered.get(keyOf(read))) || read
        return sum + Number(fresh.delete(`${deviceid} ${seq}`))
      }, 0)
      outcomes.set(one, { taken, known: one.reads.length - taken })
    }
  }
  return sent.map((one) => outcomes.get(one)!)
}

const batches = new WeakMap<Db, (sent: Sent) => Promise<ReadsTaken>>()
/**
 * Stores reads. The promise resolves after they are committed; one commit serves several callers. A repeated read
 * counts once.
 */
export const takeReads = (db: Db, sent: Sent): Promise<ReadsTaken> => {
  let batch = batches.get(db)
  if (!batch)
    batches.set(
      db,
      (batch = inBatches(
        200,
        measuredBatch('chip reads', (all: Sent[]) => write(db, all)),
      )),
    )
  return batch(sent)
}
