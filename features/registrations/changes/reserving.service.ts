import type { Text } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { logChange } from '#features/staff/service.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import type { RegistrationState } from '../contract.ts'
import { type Destination, deferTo } from '../deferral/deferral.service.ts'
import { releaseHeld } from '../inventory/inventory.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { stateAfter } from '../status/transitions.rules.ts'
import type { ViewRow } from '../store.ts'
import { type Beside, type ChangeWork, canOf, demand, orWhy, withHeld } from './changes.service.ts'
import { updateRegistration } from './changes.store.ts'

export type ReservedPlace = { tag: string | null; description: string | null }
/** The organiser's words by language. Each reader gets the words in the reader's own language. */
export type ReservedWords = { tag: Record<string, string>; description: Record<string, string> } | undefined
/**
 * Reserves a place for the next edition. The caller has locked the registration and has checked that it may be
 * reserved.
 */
export const reservePlace = async (
  tx: Tx,
  row: ViewRow,
  { tag, description }: ReservedPlace,
  names: ReservedWords,
  now: Date,
): Promise<RegistrationState> => {
  const state = stateAfter(row.state as RegistrationState, 'reserve')
  const delay_words = names ? JSON.stringify({ tag: names.tag, description: names.description }) : null
  await releaseHeld(tx, row.raceid, [row.id], now)
  await updateRegistration(
    tx,
    row.raceid,
    row.id,
    { state, tag, description, delay_words, bib: null, prefix_bib: null, runnerzone: null, window: null },
    now,
  )
  return state
}
/**
 * Reserves the place of a registration for a later edition. `to` is the race and event to which the place leads.
 * Returns the reason if the status does not allow the reservation.
 */
export const delayRegistration = (
  parts: ChangeWork,
  race: RaceGiven,
  key: string,
  said: ReservedPlace,
  to: Destination | undefined,
  now: Date,
  beside: Beside<{ state: RegistrationState } & ReservedPlace> = async () => {},
): Promise<({ state: RegistrationState } & ReservedPlace) | { why: Text } | undefined> =>
  orWhy(() =>
    withHeld(parts.db, race.id, key, async (tx, row) => {
      demand(canOf(row, race, now).delay)
      const state = await reservePlace(tx, row, said, race.settings.delay, now)
      if (to) await deferTo(tx, { seal: parts.seal, race, now }, row, to)
      const pick = ({ state: was, tag, description, bib }: Pick<ViewRow, 'state' | 'tag' | 'description' | 'bib'>) => ({
        state: was,
        tag,
        description,
        bib,
      })
      await logChange(tx, {
        who: undefined,
        now,
        raceid: race.id,
        what: 'registration reserved',
        target: `registration ${row.id}`,
        before: pick(row),
        after: { ...said, state, bib: null, ...(to ? { to: to.name } : {}) },
      })
      await noteRegistrations(tx, race.id, 'registration.changed', [row.id], now)
      await beside(tx, { state, ...said })
      return { state, ...said }
    }),
  )
