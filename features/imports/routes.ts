import { readTableFile, tableFacts } from '#features/files/tableFile.service.ts'
import { readRace } from '#features/races/service.ts'
import { handle } from '#seam/server/handle.ts'
import { type AnyImport, type ImportWork, everyImport } from '#seam/server/imports.ts'
import { consoleImportsRead, consoleImportsShow } from './contract.ts'
import { ROWS_MOST } from './rules.ts'
import { readColumns, rememberColumns, takeList } from './service.ts'

const intoOf = async (kind: AnyImport, work: ImportWork) =>
  kind.into ? { label: kind.into.label[work.lang], choices: await kind.into.choices(work) } : null

export const routes = [
  handle(consoleImportsShow, async ({ input: { raceid }, db, seal, now, lang, who, may, refuse }) => {
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const work = { db, seal, raceid, zone: race.zone, of: '', now, lang, who }
    const kinds = everyImport.get().filter(({ right }) => may(right, raceid))
    return {
      kinds: await Promise.all(
        kinds.map(async (kind) => ({
          name: kind.name,
          label: kind.label[lang],
          description: kind.description[lang],
          columns: kind.columns.map(({ name, label, needed, example }) => ({
            name,
            label: label[lang],
            needed: needed ?? false,
            example: example[lang],
          })),
          into: await intoOf(kind, work),
        })),
      ),
    }
  }),

  handle(consoleImportsRead, async ({ input, files, db, seal, now, lang, who, may, refuse }) => {
    const { raceid, dry, mapping, sheet } = input
    const kind = everyImport.get().find(({ name }) => name === input.kind) ?? refuse('import_unknown')
    if (!may(kind.right, raceid)) return refuse('no_permission')
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const work = { db, seal, raceid, zone: race.zone, of: input.into, now, lang, who }
    const into = await intoOf(kind, work)
    if (into && !into.choices.some(({ value }) => value === input.into)) return refuse('import_into_missing')
    const file = files[0] ?? refuse('import_file_missing')
    const whole = await readTableFile(file.bytes, { sheet })
    if ('unreadable' in whole) return refuse(whole.unreadable, tableFacts(whole))
    const { table } = whole
    if (table.rows.length === 0) return refuse('list_empty')
    if (table.rows.length > ROWS_MOST) return refuse('import_too_long', { most: ROWS_MOST.toLocaleString('en') })
    const reading = await readColumns(work, kind, table, mapping)
    const done = await takeList(work, kind, table, reading, dry)
    if (!dry && done.missing.length > 0) return refuse('import_columns_missing', { names: done.missing.join(', ') })
    if (!dry) await rememberColumns(work, kind, table, mapping)
    return { filename: file.filename, remembered: reading.remembered, ...done, dry }
  }),
]
