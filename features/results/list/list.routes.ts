import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { printedBibsFor } from '#features/registrations/lookup/findingBibs.service.ts'
import { type Lang, fill, langs, nameIn } from '#contract/words.ts'
import { type EventRow, eventsOf, readEvent } from '#features/events/service.ts'
import { metresOf } from '#features/events/rules.ts'
import { readRace, readPublishedRace } from '#features/races/service.ts'
import { isPublished } from '#features/races/rules.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import type { Asker } from '#seam/server/asker.ts'
import { dispositionOf } from '#seam/server/disposition.ts'
import { type Parts, handle, raw } from '#seam/server/handle.ts'
import { ownRegistrations } from '#features/registrations/status/ownership.service.ts'
import { resultsPinned, timingReportsFetch } from '../contract.ts'
import { csvLine, csvMark } from '#features/files/csv.rules.ts'
import { addressedId } from '#contract/key.ts'
import { paceText } from '#contract/written.ts'
import {
  type ListCursor,
  type ListedResult,
  type PublishedSheet,
  findPinned,
  listPublishedSheets,
  listResults,
} from './list.store.ts'
import { type ResultOutcome, clockText, paceOf, rankingOf, recorded, visible } from '../rules.ts'
import { resultOutcomeWords } from '../report/outcome.words.ts'
import { findTeams } from '../teams/teams.service.ts'
import { teamKindWords } from '../teams/teams.words.ts'
import { teamsFileOf } from '../teams/teamsFile.service.ts'
import { microcache } from './microcache.service.ts'
import { csvHeads } from '../words.ts'

const readCursor = (after: string | undefined): ListCursor | undefined => {
  const found = after === undefined ? null : /^(\d{1,9})\.(\d{1,10})\.(\d{1,15})\.(.{0,40})$/.exec(after)
  return found && Number(found[2]) < 2 ** 31
    ? { eventid: Number(found[1]), position: Number(found[2]), id: Number(found[3]), field: found[4]! }
    : undefined
}
const writeCursor = ({ eventid, position, id, field }: ListCursor): string => `${eventid}.${position}.${id}.${field}`

/** Presents a row for the list and the file. Values that the runner hides are left out. */
const rowShown = (
  row: ListedResult,
  { clock, points }: PublishedSheet,
  event: EventRow,
  lang: Lang,
  withSplits: boolean,
) => {
  const ranking = rankingOf(event.ranking)
  const metres = metresOf(event)
  const time = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? null : clockText(recorded(ms, ranking.rounding))
  const by = clock === 'gun' ? [row.gun_gender, row.gun_agegroup] : [row.net_gender, row.net_agegroup]
  const official = clock === 'gun' ? (row.gun_ms ?? row.net_ms) : (row.net_ms ?? row.gun_ms)
  const seen = row.outcome === 'finished' ? -1 : points.findLastIndex((_, at) => (row.splits[at] ?? null) !== null)
  return {
    ...visible(row, false),
    event: nameIn(lang, event.name, event.names),
    basis: clock,
    position: row.rank,
    gender_place: row.published_gender ?? by[0]!,
    agegroup_place: row.hide_age ? null : (row.published_agegroup ?? by[1]!),
    gun_place: row.gun_overall,
    net_place: row.net_overall,
    time: time(row.gun_ms),
    nettime: time(row.net_ms),
    pace:
      row.outcome === 'finished' && official !== null && metres
        ? paceText(paceOf(recorded(official, ranking.rounding) * 1000, metres, ranking.pace_rounding))
        : null,
    last: seen < 0 ? null : { label: points[seen]!.label, time: time(row.splits[seen])! },
    splits: withSplits ? points.map((_, at) => time(row.splits[at])) : null,
  }
}

