import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { correctionsOf } from '#features/results/ranking/derived.service.ts'
import { nameIn } from '#contract/words.ts'
import { eventsOf } from '#features/events/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleTimingChanges, consoleTimingTakeBack } from './changes.contract.ts'
import { type ChangeRow, findChange, listChanges, markTakenBack, namesOfBibs } from './changes.store.ts'
import { presentCorrection } from './presentCorrection.rules.ts'
import { type Which, deriveIn, holdTiming } from '../derive/derive.service.ts'
import { staffNames } from '../reads/log.store.ts'
import { changeDevice, chipsOfDevice, listDevices } from '../reads/devices.store.ts'
import { findCourse, saveTimedCourse } from '../course/course.store.ts'
import { ignoreRead } from '../reads/reads.store.ts'
import type { Tx } from '#db/db.ts'

const said = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Sets the former value again. Returns undefined if somebody has set another value since. */
const takeBack = async (tx: Tx, row: ChangeRow, now: Date): Promise<Which | undefined> => {
  const { raceid, deviceid, readid, eventid, before } = row
  if (row.covered) return undefined
  if (row.kind === 'gun') {
    const course = await findCourse(tx, raceid, eventid!)
    if (!course?.waves.some(({ name, gun }) => name === row.wave && gun === row.after)) return undefined
    await saveTimedCourse(tx, {
      ...course,
      waves: course.waves.map((wave) => (wave.name === row.wave ? { ...wave, gun: before as string | null } : wave)),
      updated_at: now,
    })
    return { eventids: [eventid!] }
  }
  if (row.kind === 'clock') {
    if ((await listDevices(tx, raceid)).find(({ id }) => id === deviceid)?.offset_ms !== row.after) return undefined
    await changeDevice(tx, raceid, deviceid!, { offset_ms: before as number })
    return { chips: await chipsOfDevice(tx, raceid, deviceid!) }
  }
  const read = await ignoreRead(tx, raceid, readid!, before as boolean)
  return read && { chips: [read.chip] }
}

export const routes = [
  handle(consoleTimingChanges, async ({ input: { raceid, eventid, after: seen, limit }, db, lang }) => {
    const below = idIn(seen) ?? null
    const corrected = await db
      .transaction()
      .execute((tx) => correctionsOf(tx, raceid, eventid ?? null, null, rowsFor(limit), below))
    const { rows: page, after } = pageOf(corrected, limit, byId)
    const changes = below === null ? await listChanges(db, raceid, eventid ?? null) : []
    const events = new Map((await eventsOf(db, raceid)).map(({ id, name, names }) => [id, nameIn(lang, name, names)]))
    const names = await namesOfBibs(
      db,
      raceid,
      page.map(({ bib }) => bib),
    )
    const staff = await staffNames(
      db,
      [...page, ...changes].flatMap(({ staffid }) => staffid ?? []),
    )
    const by = (staffid: number | null) => (staffid === null ? null : (staff.get(staffid) ?? null))
    return {
      after,
      corrections: page.map((one) => ({
        ...presentCorrection(one, by(one.staffid)),
        eventid: one.eventid,
        event: events.get(one.eventid) ?? String(one.eventid),
        name: names.get(`${one.eventid} ${one.bib}`) ?? null,
      })),
      changes: changes.map((one) => ({
        ...one,
        event: one.eventid === null ? null : (events.get(one.eventid) ?? null),
        before: said(one.before),
        after: said(one.after),
        by: by(one.staffid),
      })),
    }
  }),

  handle(consoleTimingTakeBack, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      await holdTiming(tx, raceid)
      const row = await findChange(tx, raceid, id)
      if (!row || row.undone_at !== null) return refuse('change_not_found')
      const which = (await takeBack(tx, row, now)) ?? refuse('changed_since')
      await markTakenBack(tx, raceid, id, who.staffid, now)
      const { runners } = await deriveIn(tx, raceid, which, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'timing change undone',
        target:
          row.kind === 'gun'
            ? `event ${row.eventid}`
            : row.kind === 'clock'
              ? `reader ${row.deviceid}`
              : `read ${row.readid}`,
        before: { value: row.after },
        after: { value: row.before },
      })
      return { id, runners }
    }),
  ),
]
