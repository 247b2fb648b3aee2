import { Readable } from 'node:stream'
import type { Right } from '#contract/rights.ts'
import { dayIn } from '#contract/days.ts'
import { nameIn } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readRace } from '#features/races/service.ts'
import { logChange, staffNow } from '#features/staff/service.ts'
import { dispositionOf } from '#seam/server/disposition.ts'
import { handle, hasRight, raw } from '#seam/server/handle.ts'
import { type ExportRequest, mediaTypeOf } from '../file.service.ts'
import { formatsOf, tableFor } from '../tableOfCall.service.ts'
import { chosenColumns, fileIn } from '../rules.ts'
import {
  consoleExportsScheduleSave,
  consoleExportsScheduleStaff,
  consoleExportsScheduleStop,
  consoleExportsScheduled,
} from './schedules.contract.ts'
import { readPieces } from './pieces.service.ts'
import { MOST_SCHEDULES, firstScheduledDay, momentOfHour } from './schedules.rules.ts'
import { SEALED_AS, openSchedule, tableNamed, whyNotScheduled } from './schedules.service.ts'
import {
  type ScheduleLine,
  countActive,
  findFile,
  findSchedule,
  insertSchedule,
  listFiles,
  listSchedules,
  listStaff,
  lockSchedule,
  markFetched,
  updateSchedule,
} from './schedules.store.ts'

const hrefOf = ({ raceid, id, format }: { raceid: number; id: number; format: string }): string =>
  `/console/exports/${raceid}/scheduled/${id}.${format}`

export const routes = [
  handle(consoleExportsScheduled, async ({ input: { raceid }, db, seal, now, who, lang, may, refuse }) => {
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    await seal.prepare(raceScope(raceid))
    const all = may('race.edit')
    const schedules = await listSchedules(db, raceid, all ? null : who.staffid!)
    const shown = (row: ScheduleLine) => {
      const request = openSchedule({ seal }, row)
      const table = tableNamed(row.subject)
      return {
        ...row,
        table: row.subject,
        label: table?.label[lang] ?? row.subject,
        for: row.for_name,
        by: row.by_name,
        format: request.format,
        open: request.open,
        next_at:
          row.state === 'active' && row.next_day !== null ? momentOfHour(race.zone, row.next_day, row.hour) : null,
        can: { stop: row.state === 'active' },
      }
    }
    const files = await listFiles(db, raceid, who.staffid!, now)
    return {
      zone: race.zone,
      files: files.map((file) => ({ ...file, href: hrefOf(file) })),
      schedules: schedules.map(shown),
    }
  }),

  handle(consoleExportsScheduleStaff, async ({ input, db, now, who, may, refuse }) => {
    const table = tableFor({ input, may, refuse })
    const race = (await readRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const all = await listStaff(db)
    const rights = await Promise.all(all.map(async ({ staffid }) => staffNow(db, staffid)))
    return {
      zone: race.zone,
      today: dayIn(race.zone, now),
      staff: all.flatMap(({ staffid, name }, at) =>
        hasRight(rights[at]!, table.right, input.raceid)
          ? [
              {
                staffid,
                name,
                mine: staffid === who.staffid,
                open: hasRight(rights[at]!, 'sealed.open', input.raceid),
              },
            ]
          : [],
      ),
    }
  }),

  handle(consoleExportsScheduleSave, async ({ input, db, seal, now, who, lang, may, refuse, refuseField, save }) => {
    const { raceid, name, format, open, why, staffid, hour, until } = input
    const table = tableFor({ input, may, refuse })
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    if (race.archived_at !== null) return refuse('race_archived')
    if (!formatsOf(table).includes(format)) return refuseField('format', wrong.unknown)
    const filter = table.filter.safeParse(input.filter)
    if (!filter.success) return refuseField('filter', wrong.unknown)
    if (!chosenColumns(await table.columns({ db, seal, now, lang }, raceid), input.columns))
      return refuseField('columns', wrong.unknown)
    if (open && why === '') return refuseField('why', wrong.required)
    const filename = `${nameIn(lang, race.name, race.names)}-${table.label[lang]}.${format}`
    const content = { table: table.name, filter: filter.data as unknown, columns: input.columns }
    const request: ExportRequest = { ...content, format, open, why, lang, filename }
    if (await whyNotScheduled({ db, seal }, { raceid, staffid: who.staffid!, asked: request, now }))
      return refuse('no_permission')
    if (await whyNotScheduled({ db, seal }, { raceid, staffid, asked: request, now }))
      return refuse('schedule_for_nobody')
    const weekdays = [...new Set(input.weekdays)].toSorted((a, b) => a - b)
    const day =
      firstScheduledDay(race.zone, dayIn(race.zone, now), now, { weekdays, hour, until }) ?? refuse('schedule_never')
    await seal.prepare(raceScope(raceid))
    return save(async (tx) => {
      if ((await countActive(tx, raceid)) >= MOST_SCHEDULES) return refuse('schedules_full')
      const id = await insertSchedule(tx, {
        raceid,
        subject: table.name,
        name,
        staffid,
        madeby: who.staffid!,
        asked: seal.seal(raceScope(raceid), SEALED_AS, JSON.stringify(request)),
        weekdays,
        hour,
        until,
        next_day: day,
        created_at: now,
      })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'export scheduled',
        target: `table ${table.name}`,
        after: { name, format, columns: input.columns.length, until, ...(open ? { why } : {}) },
      })
      return { id, next_at: momentOfHour(race.zone, day, hour) }
    })
  }),

  handle(consoleExportsScheduleStop, async ({ input: { raceid, id }, now, who, may, refuse, save }) =>
    save(async (tx) => {
      const row = (await lockSchedule(tx, raceid, id)) ?? refuse('schedule_not_found')
      const isMine = row.staffid === who.staffid || row.madeby === who.staffid
      if (!isMine && !may('race.edit')) return refuse('schedule_not_found')
      if (row.state === 'active') {
        await updateSchedule(tx, raceid, id, { state: 'stopped', why: 'person', next_day: null })
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'scheduled export stopped',
          target: `table ${row.subject}`,
          before: { name: row.name },
        })
      }
      return { id }
    }),
  ),
]

