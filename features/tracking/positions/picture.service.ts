/**
 * The picture of a race that its pages share: the place at which they show each runner and each public carrier. Each
 * process has one picture for each race, and updates it once a second while a page needs it.
 */
import type { Db } from '#db/db.ts'
import { hereOf } from '../field/expected.rules.ts'
import { predictableOf } from '../field/expected.service.ts'
import type { FieldRunner } from '../field/field.rules.ts'
import { type RaceRunners, fieldOf } from '../field/field.service.ts'
import {
  type Candidate,
  believe,
  chooseSpots,
  errorOf,
  firstBytes,
  isFarTooMuch,
  bytesLeft,
  dotAt,
  refilled,
} from './beliefs.rules.ts'
import { type Dot, type Dots, dotKey } from './dots.rules.ts'
import type { Frame, SentPassing, DotSpot } from './frame.rules.ts'
import { type EventLine, linesOf } from './lines.service.ts'
import { type LiveRace, type LiveTrack, caughtUp } from './live.service.ts'
import { FRESH_MS, nameOfCarrier, spotOfFix } from './spots.rules.ts'

/**
 * The number of steps after which the server estimates runners without a device again, and the number of steps within
 * which it sends every dot again.
 */
const SWEEP = 10
const AGAIN = 300
/** The least number of steps between two steps at which the picture takes over all changed spots at once. */
const WHOLE = 10
/**
 * The number of steps between taking over all changed spots and letting the pages load the whole picture. The server
 * keeps an answer for a second, and a cache in front keeps it for another second. Each later answer has the new dots.
 */
const TELL = 3
const GPS: readonly LiveTrack['row']['visibility'][] = ['race']

export type RacePicture = {
  dots: Dots
  /** The dots that have gone, with the second in which they went (`at`), for callers who poll. */
  left: Dots
  /** The runners, with the passings that were already sent. */
  sent: Map<string, FieldRunner>
  /** True while pages get the changes of the picture by the stream of this process. */
  followed: boolean
  step: number
  /** The last step at which the picture took over all changed spots at once. */
  whole: number
  bytes: number
  /** The moment of the last step, in milliseconds. */
  at: number
}
/** `anew` is true if pages have to load the whole picture again, because too many dots changed for one frame. */
export type PictureStep = { frame: Frame; passings: SentPassing[]; anew: boolean }
type Ground = { db: Db; field: RaceRunners; live: LiveRace; lines: Map<number, EventLine>; now: Date }

/** Tells whether everybody may see a track now: public with the race, under way, and with a fix. */
export const isPublicNow = ({ row, position }: LiveTrack): boolean =>
  GPS.includes(row.visibility) && row.erased_at === null && row.stopped_at === null && position !== null

/** The time for which everybody still sees the last place of a public track after its stop, in milliseconds. */
const SHOWN_AFTER_MS = 2 * 3_600_000
/** Tells whether everybody may see the last place of a track: public with the race, and not stopped long ago. */
export const isShownTrack = ({ row, position }: LiveTrack, now: Date): boolean =>
  GPS.includes(row.visibility) &&
  row.erased_at === null &&
  position !== null &&
  (row.stopped_at === null || now.getTime() - row.stopped_at.getTime() <= SHOWN_AFTER_MS)

/**
 * Finds, for each carrier, the public track with the newest fix. A track without a recent fix is left out. Two devices
 * of one bib are one dot.
 */
export const shownCarriers = (live: LiveRace, now: Date): Map<string, LiveTrack> => {
  const carriers = new Map<string, LiveTrack>()
  for (const track of live.tracks.values()) {
    if (!isPublicNow(track) || now.getTime() - track.position!.at > FRESH_MS) continue
    const key = dotKey({ eventid: track.row.eventid ?? 0, bib: nameOfCarrier(track.row) })
    const known = carriers.get(key)
    if (!known || known.position!.at < track.position!.at) carriers.set(key, track)
  }
  return carriers
}
/**
 * Finds the carriers that the picture shows by their devices. If a runner has finished or left the race, the result
 * decides where the picture shows the runner, because the device goes home with its runner.
 */
