import { raceOfKey } from '#contract/key.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { certificateWith } from '#features/certificates/service.ts'
import { readEvent } from '#features/events/service.ts'
import { type GameRunnerRow, gameRunnerByKey, gameRunnersOf, registrationidsOf } from '#features/lookups/service.ts'
import { type NumberLookup, type NumberFound, lookUpRows } from '#features/registrations/lookup/publicLookup.service.ts'
import { type LookedUpResult, resultById, resultByKey, resultsOf } from '#features/results/service.ts'
import { ownRegistrations } from '#features/registrations/status/ownership.service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import { posteridOf } from './service.ts'
import { consoleRoutes } from './console.routes.ts'
import { posterBygame, posterReport } from './contract.ts'
import { settingsOf } from '#features/races/rules.ts'
import { type RaceRow, readPublishedRace } from '#features/races/service.ts'
import { eventOf, scoreLink } from './rules.ts'
import { raceOfPoster, posterValuesOf } from './showing.service.ts'
import { templateRoutes } from './template.routes.ts'

/**
 * The limit on reports. It is so low that no program can try all ids, and high enough for a hall full of finishers who
 * share one address.
 */
const reports = allowanceOf({ own: 240, network: 1200 }, 60)

const ofGame = (race: RaceRow, row: GameRunnerRow, posterid?: number) => {
  const meta = row.meta as Record<string, string>
  return {
    id: row.id,
    _key: row._key,
    kind: 'game' as const,
    raceid: race.id,
    name: row.name || null,
    bib: row.bib,
    event: eventOf({ event: row.event, meta }),
    time: row.time,
    nettime: row.nettime,
    gender: row.gender as 'male' | 'female' | null,
    meta,
    poster: { gameid: row.gameid, html: '', bg: null, albumid: race.albumid },
    posterid: posterid ?? row.posterid,
    certificateid: row.certificateid,
  }
}
type PosterRequest = { posterid?: number | undefined; now: Date; lang: Lang }
const ofResult = async (
  db: Db,
  race: RaceRow,
  row: Pick<LookedUpResult, 'id' | '_key' | 'eventid' | 'bib' | 'name' | 'gender' | 'outcome' | 'time' | 'nettime'>,
  { posterid, now, lang }: PosterRequest,
) => {
  const event = await readEvent(db, race.id, row.eventid, now)
  return {
    id: row.id,
    _key: row._key,
    kind: 'result' as const,
    raceid: race.id,
    name: row.name,
    bib: row.bib,
    event: event ? nameIn(lang, event.name, event.names) : '',
    time: row.time,
    nettime: row.nettime,
    gender: row.gender === 'M' ? ('male' as const) : row.gender === 'F' ? ('female' as const) : null,
    meta: {},
    // A runner who has not finished has no finisher's poster.
    poster: { gameid: null, html: '', bg: null, albumid: race.albumid },
    posterid:
      row.outcome === 'finished'
        ? (posterid ?? (await posteridOf(db, { raceid: race.id, eventid: row.eventid, now })))
        : null,
    certificateid: null,
  }
}
type Found = { game: GameRunnerRow } | { result: LookedUpResult } | null

/** Formats a time as a poster shows it: 1:40:00 and not 01:40:00. */
const plain = (time: string | null): string => time?.replace(/^0(?=\d:)/, '') ?? ''

type Showing = { db: Db; race: RaceRow; lang: Lang; now: Date; posterid: number | undefined; origin: string }
/**
 * Returns the link of a result. A result is public under its score id, but the link to a game's runner needs the secret
 * key.
 */
const linkTo = ({ origin, race }: Showing, row: { scoreid: number } | { key: string }) =>
  scoreLink(
    settingsOf(race).score_link,
    origin,
    `type=poster&${'key' in row ? `key=${row.key}` : `scoreid=${row.scoreid}`}&raceid=${race.id}`,
  )

/** Shows the poster of a result, by the result's id or key. Returns undefined if there is no such result. */
const reportOfResult = async (showing: Showing, idOrKey: number | string, uid: number | null) => {
  const { db, race, lang, now, posterid } = showing
  const row = await (typeof idOrKey === 'number'
    ? resultById(db, race.id, idOrKey, now, uid)
    : resultByKey(db, race.id, idOrKey, now, uid))
  if (!row) return undefined
  const found = await ofResult(db, race, row, { posterid, now, lang })
  return {
    ...found,
    eventid: row.eventid,
    position: row.place,
    key: row._key,
    hallkey: row._key,
    race: raceOfPoster(lang, race),
    certificate: null,
    more: [],
    values: posterValuesOf(lang, race, {
      name: row.name,
      bib: row.bib,
      event: found.event,
      time: plain(row.time),
      nettime: plain(row.nettime),
      position: row.place === null ? '' : String(row.place),
    }),
    link: linkTo(showing, { scoreid: row.id }),
  }
}

