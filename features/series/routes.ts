import { nameIn } from '#contract/words.ts'
import { metresOf } from '#features/events/rules.ts'
import { grantInvitation } from '#features/invitations/service.ts'
import { logChange } from '#features/staff/service.ts'
import { workbookOf } from '#integrations/archives/workbook.ts'
import { handle } from '#seam/server/handle.ts'
import { genders } from '#features/results/rules.ts'
import {
  consoleSeriesFile,
  consoleSeriesList,
  consoleSeriesNumbers,
  consoleSeriesPlaces,
  consoleSeriesSave,
  consoleSeriesStandings,
  seriesList,
  seriesMine,
  seriesShow,
} from './contract.ts'
import { bestsOf, rankClubs, rankSeries } from './rank.rules.ts'
import { joiningRoutes } from './joining/joining.routes.ts'
import { countWaitingJoins } from './joining/joining.store.ts'
import { joinsOf } from './joining/joining.service.ts'
import { sheetOfStandings, standingsOf } from './standings.service.ts'
import { finishesOf, hiddenIn, keyOfEvent, presentSeries, resultSecondsOf, withPlaces, writeSeries } from './service.ts'
import {
  findSeries,
  insertNumbers,
  insertPlace,
  listChoices,
  listEvents,
  listNumbers,
  listOwn,
  listOwnPlaces,
  listPlaces,
  listSeries,
  lockSeries,
  type SeriesRow,
} from './store.ts'

const mostShown = 200
const isShown = ({ published_at }: SeriesRow, now: Date): boolean => published_at !== null && published_at <= now
const personOf = ({ uid, name }: { uid: number; name: string }): string => `${uid} ${name}`

