import { countAgesByYear } from '#features/registrations/signup/ages.service.ts'
import { rankAnew } from '#features/results/ranking/regrouping.service.ts'
import { nameIn } from '#contract/words.ts'
import { eventNow, eventsOf, lockEvent, readEvent, setEventRanking } from '#features/events/service.ts'
import { raceDayOf } from '#features/events/rules.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { areBands, areTeamRules, rankingOf } from '#features/results/rules.ts'
import { distancesOf, splitTitlesOf } from '#features/results/report/titles.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { deriveIn, holdTiming } from '../derive/derive.service.ts'
import { consoleTimingRank, consoleTimingRanking } from './ranking.contract.ts'

export const routes = [
  handle(consoleTimingRanking, async ({ input: { raceid }, db, now, lang }) => {
    const [race, events] = [await readRace(db, raceid, now), await eventsOf(db, raceid)]
    const race_swaps = race !== undefined && settingsOf(race).swap_split_titles
    return {
      items: events.map(({ id, name, names, ranking, settings }) => ({
        eventid: id,
        event: nameIn(lang, name, names),
        ranking: rankingOf(ranking),
        split_titles: splitTitlesOf(settings),
        points: [...distancesOf(settings)].map(([label, metres]) => ({ label, metres })),
        race_swaps,
      })),
    }
  }),

  handle(
    consoleTimingRank,
    async ({ input: { raceid, eventid, ranking, split_titles, points }, db, seal, now, who, refuse, save }) => {
      if (!areBands(ranking.age_bands)) return refuse('age_bands_wrong')
      if (!areTeamRules(ranking.teams)) return refuse('team_rules_wrong')
      const event = await readEvent(db, raceid, eventid, now, true)
      if (!event) return refuse('event_not_found')
      const race = await readRace(db, raceid, now)
      if (race && ranking.age_basis === 'calendar_year')
        await countAgesByYear({ db, seal }, raceid, eventid, raceDayOf(event, race))
      return save(async (tx) => {
        await holdTiming(tx, raceid)
        await lockEvent(tx, raceid, eventid)
        const before = (await eventNow(tx, raceid, eventid)) ?? refuse('event_not_found')
        await setEventRanking(tx, raceid, eventid, ranking, { split_titles, points }, now)
        const { moved } = await rankAnew(
          tx,
          { raceid, eventid, ranking },
          new Map(points.map(({ label, metres }) => [label, metres])),
          now,
        )
        // The call also derives a timed event again, because the clock of its ranks decides how long the ranks are
        // provisional.
        await deriveIn(tx, raceid, { eventids: [eventid] }, now)
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'ranking changed',
          target: `event ${eventid}`,
          before: { ranking: rankingOf(before.ranking), split_titles: splitTitlesOf(before.settings) },
          after: { ranking, split_titles, points },
        })
        return { moved }
      })
    },
  ),
]
