import { Readable } from 'node:stream'
import type { Right } from '#contract/rights.ts'
import { dayIn } from '#contract/days.ts'
import { nameIn } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { dispositionOf } from '#seam/server/disposition.ts'
import { handle, hasRight, raw } from '#seam/server/handle.ts'
import { type TableColumn, everyTable } from '#seam/server/tables.ts'
import {
  consoleExportsLayoutRemove,
  consoleExportsLayoutSave,
  consoleExportsShow,
  consoleExportsStart,
} from './contract.ts'
import { type TableCall, formatsOf, tableFor } from './tableOfCall.service.ts'
import { type ExportRequest, fileOf, mediaTypeOf } from './file.service.ts'
import { EXPORT_MS, MOST_LAYOUTS, chosenColumns, fileIn } from './rules.ts'
import { endExport, findExport, insertExport, listLayouts, removeLayout, saveLayout } from './store.ts'

/** The label under which the server seals the request for a file. */
const SEALED_AS = 'table export'

type May = TableCall['may']
const allowed = ({ right }: TableColumn<never>, may: May): boolean => right === undefined || may(right)

export const routes = [
  handle(consoleExportsShow, async ({ input, db, seal, now, lang, may, refuse }) => {
    const table = tableFor({ input, may, refuse })
    const columns = await table.columns({ db, seal, now, lang }, input.raceid)
    const kept = await listLayouts(db, input.raceid, table.name)
    return {
      label: table.label[lang],
      columns: columns.map((column) => ({
        name: column.name,
        label: column.label[lang],
        kind: column.kind,
        sealed: column.sealed ?? false,
        allowed: allowed(column, may),
      })),
      layouts: [
        ...(table.layouts ?? []).map(({ label, columns }) => ({ id: null, name: label[lang], columns: [...columns] })),
        ...kept.map(({ id, name, columns }) => ({ id, name, columns: columns as string[] })),
      ],
      formats: formatsOf(table),
    }
  }),

  handle(consoleExportsStart, async ({ input, db, seal, now, who, lang, may, refuse, refuseField }) => {
    const { raceid, format, open, why } = input
    const table = tableFor({ input, may, refuse })
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    if (!formatsOf(table).includes(format)) return refuseField('format', wrong.unknown)
    const filter = table.filter.safeParse(input.filter)
    if (!filter.success) return refuseField('filter', wrong.unknown)
    const right = table.filterRight?.(filter.data)
    if (right !== undefined && !may(right)) return refuse('no_permission')
    const columns = chosenColumns(await table.columns({ db, seal, now, lang }, raceid), input.columns)
    if (!columns) return refuseField('columns', wrong.unknown)
    if (!columns.every((column) => allowed(column, may))) return refuse('no_permission')
    if (open && !may('sealed.open')) return refuse('no_permission')
    if (open && why === '') return refuseField('why', wrong.required)
    const day = dayIn(race.zone, now)
    const filename = `${nameIn(lang, race.name, race.names)}-${table.label[lang]}-${day}.${format}`
    const request: ExportRequest = {
      table: table.name,
      filter: filter.data,
      columns: input.columns,
      format,
      open,
      why,
      lang,
      filename,
    }
    await seal.prepare(raceScope(raceid))
    const id = await db.transaction().execute(async (tx) => {
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'table exported',
        target: `table ${table.name}`,
        after: { format, columns: input.columns.length, ...(open ? { why } : {}) },
      })
      return insertExport(tx, {
        raceid,
        staffid: who.staffid!,
        asked: seal.seal(raceScope(raceid), SEALED_AS, JSON.stringify(request)),
        expires_at: new Date(now.getTime() + EXPORT_MS),
        created_at: now,
      })
    })
    return { href: `/console/exports/${raceid}/${id}.${format}`, filename }
  }),

  handle(consoleExportsLayoutSave, async ({ input, db, seal, now, who, lang, may, refuse, refuseField }) => {
    const { raceid, name } = input
    const table = tableFor({ input, may, refuse })
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    if (!chosenColumns(await table.columns({ db, seal, now, lang }, raceid), input.columns))
      return refuseField('columns', wrong.unknown)
    const id = await db.transaction().execute(async (tx) => {
      const kept = await listLayouts(tx, raceid, table.name)
      const before = kept.find((one) => one.name === name)
      if (!before && kept.length >= MOST_LAYOUTS) return refuse('layouts_full')
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'layout saved',
        target: `table ${table.name}`,
        before: before && { name, columns: before.columns },
        after: { name, columns: input.columns },
      })
      return saveLayout(tx, {
        raceid,
        subject: table.name,
        name,
        columns: JSON.stringify(input.columns),
        staffid: who.staffid,
        updated_at: now,
      })
    })
    return { layout: { id, name, columns: input.columns } }
  }),

  handle(consoleExportsLayoutRemove, async ({ input, db, now, who, may, refuse }) => {
    const table = tableFor({ input, may, refuse })
    await db.transaction().execute(async (tx) => {
      const name = (await removeLayout(tx, input.raceid, table.name, input.id)) ?? refuse('layout_not_found')
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'layout removed',
        target: `table ${table.name}`,
        before: { name },
      })
    })
    return { id: input.id }
  }),
]

export const rawRoutes = [
  raw(
    'GET',
    '/console/exports/:raceid/:file',
    'Returns a table of the console as XLSX, CSV or PDF (`{id}.xlsx`) to the member of staff who asked for it, for ' +
      'ten minutes. The server streams the file while it reads the rows.',
    async (parts, request, reply, callers) => {
      const gone = () => reply.code(404).header('cache-control', 'no-store').send()
      const named = fileIn(request.params as { raceid: string; file: string })
      if (!named) return gone()
      const { raceid, id, format } = named
      const { staff } = await callers()
      const now = parts.clock()
      const row = await findExport(parts.db, raceid, id)
      if (!row || row.staffid !== staff.staffid || row.expires_at <= now) return gone()
      await parts.seal.prepare(raceScope(raceid))
      const content = JSON.parse(parts.seal.open(raceScope(raceid), SEALED_AS, row.asked)) as ExportRequest
      const table = everyTable.get().find(({ name }) => name === content.table)
      const found = await readRace(parts.db, raceid, now)
      const may = (right: Right) => hasRight(staff, right, raceid)
      // The caller may have lost the rights since the request.
      if (!table || !found || content.format !== format || !may(table.right)) return gone()
      if (content.open && !may('sealed.open')) return gone()
      const bytes = await fileOf(parts, table, { raceid, zone: found.zone, who: staff, asked: content }, (rows) =>
        endExport(parts.db, raceid, row.id, rows, parts.clock()),
      )
      if (!bytes) return gone()
      return reply
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header(
          'content-disposition',
          dispositionOf('attachment', content.filename, `${content.table}-${raceid}.${format}`),
        )
        .type(mediaTypeOf[content.format])
        .send(Readable.from(bytes))
    },
  ),
]