export const routes = [
  ...joiningRoutes,
  handle(seriesList, async ({ db, now, lang }) => {
    const events = await listEvents(db, null, now)
    return {
      items: (await listSeries(db)).filter((one) => isShown(one, now)).map((one) => presentSeries(one, events, lang)),
    }
  }),
  handle(seriesShow, async ({ input, db, now, lang, refuse }) => {
    const series = await findSeries(db, input.id)
    if (!series || !isShown(series, now)) return refuse('series_not_found')
    const events = await listEvents(db, series.id, now)
    const finishes = await finishesOf(db, events)
    const hidden = hiddenIn(finishes)
    const numbers = new Map((await listNumbers(db, series.id)).map((one) => [personOf(one), one.number]))
    const ranked = rankSeries(series, finishes, input.gender)
    const shownName = (row: { uid: number; name: string }) => (hidden.has(personOf(row)) ? null : row.name)
    const hiddenNames = new Set(finishes.flatMap((one) => (hidden.has(personOf(one)) ? [one.name] : [])))
    return {
      series: presentSeries(series, events, lang),
      genders: genders.filter((one) => finishes.some(({ gender }) => gender === one)),
      total: ranked.length,
      items: ranked.slice(0, mostShown).map((row) => ({
        ...row,
        name: shownName(row),
        number: numbers.get(personOf(row)) ?? null,
      })),
      clubs: rankClubs(series, finishes).map((club) => ({
        ...club,
        runners: club.runners.map((one) => ({ ...one, name: hiddenNames.has(one.name) ? null : one.name })),
      })),
    }
  }),
  handle(seriesMine, async ({ db, now, who, lang }) => {
    const uid = who.uid!
    const own = await withPlaces(db, await listOwn(db, uid, now), ({ clock }) => clock)
    const timed = own.map((one) => ({ ...one, metres: metresOf(one), seconds: resultSecondsOf(one, one) }))
    // One account may enter several people, and each person has separate best times.
    const best = new Set<(typeof timed)[number]>()
    for (const name of new Set(timed.map((one) => one.name))) {
      const theirs = timed.filter((one) => one.name === name)
      for (const at of bestsOf(theirs)) best.add(theirs[at]!)
    }
    const standings = []
    const shown = (await listSeries(db)).filter((one) => isShown(one, now))
    const everyEvent = await listEvents(db, null, now)
    for (const series of shown) {
      const events = everyEvent.filter(({ seriesid }) => seriesid === series.id)
      if (!own.some((one) => events.some((event) => keyOfEvent(event) === keyOfEvent(one)))) continue
      const finishes = await finishesOf(db, events)
      const numbers = new Map((await listNumbers(db, series.id)).map((one) => [personOf(one), one.number]))
      for (const row of genders.flatMap((gender) => rankSeries(series, finishes, gender)))
        if (row.uid === uid)
          standings.push({
            ...row,
            id: series.id,
            series: nameIn(lang, series.name, series.names),
            number: numbers.get(personOf(row)) ?? null,
          })
    }
    return {
      results: timed.map((one) => ({
        ...one,
        race: nameIn(lang, one.race, one.race_names),
        event: nameIn(lang, one.event, one.event_names),
        best: best.has(one),
      })),
      series: standings,
      places: (await listOwnPlaces(db, uid)).map((one) => ({ ...one, race: nameIn(lang, one.race, one.race_names) })),
      ...(await joinsOf(db, uid, { shown, events: everyEvent, lang, now })),
    }
  }),
  handle(consoleSeriesList, async ({ db, now, lang }) => {
    const events = await listEvents(db, null, now)
    const waiting = await countWaitingJoins(db)
    return {
      items: (await listSeries(db)).map((one) => ({
        ...presentSeries(one, events, lang),
        name: one.name,
        description: one.description,
        waiting: waiting.get(one.id) ?? 0,
      })),
      events: await listChoices(db),
    }
  }),
  handle(consoleSeriesSave, async ({ input, now, who, refuse, save, db }) => {
    const { id, published, events, updated_at, ...rest } = input
    const known = new Set((await listChoices(db)).map(keyOfEvent))
    if (events.some((one) => !known.has(keyOfEvent(one)))) refuse('series_event_unknown')
    return save(async (tx) => {
      const before = id === undefined ? undefined : ((await lockSeries(tx, id)) ?? refuse('series_not_found'))
      if (before && updated_at !== undefined && before.updated_at.toISOString() !== updated_at)
        return refuse('series_changed_meanwhile')
      const published_at = published ? (before?.published_at ?? now) : null
      const row = await writeSeries(tx, { ...rest, id, published_at, events }, now)
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: before ? 'series changed' : 'series written',
        target: `series ${row.id}`,
        before,
        after: { ...row, events },
      })
      return { id: row.id }
    })
  }),
  handle(consoleSeriesStandings, async ({ input: { id }, db, now, lang, refuse }) => {
    const series = (await findSeries(db, id)) ?? refuse('series_not_found')
    return standingsOf(db, series, lang, now)
  }),
  handle(consoleSeriesFile, async ({ input: { id }, db, now, lang, refuse }) => {
    const series = (await findSeries(db, id)) ?? refuse('series_not_found')
    const filename = `${nameIn(lang, series.name, series.names)}.xlsx`
    const book = workbookOf(sheetOfStandings(await standingsOf(db, series, lang, now), lang), now)
    return { filename, content: Buffer.concat(await Array.fromAsync(book)).toString('base64') }
  }),
  handle(consoleSeriesNumbers, async ({ input, db, now, who, refuse, save }) => {
    const series = (await findSeries(db, input.id)) ?? refuse('series_not_found')
    const finishes = await finishesOf(db, await listEvents(db, series.id, now))
    const ranked = genders.flatMap((gender) => rankSeries(series, finishes, gender))
    return save(async (tx) => {
      if (!(await lockSeries(tx, series.id))) refuse('series_not_found')
      const taken = await listNumbers(tx, series.id)
      const have = new Set(taken.map(personOf))
      const used = new Set(taken.map(({ number }) => number))
      let next = input.from
      const given = ranked
        .filter((row) => !have.has(personOf(row)))
        .map(({ uid, name }) => {
          while (used.has(next)) next++
          used.add(next)
          return { uid, name, number: next }
        })
      await insertNumbers(tx, series.id, given, now)
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'series numbers given',
        target: `series ${series.id}`,
        after: { given: given.length, from: input.from },
      })
      return { given: given.length }
    })
  }),
  handle(consoleSeriesPlaces, async ({ input, db, now, who, refuse, save }) => {
    const { id, raceid, eventid, first } = input
    const series = (await findSeries(db, id)) ?? refuse('series_not_found')
    if (!(await listChoices(db)).some((one) => keyOfEvent(one) === keyOfEvent(input))) refuse('series_event_unknown')
    const finishes = await finishesOf(db, await listEvents(db, id, now))
    const earned = genders.flatMap((gender) => rankSeries(series, finishes, gender).filter(({ rank }) => rank <= first))
    return save(async (tx) => {
      if (!(await lockSeries(tx, id))) refuse('series_not_found')
      const have = new Set((await listPlaces(tx, id, raceid)).map(personOf))
      const fresh = earned.filter((row) => !have.has(personOf(row)))
      for (const { uid, name, rank } of fresh) {
        const label = `${series.name} · ${rank}`.slice(0, 60)
        const granted = { label, eventid, uses: 1, expires_at: null, price: null, direct: true, holder: null }
        const { id: inviteid, code } = await grantInvitation(tx, raceid, granted, now)
        await insertPlace(tx, { raceid, seriesid: id, uid, name, inviteid, code }, now)
      }
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'series places given',
        target: `series ${id}`,
        after: { given: fresh.length, first, event: eventid },
      })
      return { given: fresh.length, kept: earned.length - fresh.length }
    })
  }),
]