const sheetShown = (
  { eventid, clock, totals, provisional, official, points }: Awaited<ReturnType<typeof listPublishedSheets>>[number],
  event: EventRow,
  lang: Lang,
) => {
  const by = totals[clock] ?? {}
  const groups = new Set(
    Object.values(by).flatMap(({ agegroup }) => Object.keys(agegroup).map((key) => key.slice(key.indexOf(' ') + 1))),
  )
  return {
    eventid,
    name: nameIn(lang, event.name, event.names),
    basis: clock,
    provisional,
    official,
    finishers: Object.values(by).reduce((sum, { all }) => sum + all, 0),
    agegroups: [...groups].sort(),
    fields: Object.keys(by),
    points: points.map(({ label }) => label),
    teams: rankingOf(event.ranking).teams?.kinds.map(({ kind }) => kind) ?? [],
  }
}

/** The most registrations of an account that one list pins. */
const OWN = 20
type Page = Awaited<ReturnType<typeof listResults>>

export const routes = [
  handle(timingReportsFetch, async ({ input, db, now, lang, refuse }) => {
    const { raceid } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const [sheets, events] = await Promise.all([listPublishedSheets(db, raceid, now), eventsOf(db, raceid)])
    const eventOf = new Map(events.map((event) => [event.id, event]))
    const chosen = sheets.filter(({ eventid }) => input.eventid === undefined || eventid === input.eventid)
    const live = input.by === 'official' && chosen.some(({ provisional }) => provisional)
    const meant = input.q === '' ? undefined : await printedBibsFor(db, raceid, [input.q], { eventid: input.eventid })
    const filter = { ...input, worn: meant?.get(input.q) ?? [], sheets: chosen, after: readCursor(input.after) }
    const narrowed =
      Boolean(input.q || input.gender || input.agegroup || input.outcome) &&
      filter.after === undefined &&
      input.from === undefined
    const read = (): Promise<Page> => listResults(db, filter, now, narrowed && chosen.length > 0)
    const versions = chosen.map(({ eventid, updated_at, inputs_version }) => [eventid, updated_at, inputs_version])
    const {
      rows: items,
      more,
      total,
    } = live && input.q === '' && filter.after === undefined
      ? await microcache(db, `results ${JSON.stringify([{ ...filter, sheets: versions }])}`, now, read)
      : await read()
    const last = more ? items.at(-1) : undefined
    return {
      items: items.map((row) =>
        rowShown(
          row,
          sheets.find(({ eventid }) => eventid === row.eventid)!,
          eventOf.get(row.eventid)!,
          lang,
          input.splits,
        ),
      ),
      after: last ? writeCursor(last) : null,
      total,
      sheets: sheets.map((sheet) => sheetShown(sheet, eventOf.get(sheet.eventid)!, lang)),
    }
  }),
  handle(resultsPinned, async ({ input, db, seal, who, now, lang, refuse }) => {
    const { raceid, eventid, bibs } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const [sheets, event] = await Promise.all([
      listPublishedSheets(db, raceid, now),
      readEvent(db, raceid, eventid, now),
    ])
    const sheet = sheets.find((one) => one.eventid === eventid)
    const owned =
      who.uid === null ? [] : await ownRegistrations(db, seal, who.uid, { raceid, before: undefined, limit: OWN }, now)
    if (!sheet || !event || bibs.length + owned.length === 0) return { items: [] }
    const found = await findPinned(db, { raceid, eventid, bibs, ids: owned.map(({ id }) => id) })
    const own = new Set(found.filter((one) => one.own).map(({ id }) => id))
    const among = new Set(found.map(({ id }) => id))
    if (among.size === 0) return { items: [] }
    const filter = { raceid, sheets: [sheet], q: '', worn: [], by: 'official', among, limit: 40 } as const
    const { rows } = await listResults(db, filter, now)
    const items = rows.map((row) => ({ ...rowShown(row, sheet, event, lang, false), mine: own.has(row.id) }))
    return { items: items.toSorted((a, b) => Number(b.mine) - Number(a.mine)) }
  }),
]

/**
 * Limits downloads of the list. A person seldom downloads a whole event; a club, a newsroom or a school shares one
 * address.
 */
const files = allowanceOf({ own: 20, network: 120 }, 60)
const PAGE = 2000
/**
 * Streams the list one page at a time, so that an event of 50,000 runners is never in memory as a whole. Each page is a
 * query of its own and waits until the client has taken the previous page.
 */
