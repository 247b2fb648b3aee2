import { readEvent } from '#features/events/service.ts'
import { handle } from '#seam/server/handle.ts'
import { countOpenProtests } from '../protests/protests.store.ts'
import { clockText, rankingOf, recorded } from '../rules.ts'
import type { VersionDifference } from './differences.rules.ts'
import {
  consoleResultsDifferences,
  consoleResultsPublish,
  consoleResultsSchedule,
  consoleResultsVersions,
} from './publication.contract.ts'
import { publicationStateOf } from './publication.rules.ts'
import { differencesAt, differencesNow, protestMinutes, publish, schedule } from './publication.service.ts'
import { findPublication, listVersions, namesOfResults, staffNamesOf, wasPublished } from './publication.store.ts'

const LISTED = 200
const VERSIONS = 50

const isBefore = (one: Date | null, other: Date): boolean => one !== null && one < other

export const routes = [
  handle(consoleResultsPublish, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, eventid, published, state, note, seen, despite } = input
    const minutes = await protestMinutes(db, raceid, now)
    return save(async (tx) => {
      const done = await publish(tx, {
        raceid,
        eventid,
        to: published ? state : 'none',
        note,
        seen,
        despite,
        minutes,
        who,
        staffid: who.staffid,
        now,
      })
      return typeof done === 'string' ? refuse(done) : { ...done.publication, version: done.version }
    })
  }),

  handle(consoleResultsSchedule, async ({ input, now, who, refuse, save }) => {
    const { raceid, eventid, at, state, note } = input
    const moment = at === undefined ? null : new Date(at)
    return save(async (tx) => {
      const why = await schedule(tx, {
        raceid,
        eventid,
        at: moment,
        as: state,
        note,
        who,
        staffid: who.staffid,
        now,
      })
      return why === undefined ? { publish_at: moment } : refuse(why)
    })
  }),

  handle(consoleResultsDifferences, async ({ input: { raceid, eventid, version }, db, now, refuse }) => {
    const sheet = (await findPublication(db, raceid, eventid)) ?? refuse('no_results_yet')
    const found =
      version === undefined
        ? await differencesNow(db, raceid, eventid)
        : ((await differencesAt(db, raceid, eventid, version)) ?? refuse('version_not_found'))
    const dropped = found.against === null && (await wasPublished(db, raceid, eventid, version ?? null))
    const rows = found.rows.slice(0, LISTED)
    const names = await namesOfResults(
      db,
      raceid,
      rows.map(({ id }) => id),
    )
    const { rounding } = rankingOf((await readEvent(db, raceid, eventid, now, true))?.ranking)
    const side = (one: VersionDifference['before']) =>
      one && { ...one, time: one.time_ms === null ? null : clockText(recorded(one.time_ms, rounding)) }
    return {
      against: found.against,
      public_since:
        found.against === null && !dropped && isBefore(sheet.published_at, found.at ?? now) ? sheet.published_at : null,
      dropped,
      counts: found.counts,
      rows: rows.map((row) => ({
        ...row,
        name: names.get(row.id) ?? null,
        before: side(row.before),
        after: side(row.after),
      })),
      more: found.rows.length - rows.length,
    }
  }),

  handle(consoleResultsVersions, async ({ input: { raceid, eventid }, db, now, refuse }) => {
    const sheet = (await findPublication(db, raceid, eventid)) ?? refuse('no_results_yet')
    const [versions, protests_open] = await Promise.all([
      listVersions(db, raceid, eventid, VERSIONS),
      countOpenProtests(db, raceid, eventid),
    ])
    const nameOf = await staffNamesOf(
      db,
      versions.map(({ staffid }) => staffid),
    )
    return {
      ...sheet,
      state: publicationStateOf(sheet, now),
      protests_open,
      versions: versions.map((one) => ({ ...one, by: nameOf(one.staffid) })),
    }
  }),
]