/** Shows the poster of a game's runner, with the certificate that the game names. */
const reportOfGame = async (showing: Showing, row: GameRunnerRow) => {
  const { db, race, lang, now, posterid } = showing
  const game = ofGame(race, row, posterid)
  const { name, bib } = row
  const link = linkTo(showing, { key: row._key })
  const fields = {
    ...game.meta,
    name,
    bib,
    event: game.event,
    time: row.time ?? '',
    nettime: row.nettime ?? '',
    gender: row.gender === 'male' ? '男' : row.gender === 'female' ? '女' : '',
  }
  const certificate =
    row.certificateid === null ? null : await certificateWith(db, race, row.certificateid, fields, link, now)
  return {
    ...game,
    eventid: null,
    poster: { ...game.poster, html: certificate?.html ?? '', bg: certificate?.bg ?? null },
    position: null,
    key: null,
    hallkey: row._key,
    race: raceOfPoster(lang, race),
    certificate,
    more: Object.entries(game.meta),
    values: posterValuesOf(lang, race, {
      name,
      bib,
      event: game.event,
      time: plain(row.time),
      nettime: plain(row.nettime),
    }),
    link,
  }
}

/**
 * Finds a game's runner by the score id. A program could try all ids, so the caller must be the account that signed the
 * person up, or must know the document's number.
 */
const gameRunnerAsked = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  raceid: number,
  id: number,
  caller: Omit<NumberLookup, 'idnum'> & { idnum?: string | undefined; uid: number | null },
  now: Date,
): Promise<NumberFound<GameRunnerRow>> => {
  const { uid, idnum } = caller
  const among = async (numbers: readonly Buffer[]) =>
    (await gameRunnersOf(db, raceid, undefined, numbers, now)).filter((row) => row.id === id)
  const mine = uid === null ? [] : await ownRegistrations(db, seal, uid, { raceid, limit: 100 }, now)
  const found = mine.length === 0 ? [] : await among(mine.map(({ idnum_ix }) => idnum_ix))
  if (found.length > 0 || idnum === undefined) return { found }
  return lookUpRows({ db, seal }, raceid, { ...caller, idnum }, now, among, ({ name }) => [name])
}

export const routes = [
  handle(posterBygame, async (context) => {
    const { input, raceid: raceOfCall, db, seal, now, lang, refuse } = context
    const raceid =
      input.raceid ?? raceOfCall ?? (input.gameid === undefined ? undefined : await raceOfId(db, 'game', input.gameid))
    if (raceid === undefined) return refuse('poster_of_whom')
    const race = (await readPublishedRace(db, raceid, now)) ?? refuse('race_not_found')
    const scoresBy = async (numbers: Buffer[]): Promise<Found[]> => {
      const [games, registrationids] = await Promise.all([
        gameRunnersOf(db, race.id, input.gameid, numbers, now),
        input.gameid === undefined ? registrationidsOf(db, race.id, numbers) : [],
      ])
      const results = input.gameid === undefined ? await resultsOf(db, race.id, { registrationids, numbers }, now) : []
      const found = [...games.map((game) => ({ game })), ...results.map((result) => ({ result }))]
      // The look-up has found a registered runner, who has no result yet. This look-up is no miss.
      return found.length > 0 ? found : registrationids.map(() => null)
    }
    const looked = await lookUpRows({ db, seal }, race.id, { ...input, asker: context }, now, scoresBy, (one) => [
      one === null ? null : 'game' in one ? one.game.name : one.result.name,
    ])
    if ('wait' in looked) return refuse('too_often', { retry_after: looked.wait })
    if ('refused' in looked) return refuse(looked.refused, looked.facts)
    return {
      data: await Promise.all(
        looked.found
          .flatMap((one) => one ?? [])
          .map((one) =>
            'game' in one
              ? ofGame(race, one.game, input.posterid)
              : ofResult(db, race, one.result, { posterid: input.posterid, now, lang }),
          ),
      ),
    }
  }),

  handle(posterReport, async (context) => {
    const { input, db, seal, now, lang, origin, who, refuse } = context
    const wait = reports.count(context, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const ofKey = raceOfKey(input.id)
    const key = ofKey === undefined ? undefined : input.id
    const id = key === undefined ? Number(input.id) : 0
    if (Number.isNaN(id)) return refuse('poster_not_found')
    const ofScore = ofKey ?? (await raceOfId(db, 'score', id))
    const raceid = ofScore ?? (await raceOfId(db, 'gamerunner', id))
    const race = raceid === undefined ? undefined : await readPublishedRace(db, raceid, now)
    if (ofScore !== undefined) {
      if (!race) return refuse('poster_not_found')
      const showing = { db, race, lang, now, posterid: input.posterid, origin }
      const shown = await reportOfResult(showing, key ?? id, who.uid)
      if (shown) return shown
      const runner = key === undefined ? undefined : await gameRunnerByKey(db, race.id, key, now)
      return runner ? reportOfGame(showing, runner) : refuse('poster_not_found')
    }
    // Existing and missing runners get the same refusal, so that trying ids tells nothing.
    const looked =
      race && (await gameRunnerAsked({ db, seal }, race.id, id, { ...input, asker: context, uid: who.uid }, now))
    if (looked && 'wait' in looked) return refuse('too_often', { retry_after: looked.wait })
    if (looked && 'refused' in looked) return refuse(looked.refused, looked.facts)
    const [runner] = looked?.found ?? []
    if (!race || !runner) return refuse(input.idnum === undefined ? 'poster_needs_number' : 'poster_not_found')
    return reportOfGame({ db, race, lang, now, posterid: input.posterid, origin }, runner)
  }),

  ...templateRoutes,
  ...consoleRoutes,
]
