import type { Db } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { isBanned } from '#features/bans/service.ts'
import { type EventRow } from '#features/events/service.ts'
import { formOf, raceDayOf } from '#features/events/rules.ts'
import { foreseeStock } from '#features/registrations/inventory/foreseen.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { ageAt, prepareMove } from '#features/registrations/move/move.service.ts'
import { moveLimitOf, shirtSeatAfterMove } from '#features/registrations/move/move.rules.ts'
import { documentOf } from '#features/registrations/signup/sealing.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { type MoveOrder, type MoveOutcome, priceDifferenceOf } from './service.ts'
import { listMovesOf } from './store.ts'

const nothing = { clothes: null, packagebus: null, runnerzone: null, addons: [] }
const refusedBy = <Refused>(refused: Refused | undefined) => (refused === undefined ? undefined : { refused })
type Left = Extract<MoveOutcome, { refused: unknown } | { why: unknown }>

/**
 * Returns a function that finds the registrations that cannot move to an event, by the rules of `moveRegistration`.
 * This function takes movable registrations in the order of the moves. For each of them it counts down the free places
 * and the stock. It writes nothing.
 */
export const foreseeMoves = async (
  { db, seal }: { db: Db; seal: Seal },
  { race, to, charge, now }: { race: RaceGiven; to: EventRow } & Pick<MoveOrder, 'charge' | 'now'>,
): Promise<(rows: readonly RegistrationRow[]) => Promise<Map<number, Left>>> => {
  await prepareMove(seal, race.id)
  const stock = await foreseeStock(db, race.id)
  const form = formOf(to)
  const raceDay = raceDayOf(to, race)
  const isOut = async (row: RegistrationRow): Promise<boolean> => {
    const document = documentOf(seal, row, now)
    return document !== undefined && isBanned({ db, seal }, { raceid: race.id, raceDay, document }, now)
  }
  const leftOf = async (row: RegistrationRow, moves: Awaited<ReturnType<typeof listMovesOf>>) => {
    if (moves.some(({ state }) => state === 'offered')) return { refused: 'move_pending' } as const
    if (await isOut(row)) return { refused: 'move_not_admitted' } as const
    const age = ageAt(seal, row, to, race)
    const why = moveLimitOf(form, { idtype: row.idtype, age })
    if (why) return { why }
    const difference = priceDifferenceOf(row, to, moves, { zone: race.zone, age, now })
    // If the runner must first pay the difference, the move takes a place at once. A shirt and a seat follow after the
    // payment.
    if (row.o_state !== 'open' && difference > 0 && charge === 'ask')
      return refusedBy(stock.take({ ...nothing, eventid: to.id }))
    const after = { ...row, ...shirtSeatAfterMove(form, row), runnerzone: null, eventid: to.id }
    return refusedBy(stock.exchange(row, after))
  }
  return async (rows) => {
    const moves = Map.groupBy(
      await listMovesOf(
        db,
        race.id,
        rows.map(({ id }) => id),
      ),
      ({ registrationid }) => registrationid,
    )
    const left = new Map<number, Left>()
    for (const row of rows) {
      const found = await leftOf(row, moves.get(row.id) ?? [])
      if (found) left.set(row.id, found)
    }
    return left
  }
}
