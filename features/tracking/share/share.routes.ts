import { rateOf } from '#db/limits/rates.ts'
import { type Limit, countTries } from '#db/limits/limits.ts'
import { tokenHash } from '#db/sessions.ts'
import { isFit } from '#contract/fit.ts'
import { nameIn } from '#contract/words.ts'
import { eventsOf } from '#features/events/service.ts'
import { unfitWordsOf } from '#features/feed/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { type SentFix, fixFrom, fixMomentIn, numberWithin } from '../intake/fix.rules.ts'
import { takeFixes } from '../intake/intake.service.ts'
import { fillingOf, readTrackFile } from './file.rules.ts'
import { gpxOf, routeLength, thinnedTo } from './route.rules.ts'
import {
  appLiveBroadcast,
  appLiveCreate,
  appLiveHistory,
  appLivePoint,
  appLivePos,
  appLivePublish,
  appLiveQuery,
  appLiveRoute,
  appLiveSaveroute,
  appRunnerSavePos,
  liveSaveroute,
  runnerSavePos,
} from './share.contract.ts'
import { presentCheer, presentRun } from './present.service.ts'
import { isOwnRun, maySee, wasShared } from './share.rules.ts'
import { changeRun, runEntriesOf, fillRun, keepRoute, openRun, routeOf } from './share.service.ts'
import {
  type ShareRow,
  findByLink,
  findByToken,
  findKeptRoute,
  findNewest,
  findPublic,
  findShare,
  insertCheer,
  listCheers,
  listFixes,
  listShares,
} from './share.store.ts'
import { SHARE_CONSENT_VERSION, shareConsent } from './share.words.ts'

/** The limit on the fixes of a run. After an hour without network, a phone sends all fixes of that hour. */
const perRun = rateOf(6000, 60)
/** Thousands of spectators may share an address, so each browser with our cookie has an allowance of its own. */
const cheers = allowanceOf({ own: 60, network: 600 }, 3600, 'cheers')
const cheersOfRun: Limit = { kind: 'cheers of a run', max: 600, seconds: 3600 }

type Named = { raceid: number; id?: number | undefined; link?: string | undefined }
/** Finds the run that a call names, or else the caller's newest run. Undefined if the caller may not see the run. */
const seenRun = async (
  { db, who, now }: Pick<Context<typeof appLivePoint>, 'db' | 'who' | 'now'>,
  { raceid, id, link }: Named,
): Promise<ShareRow | undefined> => {
  const run = await (link !== undefined
    ? findByLink(db, raceid, tokenHash(link))
    : id !== undefined
      ? findShare(db, raceid, id)
      : who.uid === null
        ? undefined
        : findNewest(db, raceid, who.uid))
  const asker = { uid: who.uid, hasLink: link !== undefined, raceShown: true }
  return run && maySee(run, asker, now.getTime()) ? run : undefined
}
const ownRun = async (
  { db, who }: Pick<Context<typeof appLivePoint>, 'db' | 'who'>,
  raceid: number,
  id: number,
): Promise<ShareRow | undefined> => {
  const run = await findShare(db, raceid, id)
  return run && isOwnRun(run, who.uid) ? run : undefined
}

const readFix = (given: Record<string, unknown>, now: number): SentFix =>
  fixFrom({
    at: fixMomentIn(given.at, now),
    lat: given.lat,
    lon: given.lon,
    accuracy: given.accuracy,
    altitude: given.altitude,
    speed: numberWithin(given.speed, 0, 1000),
    heading: given.heading,
    battery: numberWithin(given.battery, 0, 100),
    sos: given.sos === true,
  })

