import type { Tx } from '#db/db.ts'
import { logChange } from '#features/staff/service.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { type ChangeWork, canOf, orWhy, demand, withHeld } from './changes.service.ts'
import { updateRegistration } from './changes.store.ts'
import { documentAfter, losesRace } from './leaving.rules.ts'
import type { RegistrationState } from '../contract.ts'
import { releaseHeld } from '../inventory/inventory.service.ts'
import { printedBib } from '../bib.rules.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { ViewRow } from '../store.ts'
import { stateAfter } from '../status/transitions.rules.ts'

/**
 * The facts about an exit. `refund` writes the refund, whose amount may be 0, and returns its id. The registration, its
 * order and its event are locked when `refund` runs.
 */
export type Exiting = {
  race: RaceGiven
  now: Date
  refund: (tx: Tx, row: ViewRow) => Promise<number>
  /**
   * The member of staff who takes the runner out. Staff may do so even if the race does not let runners leave any
   * more.
   */
  who?: Who | undefined
}

/**
 * Takes a paid registration out of the race. `losesRace` decides whether the document may enter this race again. After
 * an exit by staff the document never may. The place and stock become free exactly once. Returns the reason if the
 * runner leaves and the status does not allow that.
 */
export const exitRegistration = ({ db }: Pick<ChangeWork, 'db'>, { race, now, refund, who }: Exiting, key: string) =>
  orWhy(() =>
    withHeld(db, race.id, key, async (tx, row) => {
      if (!who) demand(canOf(row, race, now).exit)
      const refundid = await refund(tx, row)
      const loses = who !== undefined || losesRace(row.state, race.settings)
      await leave(tx, row, refundid, loses, who, now)
      return { refundid }
    }),
  )

const leave = async (
  tx: Tx,
  row: ViewRow,
  refundid: number,
  loses: boolean,
  who: Who | undefined,
  now: Date,
): Promise<void> => {
  const state = stateAfter(row.state as RegistrationState, 'exit')
  await releaseHeld(tx, row.raceid, [row.id], now, { uses: true })
  await updateRegistration(
    tx,
    row.raceid,
    row.id,
    { state, refundid, ...documentAfter(loses, now), bib: null, prefix_bib: null, runnerzone: null, window: null },
    now,
  )
  await logChange(tx, {
    who,
    now,
    raceid: row.raceid,
    what: 'registration exited',
    target: `registration ${row.id}`,
    before: { state: row.state, refundid: row.refundid, bib: row.bib && printedBib({ ...row, bib: row.bib }) },
    after: { state, refundid, bib: null },
  })
  await noteRegistrations(tx, row.raceid, 'registration.changed', [row.id], now)
}

/**
 * Marks the fee of a registration that failed its review as returned. The registration stays in the race's records, and
 * its runner cannot correct it any more. The caller has locked it.
 */
export const markFeeReturned = (
  tx: Tx,
  row: Pick<ViewRow, 'raceid' | 'id'>,
  refundid: number,
  now: Date,
): Promise<void> => updateRegistration(tx, row.raceid, row.id, { refundid }, now)
