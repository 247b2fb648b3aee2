import { dayIn } from '#contract/days.ts'
import { cursorOf, momentCursorIn, pageOf } from '#db/pages.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { rateOf } from '#db/limits/rates.ts'
import type { CheckinService } from '#features/checkin/contract.ts'
import { byLang, isEntered, saidIn } from '#features/checkin/rules.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace, readPublishedRace } from '#features/races/service.ts'
import { nameFor } from '#features/people/hiding.rules.ts'
import { isMine, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { arrange } from './booking.service.ts'
import {
  appointment,
  appointmentAppointment,
  appointmentList,
  appointmentMy,
  consoleAppointmentsBooked,
  consoleAppointmentsCreate,
  consoleAppointmentsRemove,
  consoleAppointmentsSave,
  consoleAppointmentsSlots,
} from './contract.ts'
import { MOST_SLOTS, slotDaysOf, slotsBetween, whyNoSlot } from './rules.ts'
import {
  type BookedRow,
  type SlotRow,
  insertSlots,
  listOfRegistration,
  listSlots,
  lockSlots,
  pageOfAccount,
  pageOfRace,
  pageSlots,
  removeSlot,
  saveSlot,
} from './store.ts'
import { words } from './words.ts'

const bookings = rateOf(60, 60, 'appointments bookings')
const hour = 3_600_000

const byStart = ({ starts_at, id }: { starts_at: Date; id: number }) => cursorOf(starts_at.getTime(), id)

/** Presents appointments as their runner sees them. */
const presented = async (db: Db, lang: Lang, rows: readonly BookedRow[], now: Date) => {
  const races = new Map(
    await Promise.all(
      [...new Set(rows.map(({ raceid }) => raceid))].map(
        async (raceid) => [raceid, await readRace(db, raceid, now)] as const,
      ),
    ),
  )
  return rows.map((row) => {
    const race = races.get(row.raceid)
    return {
      id: row.id,
      _key: row._key,
      raceid: row.raceid,
      race: race ? nameIn(lang, race.name, race.names) : '',
      zone: race?.zone ?? 'Asia/Shanghai',
      service: row.service as CheckinService,
      slotid: row.slotid,
      name: saidIn(lang, row.slot_name),
      place: saidIn(lang, row.place),
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      fixed: row.starts_at <= now,
      registration: {
        _key: row.registration_key,
        name: row.registration_name,
        event: nameIn(lang, row.event, row.event_names),
      },
    }
  })
}
const edited = (row: SlotRow) => ({
  ...row,
  service: row.service as CheckinService,
  name: byLang(row.name),
  place: byLang(row.place),
})

const bookingRoute = (endpoint: typeof appointmentAppointment | typeof appointment) =>
  handle(endpoint as typeof appointmentAppointment, async ({ input, db, seal, now, who, lang, refuse, save }) => {
    const { row } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
    const wait = bookings.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    if (input.act !== 'cancel' && !isEntered(row)) return refuse('not_entered')
    return save(async (tx) => {
      const outcome = await arrange(
        tx,
        { raceid: row.raceid, registrationid: row.id, eventid: row.eventid, slotid: input.slotid, act: input.act },
        now,
      )
      if ('refused' in outcome) return refuse(outcome.refused)
      const { appointment: booked } = outcome
      if (!booked) return { appointment: null }
      const mine = await presented(
        db,
        lang,
        (await listOfRegistration(tx, row.raceid, row.id)).filter(({ id }) => id === booked.id),
        now,
      )
      return { appointment: mine[0] ?? null }
    })
  })

export const routes = [
  handle(appointmentList, async ({ input, db, seal, now, who, lang, refuse }) => {
    const found =
      input.id === undefined
        ? undefined
        : ((await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found'))
    const raceid = found?.row.raceid ?? input.raceid ?? refuse('race_needed')
    const race = (await readPublishedRace(db, raceid, now)) ?? refuse('race_not_found')
    const mine = found !== undefined && (await isMine(db, seal, found.row, who.uid))
    const eventid = found?.row.eventid ?? null
    // The answer still shows a slot that ended less than six hours ago, so that a late runner sees where to go.
    const [slots, own] = await Promise.all([
      listSlots(db, raceid, new Date(now.getTime() - 6 * hour)),
      mine ? listOfRegistration(db, raceid, found.row.id) : [],
    ])
    const services = [...new Set(slots.map(({ service }) => service as CheckinService))]
    const service = input.service && services.includes(input.service) ? input.service : (services[0] ?? null)
    const ofService = slots
      .filter((slot) => slot.service === service && whyNoSlot(slot, eventid, now) !== 'slot_elsewhere')
      .map((slot) => ({ ...slot, day: dayIn(race.zone, slot.starts_at) }))
    const days = slotDaysOf(ofService, eventid, now)
    const day =
      days.find((one) => one.day === input.day)?.day ?? days.find(({ left }) => left > 0)?.day ?? days[0]?.day ?? null
    return {
      raceid,
      zone: race.zone,
      services,
      service,
      days,
      day,
      items: ofService
        .filter((slot) => slot.day === day)
        .map((slot) => ({
          ...slot,
          service: slot.service as CheckinService,
          name: saidIn(lang, slot.name),
          place: saidIn(lang, slot.place),
          left: Math.max(0, slot.places - slot.taken),
          why: whyNoSlot(slot, eventid, now) ?? null,
        })),
      mine: await presented(db, lang, own, now),
      registration: found
        ? {
            _key: found.row._key,
            name: nameFor(lang, found.row, mine),
            event: nameIn(lang, found.row.e_name, found.row.e_names),
            mine,
            entered: isEntered(found.row),
          }
        : null,
    }
  }),

  bookingRoute(appointmentAppointment),
  bookingRoute(appointment),

  handle(appointmentMy, async ({ input, db, now, who, lang }) => {
    const { rows, after } = pageOf(
      await pageOfAccount(db, who.uid!, {
        raceid: input.raceid,
        after: momentCursorIn(input.after),
        limit: input.limit,
      }),
      input.limit,
      byStart,
    )
    return { items: await presented(db, lang, rows, now), after }
  }),

  handle(consoleAppointmentsSlots, async ({ input, db }) => {
    const { rows, after } = pageOf(
      await pageSlots(db, { raceid: input.raceid, after: momentCursorIn(input.after), limit: input.limit }),
      input.limit,
      byStart,
    )
    return { items: rows.map(edited), after }
  }),

  handle(consoleAppointmentsCreate, async ({ input, db, now, who, refuse, refuseField, save }) => {
    const { raceid, service, eventid, name, place, places } = input
    if (eventid !== 0 && !(await eventsOf(db, raceid)).some(({ id }) => id === eventid))
      return refuse('event_not_found')
    const spans = slotsBetween(new Date(input.from_at), new Date(input.until_at), input.minutes)
    if (spans.length === 0) return refuseField('until_at', words.until_wrong)
    if (spans.length > MOST_SLOTS) return refuse('too_many_slots')
    return save(async (tx) => {
      await lockAll(tx, [{ kind: 'appointments', raceid, id: 0 }])
      const made = await insertSlots(tx, { raceid, service, eventid, name, place, places, now }, spans)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'slots made',
        target: `slots ${service}`,
        after: {
          service,
          eventid,
          name,
          from_at: input.from_at,
          until_at: input.until_at,
          minutes: input.minutes,
          places,
          made,
        },
      })
      return { made, there: spans.length - made }
    })
  }),

  handle(consoleAppointmentsSave, async ({ input, now, who, refuse, save }) =>
    save(async (tx) => {
      const { raceid, id, name, place, places } = input
      const before = (await lockSlots(tx, raceid, [id]))[0] ?? refuse('slot_not_found')
      if (places < before.taken) return refuse('slot_is_taken')
      const after = await saveSlot(tx, raceid, id, { name, place, places, updated_at: now })
      await logChange(tx, { who, now, raceid, what: 'slot changed', target: `slot ${id}`, before, after })
      return edited(after)
    }),
  ),

  handle(consoleAppointmentsRemove, async ({ input, now, who, refuse, save }) =>
    save(async (tx) => {
      const before = (await lockSlots(tx, input.raceid, [input.id]))[0] ?? refuse('slot_not_found')
      if (before.taken > 0) return refuse('slot_is_taken')
      await removeSlot(tx, input.raceid, input.id)
      await logChange(tx, { who, now, raceid: input.raceid, what: 'slot removed', target: `slot ${input.id}`, before })
      return { id: input.id }
    }),
  ),

  handle(consoleAppointmentsBooked, async ({ input, db, now, lang }) => {
    const { rows, after } = pageOf(
      await pageOfRace(db, input.raceid, {
        service: input.service,
        from: input.from_today ? new Date(now.getTime() - 12 * hour) : undefined,
        after: momentCursorIn(input.after),
        limit: input.limit,
      }),
      input.limit,
      byStart,
    )
    return {
      items: rows.map((row) => ({
        id: row.id,
        _key: row._key,
        slotid: row.slotid,
        service: row.service as CheckinService,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        name: row.registration_name,
        event: nameIn(lang, row.event, row.event_names),
        bib: row.bib ? `${row.prefix_bib ?? ''}${row.bib}` : null,
      })),
      after,
    }
  }),
]
