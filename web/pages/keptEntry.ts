import { appointmentList } from '#features/appointments/contract.ts'
import type { registrationShow } from '#features/registrations/contract.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '#ui/network/call.ts'
import { keptEntries, setKeptEntries } from '#ui/router/address.ts'

type Registration = OutputOf<typeof registrationShow>
/** A registration as this device keeps it for a time without a network: no document, no birthday and no contact. */
export type KeptEntry = {
  key: string
  /** The moment at which the facts were true. */ at: string
  race: { name: string; time: string; zone: string }
  event: string
  name: string
  status: string
  bib: string
  zone: string
  window: string
  appointments: { name: string; place: string; from: string; until: string; key: string }[]
}

const MOST = 5
/** The days after a race for which a device keeps a registration. Each call of `withKept` removes older ones. */
const DAYS = 30
const day = 86_400_000

const read = (): KeptEntry[] => {
  try {
    const found: unknown = JSON.parse(keptEntries() ?? '[]')
    return Array.isArray(found) ? (found as KeptEntry[]) : []
  } catch {
    return []
  }
}

/**
 * Adds a registration to the kept registrations, the newest first. Leaves out registrations beyond `MOST`, and
 * registrations whose race was long ago.
 */
export const withKept = (before: readonly KeptEntry[], entry: KeptEntry, now: Date): KeptEntry[] =>
  [entry, ...before.filter(({ key }) => key !== entry.key)]
    .filter(({ race }) => Date.parse(race.time) > now.getTime() - DAYS * day)
    .slice(0, MOST)

/** Keeps a registration with its appointments. Does not ask for appointments of another person's registration. */
export const keepEntry = async (shown: Registration, now: Date): Promise<void> => {
  const booked = shown.mine
    ? await call(appointmentList, { raceid: shown.raceid, id: shown._key }, { quiet: true }).catch(() => undefined)
    : undefined
  const earlier = keptEntry(shown._key)
  const entry: KeptEntry = {
    key: shown._key,
    at: now.toISOString(),
    race: { name: shown.race.name, time: shown.race.time, zone: shown.race.zone },
    event: shown.meta.event.name,
    name: shown.name,
    status: shown.status.title,
    bib: shown.bib === null ? '' : `${shown.prefix_bib ?? ''}${shown.bib}`,
    zone: shown.runnerzone ?? '',
    window: shown.window ?? '',
    appointments:
      booked?.mine.map((one) => ({
        name: one.name,
        place: one.place,
        from: one.starts_at,
        until: one.ends_at,
        key: one._key,
      })) ??
      earlier?.appointments ??
      [],
  }
  setKeptEntries(JSON.stringify(withKept(read(), entry, now)))
}

export const keptEntry = (key: string): KeptEntry | undefined => read().find((entry) => entry.key === key)