const carriersUnderWay = ({ live, field, now }: Pick<Ground, 'live' | 'field' | 'now'>): Map<string, LiveTrack> => {
  const carriers = shownCarriers(live, now)
  for (const key of carriers.keys())
    if ((field.byBib.get(key)?.outcome ?? 'running') !== 'running') carriers.delete(key)
  return carriers
}
export const spotOfTrack = (track: LiveTrack, lines: ReadonlyMap<number, EventLine>, now: Date): DotSpot =>
  spotOfFix(track.row, track.position!, track.speed ?? 0, {
    now: now.getTime(),
    metres: lines.get(track.row.eventid ?? -1)?.line.metres ?? null,
  })

/** Estimates a runner's place from mats only. A runner who dropped out, or has not started, has no dot. */
export const spotOfRunner = async (db: Db, field: RaceRunners, runner: FieldRunner): Promise<DotSpot> => {
  const of = await predictableOf(db, field, runner.eventid)
  const who = { bib: runner.bib, eventid: runner.eventid }
  const here = of && hereOf(of, field.timed.get(runner.eventid)!.points, runner, field.now)
  return here
    ? { ...who, what: 'along', by: here.by, metres: here.metres, speed: here.speed / 100 }
    : { ...who, what: 'gone', by: 'mat' }
}

const passingsOf = (known: FieldRunner | undefined, runner: FieldRunner): SentPassing[] =>
  runner.times.flatMap((ms, point) =>
    ms === null || known?.times[point] === ms ? [] : [{ eventid: runner.eventid, point, bib: runner.bib, ms }],
  )

const groundOf = async (db: Db, raceid: number, now: Date): Promise<Ground | undefined> => {
  const field = await fieldOf(db, raceid, now)
  if (!field) return undefined
  const lines = await linesOf(db, raceid, now)
  const live = await caughtUp(db, raceid, lines)
  return { db, field, live, lines, now }
}

/**
 * Collects the new passings, the spots that pages show at a wrong place, and the spots that pages should get again.
 */
const candidatesOf = async (
  picture: RacePicture,
  { db, field, live, lines, now }: Ground,
): Promise<{ candidates: Candidate[]; passings: SentPassing[] }> => {
  const [candidates, passings]: [Candidate[], SentPassing[]] = [[], []]
  const offer = (spot: DotSpot, again: boolean) => {
    const error = errorOf(picture.dots.get(dotKey(spot)), spot, now.getTime())
    if (error > 0 || (again && spot.what !== 'gone')) candidates.push({ spot, error })
  }
  const fresh = new Map<string, FieldRunner>()
  const carriers = carriersUnderWay({ live, field, now })
  let turn = 0
  for (const track of carriers.values()) offer(spotOfTrack(track, lines, now), ++turn % AGAIN === picture.step % AGAIN)
  for (const [key, runner] of field.byBib) {
    const known = picture.sent.get(key)
    const changed = known !== runner
    if (changed) {
      passings.push(...passingsOf(known, runner))
      fresh.set(key, runner)
    }
    turn += 1
    if (!carriers.has(key)) {
      if (!changed && turn % SWEEP !== picture.step % SWEEP) continue
      offer(await spotOfRunner(db, field, runner), turn % AGAIN === picture.step % AGAIN)
    }
  }
  for (const [key, { bib, eventid, by }] of picture.dots)
    if (!carriers.has(key) && !field.byBib.has(key)) offer({ bib, eventid, by, what: 'gone' }, false)
  // If a query above fails, the next step finds the same passings again.
  for (const [key, runner] of fresh) picture.sent.set(key, runner)
  for (const key of picture.sent.keys()) if (!field.byBib.has(key)) picture.sent.delete(key)
  return { candidates, passings }
}

/** Records which of these dots the picture has no more. */
const recordLeft = ({ dots, left }: RacePicture, known: Iterable<Pick<Dot, 'eventid' | 'bib'>>, at: number): void => {
  for (const { bib, eventid } of known) {
    const key = dotKey({ bib, eventid })
    if (!dots.has(key)) left.set(key, { bib, eventid, by: 'mat', what: 'gone', at })
  }
}
/**
 * The time in seconds by which two processes may differ. A process may show a dot that has already gone in the picture
 * of another process.
 */
