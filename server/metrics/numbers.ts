import { Gauge, Registry } from 'prom-client'
import { archiveNow } from '#db/archive/archive.ts'
import { type Db, openDb } from '#db/db.ts'
import type { Connection } from '#db/db.ts'
import { countJobs } from '#db/jobs/jobs.ts'
import { listStandbys } from '#db/replica/standbys.ts'
import { freeBytes } from '#integrations/files/disk.ts'
import type { RoomGauge } from '#seam/server/gauge.ts'
import { rooms } from '../features.ts'

const jobGauges = async (db: Db, now: Date): Promise<RoomGauge[]> => {
  const counts = await countJobs(db, now)
  return [
    {
      name: 'startline_jobs',
      help: 'Jobs in the queue: due and waiting, running, and failed for good.',
      values: counts.flatMap(({ name, waiting, running, failed }) =>
        Object.entries({ waiting, running, failed }).map(([state, value]) => ({ labels: { job: name, state }, value })),
      ),
    },
    {
      name: 'startline_job_oldest_seconds',
      help: 'The time for which the longest waiting job of a name has been due.',
      values: counts.map(({ name, oldest }) => ({ labels: { job: name }, value: oldest })),
    },
  ]
}

const standbyGauges = async (db: Db): Promise<RoomGauge[]> => {
  const standbys = await listStandbys(db)
  const labelled = (of: 'seconds' | 'bytes') =>
    standbys.map(({ name, state, ...lag }) => ({ labels: { standby: name, state }, value: lag[of] }))
  return [
    {
      name: 'startline_replication_lag_seconds',
      help: 'The time that each standby or replica is behind.',
      values: labelled('seconds'),
    },
    {
      name: 'startline_replication_lag_bytes',
      help: 'The bytes of the log that each standby or replica has still to apply.',
      values: labelled('bytes'),
    },
  ]
}

const archiveGauges = (): RoomGauge[] => {
  const state = archiveNow()
  if (!state) return []
  const one = (value: number) => [{ labels: {}, value }]
  return [
    {
      name: 'startline_archive_age_seconds',
      help: 'The seconds of commits that would be lost with the disk of the embedded database.',
      values: one(state.age),
    },
    {
      name: 'startline_archive_waiting_bytes',
      help: 'Bytes of the log that wait for the archive.',
      values: one(state.waiting),
    },
    {
      name: 'startline_archive_failing',
      help: '1 while the archive takes nothing, or has a gap that no backup follows.',
      values: one(state.failure !== undefined || state.gap ? 1 : 0),
    },
  ]
}

const textOfGauges = async (gauges: readonly RoomGauge[]): Promise<string> => {
  const registry = new Registry()
  for (const { name, help, values } of gauges) {
    // A gauge without values would show a 0 that nobody measured.
    if (values.length === 0) continue
    const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels)))]
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const { labels, value } of values) gauge.set({ ...labels }, value)
  }
  return registry.metrics()
}

const DATABASE_MS = 3000
/** Reads the numbers that the database knows. Undefined if a query fails or the answers do not come in time. */
const readDatabase = async (db: Db, now: Date): Promise<RoomGauge[] | undefined> => {
  const late = Promise.withResolvers<undefined>()
  const limit = setTimeout(() => late.resolve(undefined), DATABASE_MS)
  const all = [jobGauges(db, now), standbyGauges(db), ...rooms.map(({ gauges }) => gauges?.(db, now) ?? [])]
  const read = Promise.all(all).then(
    (lists) => lists.flat(),
    () => undefined,
  )
  return Promise.race([read, late.promise]).finally(() => clearTimeout(limit))
}

export type CommonNumbers = { read: () => Promise<string>; close: () => Promise<void> }
/**
 * Opens the numbers that all processes of a server have in common: of the database, the queue and the disk. One process
 * reads them, over connections of its own, so that a busy pool does not hide them.
 */
export const openCommonNumbers = (connection: Connection, folder: string, clock: () => Date): CommonNumbers => {
  const db = openDb(connection, { max: 2, patienceMs: 0 })
  return {
    read: async () => {
      const known = await readDatabase(db, clock())
      const free = await freeBytes(folder)
      return textOfGauges([
        {
          name: 'startline_database_up',
          help: '1 while the database answers within three seconds.',
          values: [{ labels: {}, value: known ? 1 : 0 }],
        },
        {
          name: 'startline_disk_free_bytes',
          help: 'Free bytes of the disk of the data folder.',
          values: Number.isFinite(free) ? [{ labels: {}, value: free }] : [],
        },
        ...archiveGauges(),
        ...(known ?? []),
      ])
    },
    close: () => db.destroy(),
  }
}
