import { byId, idIn, pageOf } from '#db/pages.ts'
import { newKey } from '#db/random.ts'
import { type FileTable, pickColumns } from '#features/files/table.rules.ts'
import { type Text, sameText } from '#contract/words.ts'
import { noteId, noteIds } from '#db/ids.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { readTableFile, tableFacts } from '#features/files/tableFile.service.ts'
import { tooLongIn } from '#features/imports/rules.ts'
import { lookupsOf } from '#features/people/rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { type GameColumn, gameColumns, consoleGamesImport, consoleGamesList, consoleGamesSave } from './contract.ts'
import { gameHeaders, genderOf, isPersonalColumn } from './rules.ts'
import {
  type NewGameRunner,
  countGameRunners,
  countKnown,
  findGame,
  insertGame,
  listGames,
  saveGame,
  saveGameRunners,
} from './store.ts'
import { words } from './words.ts'

const needed = ['bib', 'name'] as const
const LISTED = 200

/** The text columns of a list of runners. A text has at most `most` characters. */
const texts = gameColumns.map((name) => ({ name, label: words[name], most: 80 }))

type Columns = ReadonlyMap<GameColumn, number>
/**
 * Returns the runners of a list by bib. It refuses rows without a bib or a name, rows with a text that is too long, and
 * the second row of a bib.
 */
const runnersIn = (
  table: FileTable,
  columns: Columns,
  extra: readonly { title: string; at: number }[],
  chosen: readonly { title: string; at: number }[],
  { raceid, seal, say }: { raceid: number; seal: Seal; say: (text: Text) => string },
): { rows: Map<string, NewGameRunner>; refused: { line: number; says: string }[] } => {
  const refused: { line: number; says: string }[] = []
  const rows = new Map<string, NewGameRunner>()
  const beside = chosen.map(({ title, at }) => ({ name: String(at), label: sameText(title), most: 200 }))
  for (const [at, row] of table.rows.entries()) {
    const cell = (meaning: GameColumn): string =>
      columns.has(meaning) ? (row[columns.get(meaning)!] ?? '').trim() : ''
    const bib = cell('bib').toUpperCase()
    const why =
      tooLongIn(texts, (name) => cell(name as GameColumn)) ?? tooLongIn(beside, (at) => (row[Number(at)] ?? '').trim())
    if (!bib || !cell('name')) refused.push({ line: table.lines[at]!, says: say(words.row_without_bib) })
    else if (why) refused.push({ line: table.lines[at]!, says: say(why) })
    else if (rows.has(bib)) refused.push({ line: table.lines[at]!, says: say(words.row_twice) })
    else
      rows.set(bib, {
        _key: newKey(raceid),
        bib,
        name: cell('name'),
        event: cell('event'),
        time: cell('time') || null,
        nettime: cell('nettime') || null,
        gender: genderOf(cell('gender')),
        meta: Object.fromEntries(extra.flatMap(({ title, at: n }) => (row[n]?.trim() ? [[title, row[n].trim()]] : []))),
        idnum_ix: cell('idnum') ? seal.blind(raceScope(raceid), 'idnum', lookupsOf(cell('idnum')).at(-1)!) : null,
      })
  }
  return { rows, refused }
}

export const routes = [
  handle(consoleGamesList, async ({ input, db }) => {
    const before = idIn(input.after)
    const rows = await listGames(db, { ...input, before })
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return { items, after }
  }),

  handle(consoleGamesSave, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, published, name, certificateid, posterid } = input
    const before = id === undefined ? undefined : ((await findGame(db, raceid, id)) ?? refuse('game_not_found'))
    const row = {
      name,
      certificateid: certificateid ?? null,
      posterid: posterid ?? null,
      published_at: published ? (before?.published_at ?? now) : null,
      updated_at: now,
    }
    return save(async (tx) => {
      if (before) await saveGame(tx, raceid, before.id, row)
      const after = before ? { ...before, ...row } : await insertGame(tx, { ...row, raceid, created_at: now })
      if (!before) await noteId(tx, 'game', after.id, raceid)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'game changed' : 'game written',
        target: `game ${after.id}`,
        before,
        after,
      })
      return { ...after, runners: await countGameRunners(tx, raceid, after.id) }
    })
  }),

  handle(consoleGamesImport, async ({ input, db, seal, now, who, files, say, refuse }) => {
    const { raceid, id, mapping, dry } = input
    const game = (await findGame(db, raceid, id)) ?? refuse('game_not_found')
    const [file] = files
    const whole = await readTableFile(file?.bytes ?? Buffer.from(input.text), { sheet: input.sheet })
    if ('unreadable' in whole) return refuse(whole.unreadable, tableFacts(whole))
    const { table } = whole
    if (table.rows.length === 0) return refuse('game_list_empty')
    const columns = pickColumns(table.header, gameHeaders, mapping as Record<string, string>)
    const used = new Set(columns.values())
    const extra = table.header.flatMap((title, at) =>
      !used.has(at) && title !== '' && !isPersonalColumn(title) && (dry || input.extra.includes(title))
        ? [{ title, at }]
        : [],
    )
    // A dry call offers every further column. A long text matters only in the columns that staff chose.
    const chosen = extra.filter(({ title }) => input.extra.includes(title))
    const answered = {
      header: table.header,
      columns: Object.fromEntries([...columns].map(([meaning, at]) => [meaning, table.header[at]!])),
      extra: extra.map(({ title }) => title),
      rows: table.rows.length,
      dry,
    }
    const missing = needed.filter((meaning) => !columns.has(meaning)).map((meaning) => say(words[meaning]))
    if (missing.length > 0 && dry)
      return {
        ...answered,
        added: 0,
        changed: 0,
        refused: [{ line: 1, says: say(words.columns_missing, { names: missing.join(' · ') }) }],
      }
    if (missing.length > 0) return refuse('game_list_without_columns', { names: missing.join(' · ') })
    await seal.prepare(raceScope(raceid))
    const { rows, refused } = runnersIn(table, columns, extra, chosen, { raceid, seal, say })
    const outcome = { ...answered, added: 0, changed: 0, refused: refused.slice(0, LISTED) }
    if (dry) {
      // The bib alone tells whether a runner exists already, so a dry call need not write anything.
      const changed = await countKnown(db, raceid, game.id, [...rows.keys()])
      return { ...outcome, added: rows.size - changed, changed }
    }
    return db.transaction().execute(async (tx) => {
      const { added, changed } = await saveGameRunners(tx, raceid, game.id, [...rows.values()], now)
      await noteIds(tx, 'gamerunner', added, raceid)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'game imported',
        target: `game ${game.id}`,
        after: { added: added.length, changed, refused: refused.length },
      })
      return { ...outcome, added: added.length, changed }
    })
  }),
]
