import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import type { Events, Races } from '#db/schema.ts'
import { raceRows } from '#features/races/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'

export type FinderRace = Selectable<Races>
export type FinderEvent = Selectable<Events>

export type FinderFilter = {
  type?: string | undefined
  /** The race was held after this moment and before `now`. */
  since?: Date | undefined
  search: string
  now: Date
}

/** Selects the published races that match the filter and are not archived. */
const fitting = (db: Db, { type, since, search, now }: FinderFilter) => {
  let query = db
    .selectFrom(raceRows.as('races'))
    .selectAll()
    .where('published_at', '<=', now)
    .where('archived_at', 'is', null)
  if (since) query = query.where('time', '>=', since).where('time', '<=', now)
  if (type)
    query = query.where((on) =>
      on.exists(
        on
          .selectFrom(eventRows.as('events'))
          .select('events.id')
          .whereRef('events.raceid', '=', 'races.id')
          .where('events.type', '=', type),
      ),
    )
  if (search !== '') {
    query = query.where((on) =>
      on.or([
        holdsName(sql`name`, search),
        holdsName(sql`city`, search),
        holdsName(sql`province`, search),
        holdsName(sql`names::text`, search),
      ]),
    )
  }
  return query
}

/** The races to list: all races, races with an open event, or races without an open event. */
type ByEntry = 'all' | 'open' | 'closed'
/**
 * Limits a query to the races with an event that takes entries now (full events included), or to all other races. With
 * `all` the query stays as it is.
 */
const byEntry = (query: ReturnType<typeof fitting>, { entry, now }: { entry: ByEntry; now: Date }) =>
  entry === 'all'
    ? query
    : query.where((on) => {
        const open = on.exists(
          on
            .selectFrom(eventRows.as('events'))
            .select('events.id')
            .whereRef('events.raceid', '=', 'races.id')
            .where('events.stopped_at', 'is', null)
            .where((its) => its.or([its('events.signup_from', 'is', null), its('events.signup_from', '<=', now)]))
            .where((its) => its.or([its('events.signup_until', 'is', null), its('events.signup_until', '>', now)])),
        )
        return entry === 'open' ? open : on.not(open)
      })

/** Lists future races, the nearest race first. */
export const listComing = (
  db: Db,
  filter: FinderFilter,
  after: { at: Date; id: number } | undefined,
  limit: number,
  entry: ByEntry = 'all',
): Promise<FinderRace[]> => {
  let query = byEntry(fitting(db, filter), { entry, now: filter.now }).where('time', '>', filter.now)
  if (after) query = query.where(sql<boolean>`(time, id) > (${after.at}, ${after.id})`)
  return query.orderBy('time').orderBy('id').limit(limit).execute()
}

/** Lists past races, the latest first. */
export const listHeld = (
  db: Db,
  filter: FinderFilter,
  after: { at: Date; id: number } | undefined,
  limit: number,
): Promise<FinderRace[]> => {
  let query = fitting(db, filter).where('time', '<=', filter.now)
  if (after) query = query.where(sql<boolean>`(time, id) < (${after.at}, ${after.id})`)
  return query.orderBy('time', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const listPopular = (
  db: Db,
  filter: FinderFilter,
  after: { popularity: number; id: number } | undefined,
  limit: number,
): Promise<FinderRace[]> => {
  let query = fitting(db, filter)
  if (after) query = query.where(sql<boolean>`(popularity, id) < (${after.popularity}, ${after.id})`)
  return query.orderBy('popularity', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const listEventsOf = async (db: Db, raceids: readonly number[]): Promise<FinderEvent[]> =>
  raceids.length === 0
    ? []
    : db
        .selectFrom(eventRows.as('events'))
        .selectAll()
        .where('raceid', 'in', raceids)
        .orderBy('raceid')
        .orderBy('sort')
        .orderBy('id')
        .execute()

/** One file of a sitemap holds at most 50,000 addresses. Each race has three addresses. */
const MOST_MAPPED = 16_000
/** Lists published races that are not archived, the newest first and at most 16,000. */
export const listPublic = (db: Db, now: Date): Promise<{ id: number; updated_at: Date }[]> =>
  db
    .selectFrom(raceRows.as('races'))
    .select(['id', 'updated_at'])
    .where('published_at', '<=', now)
    .where('archived_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_MAPPED)
    .execute()
