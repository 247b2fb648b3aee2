import type { ReadJudged } from './contract.ts'
import type { LoggedRead } from './reads/log.store.ts'
import type { DerivedRace } from './rules.ts'
import type { ReaderRow } from './reads/devices.store.ts'
import type { ReadRow } from './reads/reads.store.ts'
import type { StationRow } from './course/course.store.ts'

const at = (ms: number) => new Date(ms).toISOString()

/** Presents a read of the log, with the time by its reader's clock and the corrected time. */
export const readShown = (read: LoggedRead) => ({
  ...read,
  bib: read.bib,
  at: at(read.at_ms + read.offset_ms),
  device_at: at(read.at_ms),
  received_at: read.received_at.toISOString(),
})

/**
 * Presents a runner's reads in the order of time, each with its verdict. `label` is the point that got its time from
 * the read.
 */
export const judgedReads = (
  reads: readonly ReadRow[],
  { verdicts, times }: DerivedRace,
  bib: string,
  devices: readonly ReaderRow[],
  stations: readonly StationRow[],
): ReadJudged[] => {
  const device = new Map(devices.map((one) => [one.id, one]))
  const station = new Map(stations.map((one) => [one.id, one.name]))
  const label = new Map(
    times.flatMap((time): [number, string][] => (time.read === null ? [] : [[time.read, time.label]])),
  )
  return reads
    .map((read) => {
      const { stationid, name, offset_ms } = device.get(read.deviceid)!
      return {
        ...read,
        ms: read.at_ms + offset_ms,
        stationid,
        device: name,
        station: station.get(stationid) ?? '',
        bib,
        device_at: at(read.at_ms),
        received_at: read.received_at.toISOString(),
        verdict: verdicts.get(read.id) ?? ('before_start' as const),
        label: label.get(read.id) ?? null,
      }
    })
    .toSorted((a, b) => a.ms - b.ms || a.id - b.id)
    .map(({ ms, ...read }) => ({ ...read, at: at(ms) }))
}
