import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { houseOf } from '#db/limits.ts'
import { rateOf } from '#db/rates.ts'
import { certificateWith } from '#features/certificates/actions.ts'
import { readEvent } from '#features/events/actions.ts'
import { type GameRunnerRow, gameRunnerById, gameRunnersOf } from '#features/lookups/actions.ts'
import { readRace } from '#features/races/actions.ts'
import { isPublished, placeIn, skinsOf } from '#features/races/rules.ts'
import { type NumberFound, lookUpNumber, missesOf } from '#features/registrations/actions.ts'
import { type FoundResult, resultById, resultsOf } from '#features/results/actions.ts'
import { answer } from '#server/answer.ts'
import { posterBygame, posterReport } from './contract.ts'
import { eventOf } from './rules.ts'

/** Ids are numbers that can be counted up: nobody reads a whole race by them. */
const perHouse = rateOf(120, 60)

type Race = NonNullable<Awaited<ReturnType<typeof readRace>>>
const shownRace = async (db: Db, raceid: number, now: Date): Promise<Race | undefined> => {
  const race = await readRace(db, raceid, now)
  return race && isPublished(race, now) ? race : undefined
}
const ofGame = (race: Race, row: GameRunnerRow, posterid?: number) => {
  const meta = row.meta as Record<string, string>
  return {
    id: row.id, kind: 'game' as const, raceid: race.id, name: row.name, bib: row.bib, event: eventOf({ event: row.event, meta }), time: row.time, nettime: row.nettime, gender: row.gender as 'male' | 'female' | null, meta,
    poster: { gameid: row.gameid, html: '', bg: null, albumid: race.albumid }, posterid: posterid ?? row.posterid, certificateid: row.certificateid,
  }
}
const ofResult = async (db: Db, lang: Lang, race: Race, row: Pick<FoundResult, 'id' | 'eventid' | 'bib' | 'name' | 'time' | 'nettime'>, now: Date) => {
  const event = await readEvent(db, race.id, row.eventid, now)
  return {
    id: row.id, kind: 'result' as const, raceid: race.id, name: row.name, bib: row.bib, event: event ? nameIn(lang, event.name, event.names) : '', time: row.time, nettime: row.nettime, gender: null, meta: {},
    poster: { gameid: null, html: '', bg: null, albumid: race.albumid }, posterid: null, certificateid: null,
  }
}
type Found = { game: GameRunnerRow } | { result: FoundResult }

export const routes = [
  answer(posterBygame, async ({ input, raceid: asked, db, seal, now, lang, address, refuse }) => {
    const raceid = input.raceid ?? asked ?? (input.gameid === undefined ? undefined : await raceOfId(db, 'game', input.gameid))
    if (raceid === undefined) return refuse('poster_of_whom')
    const race = (await shownRace(db, raceid, now)) ?? refuse('race_not_found')
    const looked: NumberFound<Found> = await lookUpNumber({ db, seal }, race.id, { ...input, address }, now, async (numbers) => {
      const [misses, games, results] = await Promise.all([missesOf(db, address, now), gameRunnersOf(db, race.id, input.gameid, numbers, now), input.gameid === undefined ? resultsOf(db, race.id, { registrationids: [], numbers }, now) : []])
      return { misses, found: [...games.map((game) => ({ game })), ...results.map((result) => ({ result }))] }
    })
    if ('wait' in looked) return refuse('too_often', { retry_after: looked.wait })
    if ('refused' in looked) return refuse(looked.refused)
    return { data: await Promise.all(looked.found.map((one) => ('game' in one ? ofGame(race, one.game, input.posterid) : ofResult(db, lang, race, one.result, now)))) }
  }),

  answer(posterReport, async ({ input, db, now, lang, origin, address, refuse }) => {
    const wait = perHouse.count(houseOf(address), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const [ofScore, ofRunner] = await Promise.all([raceOfId(db, 'score', input.id), raceOfId(db, 'gamerunner', input.id)])
    const raceid = ofScore ?? ofRunner
    const race = raceid === undefined ? undefined : await shownRace(db, raceid, now)
    if (!race) return refuse('poster_not_found')
    const shown = { id: race.id, name: nameIn(lang, race.name, race.names), ...placeIn(lang, { city: race.city, names: race.names }), header: race.header, time: race.time, zone: race.zone, skins: skinsOf(race) }
    if (ofScore !== undefined) {
      const row = (await resultById(db, race.id, input.id, now)) ?? refuse('poster_not_found')
      return { ...(await ofResult(db, lang, race, row, now)), position: row.place, key: row._key, race: shown, certificate: null, more: [] }
    }
    const row = (await gameRunnerById(db, race.id, input.id, now)) ?? refuse('poster_not_found')
    const game = ofGame(race, row)
    const values = { ...game.meta, name: row.name, bib: row.bib, event: game.event, time: row.time ?? '', nettime: row.nettime ?? '', gender: row.gender === 'male' ? '男' : row.gender === 'female' ? '女' : '' }
    const certificate = row.certificateid === null ? null : await certificateWith(db, race, row.certificateid, values, `${origin}/score?type=poster&scoreid=${row.id}&raceid=${race.id}`, now)
    return { ...game, poster: { ...game.poster, html: certificate?.html ?? '', bg: certificate?.bg ?? null }, position: null, key: null, race: shown, certificate, more: Object.entries(game.meta) }
  }),
]
