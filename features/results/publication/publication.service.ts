import { noteEvents } from '#features/webhooks/service.ts'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { breather } from '#db/sharing/batch.ts'
import type { Db, Tx } from '#db/db.ts'
import { addJob, removeJob } from '#db/jobs/jobs.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { countOpenProtests } from '../protests/protests.store.ts'
import { holdResults } from '../ranking/derived.service.ts'
import type { Ranked } from '../ranking/columnRanks.rules.ts'
import { rankedBefore } from '../ranking/ranked.service.ts'
import { rankedOf } from '../ranking/ranks.service.ts'
import { indexOf, officialAt } from '../ranking/ranking.rules.ts'
import { findRankingInputsVersion } from '../ranking/rankingInputs.store.ts'
import type { ResultOutcome } from '../rules.ts'
import { type VersionDifference, type DifferenceCounts, differencesOf } from './differences.rules.ts'
import { type VersionRow, readVersionList, writeList } from './list.rules.ts'
import { type PublicationState, protestUntil, publicationStateOf, whyNotPublished } from './publication.rules.ts'
import {
  type SheetPublication,
  dropOldLists,
  findList,
  findPublication,
  insertVersion,
  listVersions,
  readListText,
  savePublication,
  saveSchedule,
} from './publication.store.ts'

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
/**
 * The number of versions whose list an event keeps. An older version stays without its list.
 */
const LISTS_KEPT = 20

type Of = { raceid: number; eventid: number }
type Differing = {
  against: number | null
  /** The moment of the compared version. Undefined: the present results. */
  at?: Date
  counts: DifferenceCounts
  rows: VersionDifference[]
}

const number = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text))
const listNow = async (db: Db | Tx, { raceid, eventid }: Of, ranked: Ranked | undefined): Promise<VersionRow[]> => {
  const text = await readListText(db, raceid, eventid)
  const [rows, breathe]: [VersionRow[], ReturnType<typeof breather>] = [[], breather()]
  for (const line of text === '' ? [] : text.split('\u001e')) {
    const [id, bib, outcome, gun, net, mark] = line.split('\u001f')
    const at = ranked ? indexOf(ranked.columns.ids, Number(id)) : -1
    const [gun_ms, net_ms] = [number(gun), number(net)]
    rows.push({
      id: Number(id),
      bib: bib!,
      outcome: outcome as ResultOutcome,
      time_ms: ranked?.clock === 'net' ? (net_ms ?? gun_ms) : (gun_ms ?? net_ms),
      rank: ranked && at >= 0 ? officialAt(ranked, at) || null : null,
      name: Number(mark),
    })
    await breathe()
  }
  return rows
}
const unpacked = async (list: Buffer): Promise<VersionRow[]> => readVersionList((await decompress(list)).toString())

const withNewest = async (
  db: Db | Tx,
  of: Of,
  ranked: Ranked | undefined,
): Promise<Differing & { list: VersionRow[] }> => {
  const before = await findList(db, of.raceid, of.eventid, { before: null })
  const list = await listNow(db, of, ranked)
  return { against: before?.id ?? null, list, ...differencesOf(before ? await unpacked(before.list) : [], list) }
}
/** Compares the present results with the newest version. */
export const differencesNow = async (db: Db, raceid: number, eventid: number): Promise<Differing> => {
  const version = (await findRankingInputsVersion(db, raceid, eventid)) ?? null
  return withNewest(db, { raceid, eventid }, await rankedOf(db, raceid, eventid, version))
}
/**
 * Compares the list of a version with the newest stored list before it; undefined if the list of the version is not
 * stored. Without an earlier list all results count as added.
 */
export const differencesAt = async (
  db: Db,
  raceid: number,
  eventid: number,
  id: number,
): Promise<Differing | undefined> => {
  const version = await findList(db, raceid, eventid, { id })
  if (!version) return undefined
  const before = await findList(db, raceid, eventid, { before: id })
  return {
    against: before?.id ?? null,
    at: version.created_at,
    ...differencesOf(before ? await unpacked(before.list) : [], await unpacked(version.list)),
  }
}

/** Returns the minutes after an announcement in which runners may protest. */
export const protestMinutes = async (db: Db, raceid: number, now: Date): Promise<number> => {
  const race = await readRace(db, raceid, now)
  return race ? settingsOf(race).protest_minutes : 0
}

type Order = {
  raceid: number
  eventid: number
  to: PublicationState
  note: string
  /** The newest version that the publisher knows, 0 for none. Undefined: the publisher does not compare. */
  seen?: number | undefined
  despite: boolean
  /** The number of minutes in which runners may protest. */ minutes: number
  who: Who | undefined
  staffid: number | null
  now: Date
}
type Done = { publication: SheetPublication; version: number | null }
const logged = {
  none: 'results taken back',
  provisional: 'results published',
  official: 'results made official',
} as const

/**
 * Computes the moments of the sheet for a new state. Each provisional publication announces the list, so the time for
 * protests begins again.
 */
