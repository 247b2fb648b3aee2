import { pageWith } from '#contract/checklist.ts'
import { fill } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { type CheckinService, services } from '#features/checkin/contract.ts'
import type { ChecklistReader, ChecklistLine } from '#seam/server/checklist.ts'
import { checklistWords as words } from './checklist.words.ts'
import { whyNoSlot } from './rules.ts'
import { type BookedRow, type SlotRow, listOfRegistration, listSlots } from './store.ts'
import { serviceWords } from './words.ts'
import { saidIn } from '#features/checkin/rules.ts'

/**
 * Finds the runner's appointment for the race pack. The checklist shows this appointment at the step about the pack.
 */
export const pickupOf = async (db: Db, raceid: number, registrationid: number): Promise<BookedRow | undefined> =>
  (await listOfRegistration(db, raceid, registrationid)).find(({ service }) => service === 'pickup')

/** Returns the beginning of the last slot with a free place. From this moment on the runner can book no slot. */
const lastFree = (slots: readonly SlotRow[], eventid: number, now: Date): Date | undefined =>
  slots.findLast((slot) => whyNoSlot(slot, eventid, now) === undefined)?.starts_at

export const checklist: ChecklistReader = async ({ db, now, lang }, { raceid, id, eventid, _key, uid, entered }) => {
  if (!entered) return []
  const [slots, booked] = await Promise.all([
    listSlots(db, raceid, now),
    uid === null ? [] : listOfRegistration(db, raceid, id),
  ])
  return services.flatMap((service: CheckinService): ChecklistLine[] => {
    const page = pageWith('/appointment', { raceid, _key, service })
    const own = booked.find((one) => one.service === service)
    const until = lastFree(
      slots.filter((slot) => slot.service === service),
      eventid,
      now,
    )
    if (own && service === 'pickup')
      return [{ step: 'book', state: 'done', says: words.booked_pickup[lang], from: own.starts_at, page }]
    if (own) {
      const state = own.ends_at <= now ? 'done' : 'later'
      const says = `${serviceWords[service][lang]} · ${saidIn(lang, own.slot_name)}`
      const beside = saidIn(lang, own.place)
      return [{ step: 'appointment', state, says, beside, from: own.starts_at, until: own.ends_at, page }]
    }
    if (!until) return []
    const pickup = service === 'pickup'
    const says = pickup ? words.book_pickup[lang] : fill(words.book[lang], { service: serviceWords[service][lang] })
    const state = pickup && uid !== null ? 'todo' : 'later'
    // A runner who holds the pack needs no appointment for the pack any more.
    return [{ step: 'book', state, says, until, page, ...(pickup ? { before: 'collect' } : {}) }]
  })
}
