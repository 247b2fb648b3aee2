import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { countPlaces, lockEvent } from '#features/events/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import type { Sold } from '#features/orders/service.ts'
import { giveBack } from '#features/payments/byHand.service.ts'
import type { ChangeWork } from '#features/registrations/changes/changes.service.ts'
import { withLockedMove, prepareMove, switchEvent } from '#features/registrations/move/move.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { isMovable, logMoved, notifyMoved } from './service.ts'
import { type MoveRow, findMoveOfOrder, setMoveState } from './store.ts'

const freeTargetPlace = (tx: Tx, move: MoveRow): Promise<void> => countPlaces(tx, move.raceid, move.to_eventid, -1)

/** The job that completes a move when its difference is paid. Its payload names the race and the order. */
export const COMPLETE_MOVE = 'move complete'

/** The effects of an order for a difference when it is paid or closed. The caller has locked the order. */
export const moveSold: Sold = {
  paid: async (tx, order) => {
    const move = await findMoveOfOrder(tx, order.raceid, order.id)
    if (move?.state !== 'offered') return
    const payload = { raceid: move.raceid, orderid: order.id }
    await addJob(tx, COMPLETE_MOVE, payload, { key: `${COMPLETE_MOVE} ${move.raceid} ${move.id}` })
  },
  closed: async (tx, order, _reason, now) => {
    const move = await findMoveOfOrder(tx, order.raceid, order.id)
    if (move?.state !== 'offered') return
    await lockEvent(tx, order.raceid, move.to_eventid)
    await freeTargetPlace(tx, move)
    await setMoveState(tx, order.raceid, move.id, 'lapsed', now)
  },
  // There is nothing to do, because the message about the registration's refund also covers this order.
  refunded: async () => {},
}

/**
 * Moves the runner who has paid the difference. If the runner has left meanwhile, the difference is refunded. A second
 * call changes nothing.
 */
export const completeMove = async (parts: ChangeWork, raceid: number, orderid: number, now: Date): Promise<void> => {
  const race = await raceGiven(parts.db, raceid, now)
  const due = await findMoveOfOrder(parts.db, raceid, orderid)
  if (!race || due?.state !== 'offered') return
  await prepareMove(parts.seal, raceid)
  const seen = (await registrationById(parts.db, raceid, due.registrationid))!
  await withLockedMove(parts.db, raceid, seen._key, due.to_eventid, async (tx, held) => {
    const move = await findMoveOfOrder(tx, raceid, orderid)
    if (move?.state !== 'offered') return
    await freeTargetPlace(tx, move)
    if (!isMovable(held.row, race, now)) {
      await setMoveState(tx, raceid, move.id, 'lapsed', now)
      const { amount } = (await findOrder(tx, raceid, orderid))!
      await giveBack(tx, { raceid, orderid, registrationid: held.row.id, amount, reason: 'exit' }, now)
      return
    }
    await switchEvent(tx, parts.seal, held, race, { behindWaitlist: false, now })
    await setMoveState(tx, raceid, move.id, 'done', now)
    const moving = { race, who: undefined, reason: '', now }
    await logMoved(tx, moving, held.row, 'registration moved', held.to, { difference: move.difference })
    await notifyMoved(tx, parts, moving, held.row, held.to)
  })
}
