import type { Db } from '#db/db.ts'
import { type PositionedResult, listSliceOf } from '../list/list.rules.ts'
import { rankedOf, withRanks } from '../ranking/ranks.service.ts'
import { type ResultRanks, indexOf } from '../ranking/ranking.rules.ts'
import { type DeskSort, readDeskCursor, writeDeskCursor } from './desk.rules.ts'
import {
  type DeskFilter,
  type DeskResult,
  countDesk,
  isNumeric,
  listDeskIds,
  listDeskRows,
  listDeskSheets,
  pageDesk,
} from './desk.store.ts'

type Wanted = { sort: DeskSort; down: boolean; after: string | undefined; limit: number }
type PageOf = { rows: (DeskResult & ResultRanks)[]; after: string | null; total: number | null }

const inOrder = async (db: Db, raceid: number, ids: readonly number[]): Promise<(DeskResult & ResultRanks)[]> => {
  const rows = new Map((await withRanks(db, await listDeskRows(db, raceid, ids))).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

const placeCursor = (text: string | undefined) => {
  const found = /^(\d{1,9})\.(\d{1,10})\.(\d{1,15})\.(.{0,40})$/.exec(text ?? '')
  return found
    ? { eventid: Number(found[1]), position: Number(found[2]), id: Number(found[3]), field: found[4]! }
    : undefined
}
/** Reads a page in the order of the public list: event after event, first by rank, then the results without a rank. */
const pageByPlace = async (db: Db, filter: DeskFilter, { after, limit }: Wanted): Promise<PageOf> => {
  const among = await listDeskIds(db, filter)
  const cursor = placeCursor(after)
  const found: (PositionedResult & { eventid: number; field: string })[] = []
  for (const { eventid, inputs_version } of await listDeskSheets(db, filter.raceid, filter.eventid)) {
    if ((cursor && eventid < cursor.eventid) || found.length > limit) continue
    const ranked = await rankedOf(db, filter.raceid, eventid, inputs_version)
    if (!ranked) continue
    const { ids, field, fields } = ranked.columns
    const slice = listSliceOf(
      ranked,
      'official',
      { among },
      { after: cursor?.eventid === eventid ? cursor : undefined, limit: limit + 1 - found.length },
    )
    found.push(...slice.map((one) => ({ ...one, eventid, field: fields[field[indexOf(ids, one.id)]!]! })))
  }
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: await inOrder(
      db,
      filter.raceid,
      page.map(({ id }) => id),
    ),
    after: last ? `${last.eventid}.${last.position}.${last.id}.${last.field}` : null,
    total: after === undefined ? among.size : null,
  }
}

export const browse = async (db: Db, filter: DeskFilter, paging: Wanted): Promise<PageOf> => {
  const { sort, down, after, limit } = paging
  if (sort === 'place') return pageByPlace(db, filter, paging)
  const cursor = readDeskCursor(after, isNumeric(sort))
  const found = await pageDesk(db, filter, { sort, down, after: cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: await inOrder(
      db,
      filter.raceid,
      page.map(({ id }) => id),
    ),
    after: last ? writeDeskCursor(last) : null,
    total: after === undefined ? await countDesk(db, filter) : null,
  }
}
