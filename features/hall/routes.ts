import { raceOfKey, addressedId } from '#contract/key.ts'
import type { Db } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import { certificateOf } from '#features/certificates/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { handle, raw } from '#seam/server/handle.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import { type JobKind, hallAction, hallCommand, hallCurrent, hallFetch, hallPrint } from './contract.ts'
import { followHall } from './live.service.ts'
import { presentJob, presentView } from './present.service.ts'
import { type WhyNotQueued, bringOn, hallFile, keepPicture, queueUp, queued, reportJob } from './queue.service.ts'
import { hallOf, isHallOpenNow, isStationPresent, underWay } from './rules.ts'
import { isKeptOut, runnerByKey } from './runners.service.ts'
import {
  type HallStationRow,
  findHall,
  findInHand,
  findStationByKey,
  listNext,
  listOfResult,
  listStations,
  lockHall,
  lockJob,
  moveJob,
  stateOfPicture,
  notifyHall,
  updateStation,
  used,
} from './store.ts'

/** The limit on sent pictures. A whole hall shares one address, and each runner there sends a few pictures. */
const handed = allowanceOf({ own: 30, network: 120 }, 60)
/** The limit on questions of waiting phones, which ask every few seconds. */
const waited = allowanceOf({ own: 600, network: 20_000 }, 60)
const SEEN_MS = 15_000

/**
 * Finds the station of a key, and now and then records that the station is online. Returns undefined if no station has
 * the key.
 */
const stationOf = async (db: Db, key: string, now: Date): Promise<HallStationRow | undefined> => {
  const raceid = raceOfKey(key)
  const station = raceid === undefined ? undefined : await findStationByKey(db, raceid, tokenHash(key))
  if (!station || (station.seen_at !== null && now.getTime() - station.seen_at.getTime() <= SEEN_MS)) return station
  // Phones may wait for an offline station, so the server reports that the station is back.
  if (isStationPresent(station, now)) await updateStation(db, station.raceid, station.id, { seen_at: now })
  else
    await db.transaction().execute(async (tx) => {
      await updateStation(tx, station.raceid, station.id, { seen_at: now })
      await notifyHall(tx, station.raceid)
    })
  return station
}

