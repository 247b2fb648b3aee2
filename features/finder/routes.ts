import { pageOf, rowsFor } from '#db/pages.ts'
import type { Lang } from '#contract/words.ts'
import { inBatches } from '#db/sharing/batch.ts'
import type { Db } from '#db/db.ts'
import { countersOf, eventsOf } from '#features/events/service.ts'
import { presentPrice } from '#features/events/prices.rules.ts'
import { eventIn, leftIn, publicPlaces, signupPhaseOf, eventStateOf, eventTypeOf } from '#features/events/rules.ts'
import { sketchFor } from '#features/courses/service.ts'
import { isFeedOpen } from '#features/feed/service.ts'
import { hasCards } from '#features/cards/offering.service.ts'
import { hasDraws } from '#features/luckydraws/offering.service.ts'
import { hasDisruption } from '#features/disruptions/service.ts'
import { hasFlags } from '#features/safety/service.ts'
import { hasTrails } from '#features/trails/service.ts'
import { hasChallenges } from '#features/challenges/service.ts'
import { newestNotices } from '#features/notices/service.ts'
import { readRace, readPublishedRace } from '#features/races/service.ts'
import { type MenuOffer, raceIn, settingsOf, withOffers } from '#features/races/rules.ts'
import { winnersOf } from '#features/results/list/winners.service.ts'
import { hasPublishedResults } from '#features/results/service.ts'
import { roomsOffering } from '#features/sales/goods/goods.service.ts'
import { handle } from '#seam/server/handle.ts'
import { hallIsOpen, hasCertificates } from './laterRooms.service.ts'
import { addPopularity } from '#features/races/public.store.ts'
import { apiHelperRaces, consoleHomePreview, raceHome } from './contract.ts'
import { type FinderCursor, entrySummaryOf, readFinderCursor, startOf, writeCursor } from './rules.ts'
import {
  type FinderEvent,
  type FinderRace,
  type FinderFilter,
  listComing,
  listEventsOf,
  listHeld,
  listPopular,
} from './store.ts'

type Listed = { row: FinderRace; part: FinderCursor['part'] }

type TimePart = Exclude<FinderCursor['part'], 'popular'>
/** The parts of a list in their order, for each way to sort. Within a part, races are sorted by their time. */
const partsOf = { time: ['coming', 'held'], open: ['open', 'closed', 'held'] } as const
/**
 * Lists one page of races part by part: future races (the next race first), then past races (the latest first). With
 * the order `open`, future races that take entries come before other races.
 */
const listByTime = async (
  db: Db,
  filter: FinderFilter,
  { sort, from, limit }: { sort: keyof typeof partsOf; from: FinderCursor | undefined; limit: number },
): Promise<Listed[]> => {
  // A period lies in the past, so no future race is in it.
  const parts: readonly TimePart[] = filter.since ? ['held'] : partsOf[sort]
  const first = Math.max(
    parts.findIndex((part) => part === from?.part),
    0,
  )
  const listed: Listed[] = []
  for (const part of parts.slice(first)) {
    const left = limit - listed.length
    if (left <= 0) break
    const after = from && from.part === part ? { at: new Date(from.key), id: from.id } : undefined
    const rows =
      part === 'held'
        ? await listHeld(db, filter, after, left)
        : await listComing(db, filter, after, left, part === 'coming' ? 'all' : part)
    listed.push(...rows.map((row) => ({ row, part })))
  }
  return listed
}

/**
 * Returns the lowest price above zero, and whether some events are free. The text "from free" would not help a reader.
 */
const pricesFrom = (events: readonly FinderEvent[], zone: string, now: Date) => {
  const paid = events.map((event) => presentPrice(event, zone, now).price).filter((price) => price > 0)
  return {
    price_from: paid.length ? Math.min(...paid) : events.length ? 0 : null,
    some_free: paid.length > 0 && paid.length < events.length,
  }
}

const found = (lang: Lang, row: FinderRace, events: readonly FinderEvent[], now: Date) => ({
  ...raceIn(lang, row),
  popularity: row.popularity,
  types: [...new Set(events.map(eventTypeOf))],
  ...entrySummaryOf(
    events.map((event) => ({
      ...event,
      state: eventStateOf(event),
      signup: signupPhaseOf(event, now),
      cancelled: event.stopped_at !== null,
      places_left: publicPlaces(event),
    })),
  ),
  ...pricesFrom(events, row.zone, now),
})

