import { byMoment, momentCursorIn } from '#db/pages.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { raceOfId } from '#db/ids.ts'
import { isEntered } from '#features/checkin/rules.ts'
import { type EventRow, eventsOf } from '#features/events/service.ts'
import { nameFor } from '#features/people/hiding.rules.ts'
import { isMine, ownRegistrations, registrationOf } from '#features/registrations/status/ownership.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { type LookedUpResult, resultsOf } from '#features/results/service.ts'
import { handle } from '#seam/server/handle.ts'
import { type RaceRow, readPublishedRace } from '#features/races/service.ts'
import { posterIn, publishedPosters } from './service.ts'
import { type MyPoster, posterDetail, posterMy, postersC, registrationPoster } from './contract.ts'
import type { PosterUse } from './design.contract.ts'
import { postersFor } from './rules.ts'
import { raceOfPoster, posterValuesOf } from './showing.service.ts'
import { findPoster } from './store.ts'

/**
 * Returns the kind of poster before the race: for a paid runner, or for a registered runner. Returns undefined if the
 * registration is not valid.
 */
const useOf = (row: RegistrationRow): PosterUse | undefined => {
  if (isEntered(row)) return 'paid'
  return row.state === 'normal' && row.refundid === 0 && row.closed_at === null && row.deleted_at === null
    ? 'reg'
    : undefined
}
const bibOf = (row: RegistrationRow): string | null => (row.bib ? `${row.prefix_bib ?? ''}${row.bib}` : null)

type Mine = Omit<MyPoster, 'time'> & { time: Date }
type Own = Awaited<ReturnType<typeof ownRegistrations>>[number]
/**
 * Returns a list of one poster: the first poster that a registration may use. The list is empty if there is no such
 * poster. A registration with a result uses posters for finishers.
 */
const mineOf = (
  lang: Lang,
  race: RaceRow,
  row: Own,
  result: LookedUpResult | undefined,
  posters: Awaited<ReturnType<typeof publishedPosters>>,
  events: readonly EventRow[],
): Mine[] => {
  const use = result ? 'result' : useOf(row)
  if (use === undefined) return []
  const eventid = result?.eventid ?? row.eventid
  const offered = postersFor(posters, { eventid, use })
  const [first] = offered
  if (!first) return []
  const event = events.find(({ id }) => id === eventid)
  return [
    {
      raceid: race.id,
      race: nameIn(lang, race.name, race.names),
      time: race.time,
      zone: race.zone,
      use,
      key: result?._key ?? row._key,
      scoreid: result?.id ?? null,
      name: nameFor(lang, row, true),
      bib: result?.bib ?? bibOf(row),
      event: event ? nameIn(lang, event.name, event.names) : '',
      posterid: first.id,
      preview: first.preview,
      posters: offered.length,
    },
  ]
}

/** The calls that show templates, with or without the data of a registration. */
export const templateRoutes = [
  handle(postersC, async ({ input, db, now, lang, refuse }) => {
    if (!(await readPublishedRace(db, input.raceid, now))) return refuse('race_not_found')
    return publishedPosters(db, lang, [input.raceid], now)
  }),

  handle(posterDetail, async ({ input, raceid: raceOfCall, db, now, lang, refuse }) => {
    const raceid = input.raceid ?? raceOfCall ?? (await raceOfId(db, 'poster', input.id))
    const race = raceid === undefined ? undefined : await readPublishedRace(db, raceid, now)
    const row = race && (await findPoster(db, race.id, input.id))
    if (!row || row.published_at === null || row.published_at > now) return refuse('poster_unknown')
    return { ...posterIn(lang, row), race: raceOfPoster(lang, race) }
  }),

  handle(registrationPoster, async ({ input, db, seal, now, lang, who, origin, refuse }) => {
    const found = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    const race = (await readPublishedRace(db, found.row.raceid, now)) ?? refuse('registration_not_found')
    const { row } = found
    const use = useOf(row)
    const posters =
      use === undefined
        ? []
        : postersFor(await publishedPosters(db, lang, [race.id], now), { eventid: row.eventid, use })
    const [first] = posters
    if (!first) return refuse('poster_none')
    const own = await isMine(db, seal, row, who.uid)
    const event = nameIn(lang, row.e_name, row.e_names)
    const name = row.hide_name && !own ? null : row.name
    return {
      registration: { _key: row._key, name, bib: bibOf(row), eventid: row.eventid, event },
      race: raceOfPoster(lang, race),
      posterid: first.id,
      posters,
      values: posterValuesOf(lang, race, { name, bib: bibOf(row), event }),
      // People share a poster, so its code leads to the race and tells nothing about the person.
      link: `${origin}/home?raceid=${race.id}`,
    }
  }),

  handle(posterMy, async ({ input, db, seal, now, lang, who }) => {
    const rows = await ownRegistrations(
      db,
      seal,
      who.uid!,
      { raceid: input.raceid, before: momentCursorIn(input.after), limit: input.limit },
      now,
    )
    const raceids = [...new Set(rows.map(({ raceid }) => raceid))]
    const [races, posters] = await Promise.all([
      Promise.all(raceids.map((raceid) => readPublishedRace(db, raceid, now))),
      publishedPosters(db, lang, raceids, now),
    ])
    const shown = races.filter((race) => race !== undefined)
    const results = await Promise.all(
      shown.map((race) =>
        resultsOf(
          db,
          race.id,
          { registrationids: rows.flatMap((row) => (row.raceid === race.id ? [row.id] : [])), numbers: [] },
          now,
        ),
      ),
    )
    const events = await Promise.all(shown.map((race) => eventsOf(db, race.id)))
    const items = rows.flatMap((row): Mine[] => {
      const at = shown.findIndex(({ id }) => id === row.raceid)
      const race = shown[at]
      if (!race) return []
      const result = results[at]!.find(
        ({ registrationid, outcome }) => registrationid === row.id && outcome === 'finished',
      )
      const own = posters.filter(({ raceid }) => raceid === race.id)
      return mineOf(lang, race, row, result, own, events[at]!)
    })
    return { items, after: rows.length === input.limit ? byMoment(rows.at(-1)!) : null }
  }),
]