async function* fileOf(parts: Parts, sheet: PublishedSheet, event: EventRow, lang: Lang): AsyncGenerator<string> {
  const { points, clock } = sheet
  const heads = csvHeads(lang)
  yield (
    csvMark +
      csvLine([
        heads.place,
        heads.bib,
        heads.name,
        heads.gender,
        heads.agegroup,
        heads.gender_place,
        heads.agegroup_place,
        heads.outcome,
        heads.gun,
        heads.net,
        heads.pace,
        heads.gun_place,
        heads.net_place,
        heads.basis,
        ...points.map(({ label }) => label),
        heads.handed_in,
      ])
  )
  let after: ListCursor | undefined
  for (;;) {
    const { rows: page, more } = await listResults(
      parts.db,
      { raceid: event.raceid, sheets: [sheet], q: '', worn: [], by: 'official', after, limit: PAGE },
      parts.clock(),
    )
    let text = ''
    for (const row of page) {
      const shown = rowShown(row, sheet, event, lang, true)
      text += csvLine([
        shown.position,
        shown.bib,
        shown.name ?? heads.hidden,
        shown.gender,
        shown.agegroup,
        shown.gender_place,
        shown.agegroup_place,
        resultOutcomeWords[shown.outcome as ResultOutcome][lang],
        shown.time,
        shown.nettime,
        shown.pace,
        shown.gun_place,
        shown.net_place,
        clock === 'gun' ? heads.gun : heads.net,
        ...(shown.splits ?? []),
        shown.handed_in ? heads.yes : '',
      ])
    }
    if (text) yield text
    if (!more) return
    after = page.at(-1)
  }
}

const sendFile = async (
  parts: Parts,
  given: { raceid: string; file: string; lang: string; asker: () => Promise<Asker> },
  reply: FastifyReply,
) => {
  const named = /^(\d+)(-teams)?\.csv$/.exec(given.file)
  const [raceid, eventid] = [addressedId(given.raceid), addressedId(named?.[1] ?? '')]
  const now = parts.clock()
  const gone = () => reply.code(404).header('cache-control', 'no-store').send()
  if (raceid === undefined || eventid === undefined) return gone()
  const wait = files.count(await given.asker(), now)
  if (wait > 0) return reply.code(429).header('retry-after', String(wait)).header('cache-control', 'no-store').send()
  const [race, event, sheets] = await Promise.all([
    readRace(parts.db, raceid, now),
    readEvent(parts.db, raceid, eventid, now),
    listPublishedSheets(parts.db, raceid, now),
  ])
  const sheet = sheets.find((one) => one.eventid === eventid)
  if (!race || !event || !sheet || !isPublished(race, now)) return gone()
  const lang = langs.find((one) => one === given.lang) ?? 'zh-cn'
  const teams = named?.[2] ? await findTeams(parts.db, raceid, eventid, now) : undefined
  if (typeof teams === 'string') return gone()
  const name =
    fill('{race}-{event}', {
      race: nameIn(lang, race.name, race.names),
      event: nameIn(lang, event.name, event.names),
    }) + (teams ? `-${teamKindWords.open[lang]}` : '')
  reply.header(
    'content-disposition',
    dispositionOf('attachment', `${name}.csv`, `results-${raceid}-${eventid}${teams ? '-teams' : ''}.csv`),
  )
  return reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(teams ? teamsFileOf(parts, teams, lang) : fileOf(parts, sheet, event, lang)))
}

export const rawRoutes = [
  raw(
    'GET',
    '/results/:raceid/:file',
    'Returns the published results of an event as a CSV file, `/results/{raceid}/{eventid}.csv?_lang=en`, or its ' +
      'team classification, `/results/{raceid}/{eventid}-teams.csv`. The server streams the file. Hidden names and ' +
      'ages stay hidden.',
    (parts, request, reply, callers) =>
      sendFile(
        parts,
        {
          ...(request.params as { raceid: string; file: string }),
          lang: String((request.query as Record<string, unknown>)['_lang'] ?? ''),
          asker: async () => {
            const { runner: who, device } = await callers()
            return { address: request.ip, who, device }
          },
        },
        reply,
      ),
  ),
]