export const rawRoutes = [
  raw(
    'GET',
    '/console/exports/:raceid/scheduled/:file',
    'Returns a file that a schedule made (`{id}.xlsx`). Its member of staff may load it until it is erased, and only ' +
      'while the rights last.',
    async (parts, request, reply, callers) => {
      const gone = () => reply.code(404).header('cache-control', 'no-store').send()
      const named = fileIn(request.params as { raceid: string; file: string })
      if (!named) return gone()
      const { raceid, id, format } = named
      const { staff } = await callers()
      const now = parts.clock()
      const row = await findFile(parts.db, raceid, id)
      if (!row || row.format !== format || row.staffid !== staff.staffid || row.expires_at <= now) return gone()
      await parts.seal.prepare(raceScope(raceid))
      const schedule = await findSchedule(parts.db, raceid, row.scheduleid)
      if (!schedule) return gone()
      const content = openSchedule(parts, schedule)
      const refused = await whyNotScheduled(parts, { raceid, staffid: row.staffid, asked: content, now })
      // The file is complete, so a column that was removed meanwhile does not matter.
      const table = tableNamed(row.subject)
      const may = (right: Right) => hasRight(staff, right, raceid)
      if (!table || !may(table.right) || (refused !== undefined && refused !== 'columns')) return gone()
      await parts.db.transaction().execute(async (tx) => {
        await markFetched(tx, raceid, row.id, now)
        await logChange(tx, {
          who: staff,
          now,
          raceid,
          what: 'scheduled export fetched',
          target: `table ${row.subject}`,
          after: { format: row.format, count: row.rows },
        })
      })
      return reply
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', dispositionOf('attachment', row.filename, `${row.subject}-${raceid}.${format}`))
        .type(mediaTypeOf[row.format])
        .send(Readable.from(readPieces(parts, row)))
    },
  ),
]
