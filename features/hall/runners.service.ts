import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { readEvent } from '#features/events/service.ts'
import { type GameRunnerRow, gameRunnerById, gameRunnerByKey } from '#features/lookups/service.ts'
import { eventOf } from '#features/posters/rules.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { officialByKey } from '#features/results/report/official.service.ts'
import { publicityOf } from '#features/results/report/publicity.rules.ts'
import { resultById, resultByKey } from '#features/results/service.ts'

/**
 * The public facts of a runner who may send pictures: a finisher of the race, or a runner of one of the race's games.
 */
export type HallRunner = {
  id: number
  game: boolean
  _key: string
  bib: string
  name: string | null
  eventid: number | null
  event: string | null
  time: string | null
  nettime: string | null
  place: number | null
  certificateid: number | null
}

const ofResult = (row: Awaited<ReturnType<typeof resultById>>): HallRunner | undefined =>
  row?.outcome === 'finished'
    ? {
        id: row.id,
        game: false,
        _key: row._key,
        bib: row.bib,
        name: row.name,
        eventid: row.eventid,
        event: null,
        time: row.time,
        nettime: row.nettime,
        place: row.place,
        certificateid: null,
      }
    : undefined
/**
 * Returns the runner of a game. A game has no outcomes, so a runner with a time or with a certificate of the game
 * counts as a finisher. Returns undefined for any other runner.
 */
const ofGame = (row: GameRunnerRow | undefined): HallRunner | undefined =>
  row && (row.time !== null || row.certificateid !== null)
    ? {
        id: row.id,
        game: true,
        _key: row._key,
        bib: row.bib,
        name: row.name || null,
        eventid: null,
        event: eventOf({ event: row.event, meta: row.meta as Record<string, string> }),
        time: row.time,
        nettime: row.nettime,
        place: null,
        certificateid: row.certificateid,
      }
    : undefined

export const runnerByKey = async (db: Db, raceid: number, key: string, now: Date): Promise<HallRunner | undefined> =>
  ofResult(await resultByKey(db, raceid, key, now)) ?? ofGame(await gameRunnerByKey(db, raceid, key, now))

/**
 * Finds the runner of a picture again, because the result may have been corrected or erased meanwhile, or the name
 * hidden. Returns undefined if the runner is no finisher any more.
 */
export const hallRunnerOf = async (
  db: Db,
  { raceid, resultid, game }: { raceid: number; resultid: number; game: boolean },
  now: Date,
): Promise<HallRunner | undefined> =>
  game ? ofGame(await gameRunnerById(db, raceid, resultid, now)) : ofResult(await resultById(db, raceid, resultid, now))

/**
 * Returns the event's name in the reader's language, or the name that the organiser of a game gave. Without a runner
 * the name is empty.
 */
export const eventNameIn = async (
  db: Db,
  lang: Lang,
  raceid: number,
  runner: HallRunner | undefined,
  now: Date,
): Promise<string> => {
  if (!runner || runner.eventid === null) return runner?.event ?? ''
  const event = await readEvent(db, raceid, runner.eventid, now)
  return event ? nameIn(lang, event.name, event.names) : ''
}

/** Tells whether the hall refuses a result because a rule replaces the result's certificate by a text and a code. */
export const isKeptOut = async (db: Db, raceid: number, key: string, now: Date): Promise<boolean> => {
  const race = await readRace(db, raceid, now)
  const settings = race && settingsOf(race)
  if (!settings?.report_rules || settings.cast_under_rule) return false
  const official = await officialByKey(db, raceid, key, now)
  if (!official) return false
  return publicityOf(settings.report_rules, official.row.eventid, official.report(true), now) !== null
}