const countOpening = inBatches(1000, async (opened: { db: Db; raceid: number }[]) => {
  await addPopularity(
    opened[0]!.db,
    opened.map(({ raceid }) => raceid),
  )
  return opened.map(() => undefined)
})

/** Lists the menu entries for things that a race offers now, such as goods, the feed and games. */
const offersOf = async (db: Db, raceid: number, now: Date): Promise<MenuOffer[]> => {
  const [rooms, open, hall, draws, cards, trails, challenges] = await Promise.all([
    roomsOffering(db, raceid, now),
    isFeedOpen(db, raceid),
    hallIsOpen.get()(db, raceid, now),
    hasDraws(db, raceid, now),
    hasCards(db, raceid, now),
    hasTrails(db, raceid, now),
    hasChallenges(db, raceid, now),
  ])
  return [
    ...(['tickets', 'hotels', 'shop'] as const).filter((room) => rooms.has(room)),
    ...(open ? ['feed' as const] : []),
    ...(hall ? ['hall' as const] : []),
    ...(draws ? ['luckydraws' as const] : []),
    ...(cards ? ['cards' as const] : []),
    ...(trails ? ['trails' as const] : []),
    ...(challenges ? ['challenges' as const] : []),
  ]
}

/** Loads all data of a race's home page, in a language. */
const homeOf = async (db: Db, race: FinderRace, lang: Lang, now: Date) => {
  const [events, counters, notices, results_published, certificates, winners, offers, changes] = await Promise.all([
    eventsOf(db, race.id),
    countersOf(db, race.id),
    newestNotices(db, race.id, lang, now, 5),
    hasPublishedResults(db, race.id),
    hasCertificates.get()(db, race.id, now),
    winnersOf(db, race.id, lang, now),
    offersOf(db, race.id, now),
    Promise.all([hasDisruption(db, race.id), hasFlags(db, race.id)]),
  ])
  const shown = raceIn(lang, race)
  const published: MenuOffer[] = results_published ? (certificates ? ['results', 'certificate'] : ['results']) : []
  return {
    race: { ...shown, menu: withOffers(shown.menu, race, [...published, ...offers]) },
    events: events.map((event) =>
      eventIn(lang, event, race, settingsOf(race).pay_minutes, now, leftIn(counters, event.id)),
    ),
    notices,
    results_published,
    winners,
    course: await sketchFor(db, events, lang, now),
    has_disruption: changes[0],
    has_flags: changes[1],
  }
}

export const routes = [
  handle(apiHelperRaces, async ({ input, db, now, lang }) => {
    const from = readFinderCursor(input.after)
    const pivot = from ? new Date(from.now) : now
    const filter: FinderFilter = {
      type: input.type,
      since: input.period && startOf(input.period, pivot),
      search: input.search,
      now: pivot,
    }
    const rows: Listed[] =
      input.sort === 'popularity'
        ? (await listPopular(db, filter, from && { popularity: from.key, id: from.id }, rowsFor(input.limit))).map(
            (row) => ({ row, part: 'popular' }),
          )
        : await listByTime(db, filter, { sort: input.sort, from, limit: rowsFor(input.limit) })
    const { rows: page, after } = pageOf(rows, input.limit, ({ part, row }) =>
      writeCursor({
        part,
        key: part === 'popular' ? row.popularity : row.time.getTime(),
        id: row.id,
        now: pivot.getTime(),
      }),
    )
    const events = await listEventsOf(
      db,
      page.map(({ row }) => row.id),
    )
    return {
      items: page.map(({ row }) =>
        found(
          lang,
          row,
          events.filter(({ raceid }) => raceid === row.id),
          now,
        ),
      ),
      after,
    }
  }),

  handle(raceHome, async ({ input, db, now, lang, refuse }) => {
    const race = (await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    // The answer does not wait until this visit is counted.
    void countOpening({ db, raceid: race.id }).catch(() => undefined)
    return homeOf(db, race, lang, now)
  }),

  handle(consoleHomePreview, async ({ input, db, now, lang, refuse }) =>
    homeOf(db, (await readRace(db, input.raceid, now)) ?? refuse('race_not_found'), lang, now),
  ),
]
