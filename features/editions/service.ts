import type { CopyPart } from '#contract/copying.ts'
import type { Tx } from '#db/db.ts'
import { noteId } from '#db/ids.ts'
import { type JsonRow, insertNumbered, insertRows, removeRowsOfRace, rowsOfRace, tablesWithRace } from '#db/raceRows.ts'
import { type RaceRow, createRace, removeRace, saveRace } from '#features/races/service.ts'
import { type Configuration, type CopiedTable, type RaceCopy, everyConfiguration } from '#seam/server/configuration.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type Moving, copiedSettings, daysMoved, moved, movedRow, pictureHashesIn } from './copying.rules.ts'

type NewRace = Pick<RaceRow, 'id' | 'name' | 'zone' | 'time'> & { names: object }
type Chosen = { parts: readonly CopyPart[]; events: readonly number[] }
type Bytes = { from: string; to: string }
type CopiedFile = { raceid: number; hash: string; ext: string }

/** Lists the rows that a copy of a race takes from a table. Their values are already changed for the new race. */
const takenRows = async (
  tx: Tx,
  table: string,
  how: CopiedTable,
  copying: RaceCopy,
  moving: Moving,
): Promise<JsonRow[]> => {
  const rows = await rowsOfRace(tx, table, copying.from)
  return rows.flatMap((row) => {
    const event = table === 'events' ? row.id : row.eventid
    if (typeof event === 'number' && event !== 0 && !copying.events.has(event)) return []
    const next = movedRow(row, moving)
    const taken = how.row ? how.row(next, copying) : next
    return taken ? [taken] : []
  })
}

const copyTable = async (
  tx: Tx,
  table: string,
  how: CopiedTable,
  copying: RaceCopy & { ids: Record<string, Map<number, number>>; pictures: Set<string> },
  moving: Moving,
): Promise<Bytes[]> => {
  const rows = await takenRows(tx, table, how, copying, moving)
  for (const hash of pictureHashesIn(rows, copying.to)) copying.pictures.add(hash)
  if (how.numbered === undefined) await insertRows(tx, table, rows)
  else {
    const ids = (copying.ids[table] = new Map())
    for (const { id, ...row } of rows) {
      const made = await insertNumbered(tx, table, row)
      ids.set(id as number, made)
      if (how.numbered !== 'unnoted') await noteId(tx, how.numbered, made, copying.to)
    }
  }
  const { bytes } = how
  if (!bytes) return []
  return rows.map((row) => {
    const kept = row as CopiedFile
    return { from: bytes({ ...kept, raceid: copying.from }), to: bytes(kept) }
  })
}

/** Returns the values that the row of the new race takes from the former race's row, with the settings. */
const copiedRace = (
  source: RaceRow,
  race: NewRace,
  moving: Moving,
  parts: RaceCopy['parts'],
  events: RaceCopy['events'],
) => {
  const names = typeof source.names === 'object' && source.names !== null ? source.names : {}
  const { en: _, 'zh-tw': __, ...places } = names as Record<string, unknown>
  return {
    ...(moved(
      {
        kind: source.kind,
        header: source.header,
        footer: source.footer,
        bg: source.bg,
        cover: source.cover,
        city: source.city,
        province: source.province,
        area: source.area,
        address: source.address,
        skins: source.skins,
        menu: parts.has('menu') ? source.menu : [],
      },
      moving,
    ) as Pick<
      RaceRow,
      'kind' | 'header' | 'footer' | 'bg' | 'cover' | 'city' | 'province' | 'area' | 'address' | 'skins' | 'menu'
    >),
    names: { ...places, ...race.names },
    settings: copiedSettings((source.settings ?? {}) as Record<string, unknown>, parts, events, moving),
  }
}

/**
 * Copies the configuration of a race into a new race, in the caller's transaction. Returns undefined if the new id
 * is taken. The bytes of pictures are written before the commit and named by their content. If the transaction fails,
 * no row names the bytes.
 */
export const copyRace = async (
  { integrations }: Pick<Parts, 'integrations'>,
  tx: Tx,
  source: RaceRow,
  race: NewRace,
  chosen: Chosen,
  now: Date,
): Promise<RaceRow | undefined> => {
  const made = await createRace(tx, { ...race, kind: source.kind }, now)
  if (!made) return undefined
  const moving: Moving = {
    from: source.id,
    to: race.id,
    days: daysMoved(source, race),
    zones: { from: source.zone, to: race.zone },
    now,
  }
  const parts = new Set(chosen.parts)
  const events = new Set(parts.has('events') ? chosen.events : [])
  const row = copiedRace(source, race, moving, parts, events)
  const copying = {
    from: source.id,
    to: race.id,
    now,
    parts,
    events,
    ids: {} as Record<string, Map<number, number>>,
    pictures: new Set(pictureHashesIn(row, race.id)),
  }
  const copied = await saveRace(tx, { ...made, ...row }, now)
  const rooms = everyConfiguration.get()
  const bytes: Bytes[] = []
  for (const room of [...rooms.filter(({ last }) => !last), ...rooms.filter(({ last }) => last)])
    for (const [table, how] of Object.entries(room.copied ?? {}))
      if (how.part === 'always' || parts.has(how.part))
        bytes.push(...(await copyTable(tx, table, how, copying, moving)))
  for (const { finish } of rooms) await finish?.(tx, copying)
  for (const { from, to } of bytes) {
    const kept = await integrations.files.read(from)
    if (kept) await integrations.files.write(to, kept)
  }
  return copied
}

const tablesOf = ({ copied = {}, left = {} }: Configuration): string[] => [...Object.keys(copied), ...Object.keys(left)]

/**
 * Removes a race and its settings, and returns the names of its files. The bytes of the files stay. If a table that is
 * in no room's `Configuration` has a row of the race, nothing is removed and the result is undefined. The caller has
 * locked the race.
 */
export const removeEmptyRace = async (tx: Tx, raceid: number): Promise<string[] | undefined> => {
  const rooms = everyConfiguration.get()
  const mayBe = new Set(['ids', ...rooms.flatMap((room) => [...tablesOf(room), ...Object.keys(room.kept ?? {})])])
  if ((await tablesWithRace(tx, raceid)).some((table) => !mayBe.has(table))) return undefined
  const bytes: string[] = []
  for (const room of rooms.toReversed())
    for (const table of tablesOf(room).toReversed()) {
      const named = room.copied?.[table]?.bytes
      if (named) for (const row of await rowsOfRace(tx, table, raceid)) bytes.push(named(row as CopiedFile))
      await removeRowsOfRace(tx, table, raceid)
    }
  await removeRowsOfRace(tx, 'ids', raceid)
  await removeRace(tx, raceid)
  return bytes
}
