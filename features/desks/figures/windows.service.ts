import type { Tx } from '#db/db.ts'
import { hasWindows, writeWindows } from '#features/registrations/public.store.ts'
import { deskForBib } from '../pack.rules.ts'
import { listDesks } from '../setup/setup.store.ts'
import { listWorn } from './figures.store.ts'

type Assigned = { desks: { name: string; count: number }[]; without: number; changed: number }

/** Sets `window` of each live registration with a bib to the name of the desk that serves this bib, or to null. */
export const assignWindows = async (tx: Tx, raceid: number, now: Date): Promise<Assigned> => {
  const desks = await listDesks(tx, raceid)
  const given = (await listWorn(tx, raceid)).map(({ id, printed }) => ({
    id,
    window: deskForBib(printed, desks)?.name ?? null,
  }))
  const changed = await writeWindows(tx, raceid, given, now)
  const counts = desks
    .map(({ name }) => ({ name, count: given.filter(({ window }) => window === name).length }))
    .filter(({ count }) => count > 0)
  return { desks: counts, without: given.filter(({ window }) => window === null).length, changed }
}

/** Sets `window` of the registrations again after a change of a desk, if staff have assigned the runners before. */
export const followDesks = async (tx: Tx, raceid: number, now: Date): Promise<void> => {
  if (await hasWindows(tx, raceid)) await assignWindows(tx, raceid, now)
}