const takePositions = async ({
  input,
  db,
  now,
  who,
  refuse,
}: Pick<Context<typeof appLivePos>, 'input' | 'db' | 'now' | 'who' | 'refuse'>) => {
  const { raceid, id: asked, token } = input
  const found =
    token !== undefined
      ? await findByToken(db, raceid, tokenHash(token))
      : await seenRun({ db, who, now }, { raceid, id: asked })
  const run = found && (token !== undefined || isOwnRun(found, who.uid)) ? found : refuse('run_not_found')
  const wait = perRun.count(`${raceid} ${run.id}`, now, Math.max(1, input.fixes.length))
  if (wait > 0) return refuse('too_often', { retry_after: wait })
  const fixes = input.fixes.map((one) => readFix(one, now.getTime()))
  const answer = { now, stopped_by: run.stopped_by }
  if (run.stopped_at === null) {
    const { id, eventid, clock_s } = run
    const track = { token_hash: Buffer.alloc(0), raceid, id, kind: 'runner' as const }
    const device = { ...track, eventid, clock_s, takes_from: null }
    const { taken, known, refused } = await takeFixes(db, { device, fixes, refused: [], now })
    const reasons = [...Map.groupBy(refused, (reason) => reason)]
    return { ...answer, taken, known, refused: reasons.map(([reason, all]) => ({ reason, times: all.length })) }
  }
  const timed = fixes.map((fix) => ({ ...fix, at: fix.at - run.clock_s * 1000 }))
  const late = timed.filter(({ at }) => wasShared(run, at))
  const taken = run.erased_at === null ? await fillRun(db, run, late, now) : 0
  const times = fixes.length - late.length
  return { ...answer, taken, known: late.length - taken, refused: times > 0 ? [{ reason: 'stopped', times }] : [] }
}

