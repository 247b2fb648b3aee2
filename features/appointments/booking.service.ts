import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { newKey } from '#db/random.ts'
import { type WhyNot, whyNoSlot } from './rules.ts'
import {
  type AppointmentRow,
  type SlotRow,
  cancelDead,
  countTaken,
  findLive,
  insertAppointment,
  lockSlots,
  moveAppointment,
  serviceOfSlot,
  slotsOfDead,
} from './store.ts'

export type BookingAct = 'book' | 'change' | 'cancel'
type BookingRequest = { raceid: number; registrationid: number; eventid: number; slotid: number; act: BookingAct }
type Refused = WhyNot | 'slot_not_found' | 'appointment_there' | 'appointment_none'
export type BookingOutcome = { refused: Refused } | { appointment: AppointmentRow | null }

/** Frees the slots of registrations whose runners will not run. This transaction has locked the slots. */
const freeDead = async (tx: Tx, raceid: number, slots: readonly SlotRow[], now: Date): Promise<SlotRow[]> => {
  const freed = new Map(
    (
      await cancelDead(
        tx,
        raceid,
        slots.map(({ id }) => id),
        now,
      )
    ).map((one) => [one.slotid, one.freed]),
  )
  for (const [slotid, count] of freed) await countTaken(tx, raceid, slotid, -count, now)
  return slots.map((slot) => ({ ...slot, taken: slot.taken - (freed.get(slot.id) ?? 0) }))
}

/**
 * Books, moves or gives back a slot. The function first locks the registration's appointments, so that two calls for
 * one registration follow one another. Then it locks the old and the new slot, in the order of their ids. A change
 * takes the new slot before it gives back the old slot.
 */
export const arrange = async (
  tx: Tx,
  { raceid, registrationid, eventid, slotid, act }: BookingRequest,
  now: Date,
): Promise<BookingOutcome> => {
  await lockAll(tx, [{ kind: 'appointments', raceid, id: registrationid }])
  const service = await serviceOfSlot(tx, raceid, slotid)
  if (service === undefined) return { refused: 'slot_not_found' }
  const seen = await findLive(tx, raceid, registrationid, service)
  const locked = await lockSlots(tx, raceid, seen ? [slotid, seen.slotid] : [slotid])
  // Meanwhile a job may have freed the slot, because the runner will not run. So the function reads the appointment
  // again under the slot's lock.
  const held = seen && (await findLive(tx, raceid, registrationid, service))
  const chosen = locked.find(({ id }) => id === slotid)
  if (!chosen) return { refused: 'slot_not_found' }
  const before = held && locked.find(({ id }) => id === held.slotid)
  // If the time of the runner's slot is over, the runner may book another slot. The appointment then moves to the new
  // slot.
  const over = before !== undefined && before.ends_at <= now
  if (act === 'book' && held && !over)
    return held.slotid === slotid ? { appointment: held } : { refused: 'appointment_there' }
  if (act !== 'book') {
    if (!held || !before || (act === 'cancel' && held.slotid !== slotid)) return { refused: 'appointment_none' }
    if (act === 'change' && held.slotid === slotid) return { appointment: held }
    if (before.starts_at <= now && !(act === 'change' && over)) return { refused: 'slot_past' }
  }
  if (act === 'cancel') {
    await moveAppointment(tx, raceid, held!.id, { state: 'cancelled', updated_at: now })
    await countTaken(tx, raceid, slotid, -1, now)
    return { appointment: null }
  }
  // A slot that looks full may hold bookings of registrations whose runners will not run, so the call frees the places
  // of these registrations first.
  const slot = chosen.taken >= chosen.places ? (await freeDead(tx, raceid, [chosen], now))[0]! : chosen
  const why = whyNoSlot(slot, eventid, now)
  if (why) return { refused: why }
  await countTaken(tx, raceid, slotid, 1, now)
  if (!held)
    return {
      appointment: await insertAppointment(tx, {
        raceid,
        _key: newKey(raceid),
        slotid,
        registrationid,
        service: slot.service,
        now,
      }),
    }
  const moved = await moveAppointment(tx, raceid, held.id, { slotid, updated_at: now })
  await countTaken(tx, raceid, held.slotid, -1, now)
  return { appointment: moved }
}

/** Frees slots of registrations that left, were refunded or were deleted. A job calls this function regularly. */
export const freeSlots = async (db: Db, now: Date): Promise<void> => {
  const races = Map.groupBy(await slotsOfDead(db, now), ({ raceid }) => raceid)
  for (const [raceid, slots] of races)
    await db.transaction().execute(async (tx) => {
      await freeDead(
        tx,
        raceid,
        await lockSlots(
          tx,
          raceid,
          slots.map(({ slotid }) => slotid),
        ),
        now,
      )
    })
}
