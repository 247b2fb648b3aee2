import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { poolOf } from '#db/db.ts'
import { takeReads } from '#features/timing/reads/reads.service.ts'
import { openRace } from '#test/entrants.ts'
import { openGround, say } from './ground/ground.ts'

/**
 * Measures the reads that the server stores durably in a second. Eight readers each send 500 reads at a time and wait
 * for the answer. The readers call the function that the endpoint calls, which commits in groups and stores each read
 * once. For comparison, COPY writes as many rows into the same table of the same database, in transactions of the same
 * size and without checks.
 */
const READS = 200_000
const READERS = 8
const EACH = 500
const GOAL = 0.3
const ground = await openGround()
const { db } = ground.parts
await openRace({ db, clock: { now: () => new Date(), set: () => undefined, advance: () => undefined } })
await db.insertInto('timing_stations').values({ raceid: 2026, id: 1, name: 'finish', metres: null }).execute()
await db
  .insertInto('timing_devices')
  .values(
    Array.from({ length: READERS * 2 }, (_, at) => ({
      raceid: 2026,
      id: at + 1,
      stationid: 1,
      name: `reader ${at}`,
      key_hash: Buffer.from(`key ${at}`),
      created_at: new Date(),
    })),
  )
  .execute()
const read = (deviceid: number, seq: number) => ({
  deviceid,
  seq,
  chip: String(1 + ((seq * 7919) % 30_000)),
  at_ms: 1_790_000_000_000 + seq * 37,
  kind: null,
})
const now = new Date()
const taking = async (): Promise<number> => {
  const began = performance.now()
  await Promise.all(
    Array.from({ length: READERS }, async (_, at) => {
      for (let seq = 0; seq < READS / READERS; seq += EACH)
        await takeReads(db, {
          raceid: 2026,
          now,
          reads: Array.from({ length: EACH }, (__, n) => read(at + 1, seq + n)),
        })
    }),
  )
  return READS / ((performance.now() - began) / 1000)
}
const copying = async (): Promise<number> => {
  const began = performance.now()
  await Promise.all(
    Array.from({ length: READERS }, async (_, at) => {
      const client = await poolOf(db).connect()
      for (let seq = 0; seq < READS / READERS; seq += EACH) {
        const lines = Array.from({ length: EACH }, (__, n) => read(READERS + at + 1, seq + n)).map(
          (one) => `2026\t${one.deviceid}\t${one.seq}\t${one.chip}\t${one.at_ms}\t${now.toISOString()}\n`,
        )
        await pipeline(
          Readable.from(lines.join('')),
          client.query(from('copy timing_reads (raceid, deviceid, seq, chip, at_ms, received_at) from stdin')),
        )
      }
      client.release()
    }),
  )
  return READS / ((performance.now() - began) / 1000)
}
const taken = await taking()
const copied = await copying()
const found = {
  name: 'reads',
  reads: READS,
  per_second: Math.round(taken),
  copy_per_second: Math.round(copied),
  ratio: Math.round((taken / copied) * 1000) / 1000,
  goal: GOAL,
  met: taken / copied >= GOAL,
}
say(
  `${found.per_second} reads a second taken in durably, ${found.copy_per_second} by COPY: ${found.ratio} of it (goal ${GOAL})`,
)
await ground.close()
say(JSON.stringify(found))
process.exit(found.ratio >= GOAL ? 0 : 1)