/** The limit on the files of one account. The server needs about a second to read and match a large file. */
const filesOfAccount: Limit = { kind: 'track files', max: 20, seconds: 3600 }
/** If the call has a file, fills the gaps of the caller's run from the file. Then keeps the route. */
const saveRoute = async ({
  input,
  files,
  refuse,
  ...asking
}: Pick<Context<typeof appLiveSaveroute>, 'input' | 'files' | 'db' | 'now' | 'who' | 'lang' | 'refuse'>) => {
  const { db, now } = asking
  const run = (await ownRun(asking, input.raceid, input.id)) ?? refuse('run_not_found')
  const filled = { added: 0, known: 0 }
  const [file] = files
  if (file) {
    if (run.erased_at !== null) refuse('run_not_found')
    const wait = await countTries(db, [[filesOfAccount, String(run.uid)]], now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const read = await readTrackFile(file.bytes)
    if ('fault' in read) return refuse(read.fault)
    const known = await listFixes(db, run.raceid, run.id, new Date(0), 130_000)
    const span = { from: run.created_at.getTime() - 60_000, to: (run.stopped_at ?? now).getTime() }
    const filling =
      fillingOf(
        read.points,
        known.map(({ at }) => at.getTime()),
        span,
      ) ?? refuse('track_file_other_day')
    const fixes = filling.points.map(([at, lat, lon, altitude]) => fixFrom({ at, lat, lon, altitude }))
    filled.added = await fillRun(db, run, fixes, now)
    filled.known = filling.known + fixes.length - filled.added
  }
  const metres = (await db.transaction().execute((tx) => keepRoute(tx, run, now))) ?? refuse('route_empty')
  return { run: await presentRun(asking, (await findShare(db, run.raceid, run.id))!), metres, ...filled }
}

export const routes = [
  handle(appLiveCreate, async ({ input, refuse, ...asking }) => {
    const { db, now, who } = asking
    const { raceid, visibility, cheers } = input
    const race = (await readPublishedRace(db, raceid, now)) ?? refuse('race_not_found')
    const mine = await runEntriesOf(db, race, who.uid!, now)
    const { entry, why } = mine.find((one) => one.entry._key === input.id) ?? refuse('share_needs_entry')
    if (why) refuse(why)
    if (input.consent !== SHARE_CONSENT_VERSION) refuse('consent_outdated')
    const { id, ...secrets } = await db
      .transaction()
      .execute((tx) => openRun(tx, raceid, { entry, uid: who.uid!, visibility, cheers }, now))
    return { run: await presentRun(asking, (await findShare(db, raceid, id))!), ...secrets }
  }),
  handle(appLivePublish, async ({ input, refuse, ...asking }) => {
    const { db, now } = asking
    const { raceid, id, change } = input
    const run = (await ownRun(asking, raceid, id)) ?? refuse('run_not_found')
    const ended = change === 'show' || change === 'cheers' || change === 'link' || change === 'token'
    if (ended && run.stopped_at !== null) refuse('run_stopped')
    const secrets = await db
      .transaction()
      .execute((tx) =>
        changeRun(
          tx,
          run,
          change === 'show'
            ? { change, visibility: input.visibility ?? 'link' }
            : change === 'cheers'
              ? { change, cheers: input.cheers ?? false }
              : { change },
          now,
        ),
      )
    const after = await findShare(db, raceid, id)
    return { run: after ? await presentRun(asking, after) : null, ...secrets }
  }),
  handle(appLiveQuery, async ({ input, refuse, say, ...asking }) => {
    const { db, now, who, lang } = asking
    const race = (await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const run = await seenRun(asking, input)
    const named = input.link !== undefined || input.id !== undefined
    if (named && !run) refuse('run_not_found')
    const mine = who.uid === null || named ? [] : await runEntriesOf(db, race, who.uid, now)
    return {
      now,
      run: run ? await presentRun(asking, run) : null,
      own: run !== undefined && isOwnRun(run, who.uid),
      cheers: run ? (await listCheers(db, run.raceid, run.id)).map(presentCheer) : [],
      consent: { version: SHARE_CONSENT_VERSION, title: say(shareConsent.title), body: say(shareConsent.body) },
      entries: mine.map(({ entry, event, why }) => ({
        _key: entry._key,
        eventid: entry.eventid,
        event: event ? nameIn(lang, event.name, event.names) : '',
        bib: entry.bib,
        why: why ?? null,
      })),
    }
  }),
  handle(appLivePoint, async ({ input, refuse, ...asking }) => {
    const { db, now } = asking
    if (!(await readPublishedRace(db, input.raceid, now))) refuse('race_not_found')
    const run = (await seenRun(asking, input)) ?? refuse('run_not_found')
    const rows = await listFixes(db, run.raceid, run.id, new Date(Math.min(input.since, 8.64e15)), 2000)
    return {
      points: rows.map(({ at, lat, lon, altitude, along }): [number, number, number, number | null, number | null] => [
        at.getTime(),
        lat / 1e6,
        lon / 1e6,
        altitude,
        along,
      ]),
      since: rows.at(-1)?.at.getTime() ?? input.since,
    }
  }),
  handle(appLiveRoute, async ({ input, refuse, ...asking }) => {
    const { db, now, who, lang } = asking
    const race = (await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const run = (await seenRun(asking, input)) ?? refuse('run_not_found')
    const points = await routeOf(db, run)
    const event = (await eventsOf(db, race.id)).find(({ id }) => id === run.eventid)
    const name = [nameIn(lang, race.name, race.names), event ? nameIn(lang, event.name, event.names) : '']
    const kept = run.kept ? await findKeptRoute(db, run.raceid, run.id) : undefined
    return {
      line: thinnedTo(points, 1500).map(([, lat, lon]): [number, number] => [lat, lon]),
      metres: routeLength(points),
      started_at: kept?.started_at ?? run.started_at,
      stopped_at: run.stopped_at,
      kept: run.kept,
      gpx: input.gpx && isOwnRun(run, who.uid) ? gpxOf(name.filter((part) => part !== '').join(' '), points) : null,
    }
  }),
  handle(appLiveHistory, async ({ input, ...asking }) => {
    const rows = await listShares(asking.db, asking.who.uid!, input.raceid)
    return { items: await Promise.all(rows.map((row) => presentRun(asking, row))) }
  }),
  handle(appLivePos, takePositions),
  handle(appRunnerSavePos, takePositions),
  handle(runnerSavePos, takePositions),
  handle(appLiveBroadcast, async ({ input, address, refuse, ...asking }) => {
    const { db, now } = asking
    const { raceid, link, bib, eventid, text, from } = input
    if (!(await readPublishedRace(db, raceid, now))) refuse('race_not_found')
    const run =
      (link !== undefined
        ? await seenRun(asking, { raceid, link })
        : bib === undefined
          ? undefined
          : await findPublic(db, raceid, bib, eventid)) ?? refuse('run_not_found')
    if (run.stopped_at !== null) refuse('run_stopped')
    if (!run.cheers) refuse('cheers_off')
    const unfit = await unfitWordsOf(db, raceid)
    if (!isFit(text, unfit) || (from !== undefined && !isFit(from, unfit))) refuse('cheer_unfit')
    const { who, device } = asking
    const wait =
      cheers.count({ address, who, device }, now) || (await countTries(db, [[cheersOfRun, `${raceid} ${run.id}`]], now))
    if (wait > 0) refuse('too_often', { retry_after: wait })
    return { cheer: presentCheer(await insertCheer(db, raceid, run.id, { text, sender: from ?? null }, now)) }
  }),
  handle(appLiveSaveroute, saveRoute),
  handle(liveSaveroute, saveRoute),
]