const APART = 3
/** Lists the dots that went at a second or later, or shortly before, and did not come back. */
export const leftSince = ({ dots, left }: RacePicture, since: number): Dot[] =>
  [...left].flatMap(([key, dot]) => (dot.at >= since - APART && !dots.has(key) ? [dot] : []))

/** Fills the picture at once. No page follows the picture yet, so the stream sends nothing. */
const fill = async (picture: RacePicture, ground: Ground): Promise<void> => {
  const { db, field, lines, now } = ground
  const at = Math.floor(now.getTime() / 1000)
  picture.dots.clear()
  const carriers = carriersUnderWay(ground)
  for (const track of carriers.values()) believe(picture.dots, spotOfTrack(track, lines, now), at)
  for (const [key, runner] of field.byBib) {
    picture.sent.set(key, runner)
    if (!carriers.has(key)) believe(picture.dots, await spotOfRunner(db, field, runner), at)
  }
  picture.at = now.getTime()
}

const pictures = new WeakMap<Db, Map<number, Promise<RacePicture | undefined>>>()
const make = async (db: Db, raceid: number, now: Date, before?: RacePicture): Promise<RacePicture | undefined> => {
  const ground = await groundOf(db, raceid, now)
  if (!ground) return undefined
  const picture: RacePicture = {
    dots: new Map(),
    left: new Map(before?.left),
    sent: new Map(),
    followed: false,
    step: 0,
    whole: -WHOLE,
    bytes: firstBytes,
    at: 0,
  }
  await fill(picture, ground)
  // Another process may have shown any runner until now, so in the first picture all runners without a dot count as gone.
  recordLeft(picture, before?.dots.values() ?? ground.field.byBib.values(), Math.floor(now.getTime() / 1000))
  return picture
}
/** The age in milliseconds from which the server fills a picture again, if no page follows it. */
const OLD_MS = 2000
/**
 * Returns the picture of a published race. A picture that pages follow changes only by steps, because the pages get
 * only the changes of steps.
 */
export const pictureOf = async (db: Db, raceid: number, now: Date): Promise<RacePicture | undefined> => {
  let all = pictures.get(db)
  if (!all) pictures.set(db, (all = new Map()))
  const known = await all.get(raceid)
  if (known && (known.followed || Math.abs(now.getTime() - known.at) < OLD_MS)) return known
  const made = make(db, raceid, now, known)
  all.set(raceid, made)
  made.then(
    (picture) => picture ?? all.delete(raceid),
    () => all.delete(raceid),
  )
  return made
}

/** Updates the picture of a race and returns the changes for its pages. */
export const nextStep = async (db: Db, raceid: number, now: Date): Promise<PictureStep | undefined> => {
  const picture = await pictureOf(db, raceid, now)
  const ground = picture && (await groundOf(db, raceid, now))
  if (!ground) return undefined
  const at = Math.floor(now.getTime() / 1000)
  picture.step += 1
  picture.bytes = refilled(picture.bytes)
  const { candidates, passings } = await candidatesOf(picture, ground)
  picture.at = now.getTime()
  const before = candidates.flatMap(({ spot }) => picture.dots.get(dotKey(spot)) ?? [])
  if (picture.step - picture.whole >= WHOLE && isFarTooMuch(candidates)) {
    picture.whole = picture.step
    for (const { spot } of candidates) believe(picture.dots, spot, at)
  }
  const anew = picture.step - picture.whole === TELL
  const spots = picture.whole === picture.step ? [] : chooseSpots(picture.dots, candidates, picture.bytes, at)
  picture.bytes = bytesLeft(picture.bytes, spots)
  recordLeft(picture, before, at)
  return { frame: { at, spots }, passings, anew }
}

/** Returns the whole picture, or the changes since a second with the dots that have gone, as one frame. */
export const frameOf = (picture: RacePicture, since: number | undefined): Frame => {
  const at = Math.floor(picture.at / 1000)
  if (since === undefined) return { at, spots: [...picture.dots.values()].map((dot) => dotAt(dot, at)) }
  const changed = [...picture.dots.values()].filter((dot) => dot.at >= since)
  return { at, spots: [...leftSince(picture, since), ...changed].map((dot) => dotAt(dot, at)) }
}