const momentsFor = (
  { published_at }: SheetPublication,
  to: PublicationState,
  now: Date,
  minutes: number,
): Pick<SheetPublication, 'published_at' | 'official_at' | 'protest_until'> => ({
  published_at: to === 'none' ? null : published_at !== null && published_at <= now ? published_at : now,
  official_at: to === 'official' ? now : null,
  protest_until: to === 'provisional' ? protestUntil(now, minutes) : null,
})

/**
 * Publishes an event's results, makes them official, or hides them again. Stores a version with its differences from
 * the former version. Other calls that write the event's results wait until the transaction ends.
 */
export const publish = async (
  tx: Tx,
  { raceid, eventid, to, note, seen, despite, minutes, who, staffid, now }: Order,
): Promise<'no_results_yet' | 'published_meanwhile' | 'reason_missing' | 'protests_open' | Done> => {
  await holdResults(tx, raceid, [eventid])
  const sheet = await findPublication(tx, raceid, eventid)
  if (!sheet) return 'no_results_yet'
  const [newest] = await listVersions(tx, raceid, eventid, 1)
  if (seen !== undefined && seen !== (newest?.id ?? 0)) return 'published_meanwhile'
  const from = publicationStateOf(sheet, now)
  const why = whyNotPublished({ from, to, note, despite, protests: await countOpenProtests(tx, raceid, eventid) })
  if (why !== undefined) return why
  const moments = momentsFor(sheet, to, now, minutes)
  await savePublication(tx, sheet, moments, now)
  await removeJob(tx, scheduleKey(raceid, eventid))
  const { counts, list } = await withNewest(tx, sheet, await rankedBefore(tx, raceid, eventid))
  const version = await insertVersion(tx, {
    raceid,
    eventid,
    state: to,
    note,
    staffid,
    counts,
    list: to === 'none' ? null : await compress(writeList(list)),
    created_at: now,
  })
  await dropOldLists(tx, raceid, eventid, LISTS_KEPT)
  if (to !== 'none') await noteEvents(tx, raceid, 'results.published', [{ eventid, version }], now)
  await logChange(tx, {
    who,
    now,
    raceid,
    what: logged[to],
    target: `event ${eventid}`,
    before: { state: from },
    after: { state: to, version, ...(note === '' ? {} : { note }) },
  })
  return { publication: { ...sheet, ...moments }, version }
}

export const PUBLISH_RESULTS = 'results publish'
const scheduleKey = (raceid: number, eventid: number) => `${PUBLISH_RESULTS} ${raceid}/${eventid}`
type Schedule = Pick<Order, 'raceid' | 'eventid' | 'note' | 'who' | 'staffid' | 'now'> & {
  at: Date | null
  as: 'provisional' | 'official'
}
/** Plans the publication of results for a moment, or (`at` null) cancels the plan. */
export const schedule = async (
  tx: Tx,
  { raceid, eventid, at, as, note, who, staffid, now }: Schedule,
): Promise<'no_results_yet' | 'moment_past' | 'reason_missing' | undefined> => {
  await holdResults(tx, raceid, [eventid])
  const sheet = await findPublication(tx, raceid, eventid)
  if (!sheet) return 'no_results_yet'
  if (at !== null && at <= now) return 'moment_past'
  if (at !== null && as === 'provisional' && publicationStateOf(sheet, now) === 'official' && note === '')
    return 'reason_missing'
  await saveSchedule(
    tx,
    sheet,
    at === null
      ? { publish_at: null, publish_as: null, publish_note: null, publish_by: null }
      : { publish_at: at, publish_as: as, publish_note: note, publish_by: staffid },
  )
  if (at === null) await removeJob(tx, scheduleKey(raceid, eventid))
  else await addJob(tx, PUBLISH_RESULTS, { raceid, eventid }, { key: scheduleKey(raceid, eventid), runAt: at })
  await logChange(tx, {
    who,
    now,
    raceid,
    what: at === null ? 'publication given up' : 'publication arranged',
    target: `event ${eventid}`,
    after: at === null ? undefined : { at, state: as, ...(note === '' ? {} : { note }) },
  })
  return undefined
}

/**
 * Publishes results whose planned moment has come. If `publish` refuses (open protests), the results keep their state,
 * the plan ends, and the log tells the reason.
 */
export const publishScheduled = async (
  { db, now }: Pick<Parts, 'db'> & { now: Date },
  { raceid, eventid }: Of,
): Promise<void> => {
  const minutes = await protestMinutes(db, raceid, now)
  await db.transaction().execute(async (tx) => {
    await holdResults(tx, raceid, [eventid])
    const sheet = await findPublication(tx, raceid, eventid)
    if (!sheet || sheet.publish_at === null || sheet.publish_as === null || sheet.publish_at > now) return
    const done = await publish(tx, {
      raceid,
      eventid,
      to: sheet.publish_as,
      note: sheet.publish_note ?? '',
      despite: false,
      minutes,
      who: undefined,
      staffid: sheet.publish_by,
      now,
    })
    if (typeof done !== 'string') return
    await saveSchedule(tx, sheet, { publish_at: null, publish_as: null, publish_note: null, publish_by: null })
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: 'publication given up',
      target: `event ${eventid}`,
      after: { reason: done },
    })
  })
}