const hand = (endpoint: typeof hallCommand | typeof hallPrint, kind: JobKind) =>
  handle(endpoint, async ({ input, db, integrations, address, now, refuse, save, who, device }) => {
    const raceid = raceOfKey(input.key)!
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const wait = handed.count({ address, who, device }, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    if (!isHallOpenNow(hallOf(await findHall(db, raceid)), now)) return refuse('hall_closed')
    const runner = (await runnerByKey(db, raceid, input.key, now)) ?? refuse('hall_not_finished')
    if (await isKeptOut(db, raceid, input.key, now)) return refuse('hall_under_rule')
    const certificateid = runner.game ? (runner.certificateid ?? 0) : input.certificateid
    if (
      input.file === undefined &&
      !(await certificateOf(db, { raceid, eventid: runner.eventid ?? 0, certificateid, now }))
    )
      return refuse('certificate_not_found')
    const kept = input.file === undefined ? undefined : await keepPicture({ db, integrations }, raceid, input.file)
    if (typeof kept === 'string') return refuse(kept)
    const picture = kept ?? null
    try {
      return await save(async (tx) => {
        const job = await queueUp(tx, { raceid, client: input.client, kind, runner, certificateid, picture }, now)
        return typeof job === 'string'
          ? refuse(job satisfies WhyNotQueued)
          : { id: job.id, kind, state: job.state as 'held' | 'waiting', before: 0 }
      }).then(async (made) => ({ ...made, ...(await ownOf(db, raceid, runner.id, made.id)) }))
    } catch (error) {
      if (picture !== null) await integrations.files.remove(hallFile(raceid, picture.name))
      throw error
    }
  })
const ownOf = async (db: Db, raceid: number, resultid: number, id: number) => {
  const own = (await listOfResult(db, raceid, resultid)).find((one) => one.id === id)
  return own ? queued(db, raceid, own) : {}
}

const cast = hand(hallCommand, 'cast')
/** Withdraws a runner's own picture that waits or is held. */
const withdraw = handle(hallCommand, async ({ input, db, now, refuse, save }) => {
  const raceid = raceOfKey(input.key)!
  const result = (await runnerByKey(db, raceid, input.key, now)) ?? refuse('hall_not_finished')
  const { id } = input
  if (id === undefined) return refuse('hall_job_unknown')
  return save(async (tx) => {
    await lockHall(tx, raceid)
    const job = await lockJob(tx, raceid, id)
    if (job?.resultid !== result.id || !['held', 'waiting'].includes(job.state)) return refuse('hall_job_unknown')
    const named = (await listStations(tx, raceid)).some(({ code }) => code === input.client)
    if (!named) return refuse('hall_client_unknown')
    await moveJob(tx, raceid, id, { state: 'withdrawn', state_at: now })
    await notifyHall(tx, raceid)
    return { id, kind: job.kind as JobKind, state: 'withdrawn' as const, before: 0 }
  })
})

export const routes = [
  {
    endpoint: hallCommand,
    handle: (...given: Parameters<typeof cast.handle>) =>
      ((given[1].body.command ?? 'cast') === 'withdraw' ? withdraw : cast).handle(...given),
  },
  hand(hallPrint, 'print'),

  handle(hallFetch, async ({ input, db, now, lang, refuse, meet }) => {
    const station = (await stationOf(db, input.station, now)) ?? refuse('hall_station_unknown')
    // Only staff give out the key of a station, so the server treats the browser of the station as known. The phones of
    // the hall then cannot use up the live connections of this browser.
    meet()
    return presentView(db, lang, station, now)
  }),

  handle(hallAction, async ({ input: { station: key, action, id }, db, now, lang, refuse }) => {
    const station = (await stationOf(db, key, now)) ?? refuse('hall_station_unknown')
    if (action === 'next' || action === 'take') {
      if ((action === 'next') !== (station.kind === 'screen')) return refuse('hall_wrong_station')
      await bringOn(db, station, id ?? 0, now)
    } else {
      if (id === undefined) return refuse('hall_job_unknown')
      const said = await reportJob(db, station, id, action, now)
      if (said === 'unknown') return refuse('hall_job_unknown')
      if (said === 'elsewhere') return refuse('hall_wrong_station')
    }
    return presentView(db, lang, station, now)
  }),

  handle(hallCurrent, async (context) => {
    const { input, db, now, lang, refuse } = context
    const { raceid, client, key } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const wait = waited.count(context, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const [hall, stations] = await Promise.all([findHall(db, raceid), listStations(db, raceid)])
    const settings = hallOf(hall)
    const named =
      client === undefined ? undefined : (stations.find(({ code }) => code === client) ?? refuse('hall_client_unknown'))
    const screens = stations.filter((one) => one.kind === 'screen' && isStationPresent(one, now))
    const screen = named?.kind === 'screen' ? (isStationPresent(named, now) ? named : undefined) : screens[0]
    const [current, next] = screen
      ? await Promise.all([findInHand(db, raceid, screen.id), listNext(db, raceid, 'cast', screen.id, 5)])
      : [undefined, []]
    const who = async (job: NonNullable<typeof current>) => ({
      bib: job.bib,
      name: (await presentJob(db, lang, job, now)).name,
    })
    const result = key === undefined || raceOfKey(key) !== raceid ? undefined : await runnerByKey(db, raceid, key, now)
    const own = result ? await listOfResult(db, raceid, result.id) : []
    const inLine = own.filter((one) => (underWay as readonly string[]).includes(one.state))
    return {
      open: isHallOpenNow(settings, now),
      from: settings.open && settings.from && new Date(settings.from) > now ? new Date(settings.from) : null,
      until: settings.until ? new Date(settings.until) : null,
      photos: settings.photos,
      casts_left: result ? Math.max(0, settings.casts_most - used(own, 'cast')) : null,
      prints_left: result ? Math.max(0, settings.prints_most - used(own, 'print')) : null,
      screen: screen ? { id: screen.id, name: screen.name } : null,
      printers: stations.filter((one) => one.kind === 'printer' && isStationPresent(one, now)).length,
      current: current ? await who(current) : null,
      next: await Promise.all(next.map(who)),
      mine: await Promise.all(
        [...inLine, ...own.filter((one) => ['shown', 'done'].includes(one.state)).slice(-2)].map((one) =>
          queued(db, raceid, one),
        ),
      ),
    }
  }),
  ...consoleRoutes,
]

export const rawRoutes = [
  raw(
    'GET',
    '/hall/live',
    "Server-sent events of a race's hall (`raceid`): `hall` whenever a line, a screen or the settings moved. What moved, each asks for itself by /hall/fetch or /hall/current. A comment every 15 s keeps the line open.",
    followHall,
  ),
  raw(
    'GET',
    '/hall/pictures/:raceid/:name',
    'Returns a picture that a phone handed in, while the picture waits or is shown. No cache may keep the picture, ' +
      'so a picture that staff take away disappears at once.',
    async ({ integrations, db }, request, reply) => {
      const { raceid: race, name } = request.params as { raceid: string; name: string }
      const raceid = addressedId(race)
      const known = raceid !== undefined && /^[0-9a-f]{32}\.(jpg|png)$/.test(name)
      const state = known ? await stateOfPicture(db, raceid, name) : undefined
      const bytes =
        state !== undefined && state !== 'withdrawn' && state !== 'removed'
          ? await integrations.files.read(hallFile(raceid!, name))
          : undefined
      if (!bytes) return reply.code(404).header('cache-control', 'no-store').send()
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-robots-tag', 'noindex')
        .type(name.endsWith('png') ? 'image/png' : 'image/jpeg')
        .send(bytes)
    },
  ),
]
