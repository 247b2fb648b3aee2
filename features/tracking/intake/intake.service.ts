/** Takes fixes of devices: the fixes of many requests are one transaction, and the answers go out after its commit. */
import { type CopyBinary, copyTransaction } from '#db/copying/copying.ts'
import type { Db, Tx } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { measuredBatch } from '#db/measures.ts'
import { inBatches, inSharedBatches } from '#db/sharing/batch.ts'
import { type Track, copyOfTrack, match } from '../matching/match.rules.ts'
import { type EventLine, linesOf } from '../positions/lines.service.ts'
import { type LiveRace, type LiveTrack, caughtUp, limitsOf, place } from '../positions/live.service.ts'
import { type TrackDevice, findDevices, nextVersion } from '../tracks/tracks.store.ts'
import { type Lead, clockBy, needsWatching, leadsAfter } from './clock.rules.ts'
import { type RefusalReason, type SentFix, refusalOf, smallColumn } from './fix.rules.ts'
import {
  type DeviceContact,
  type KeptFact,
  type KeptFix,
  type RefusedFixes,
  copyFixes,
  countRefusals,
  insertFacts,
  insertFixes,
  stoppedOf,
  touchTracks,
} from './fixes.store.ts'

/**
 * The request of a device. `clock` is the number of seconds by which its clock is ahead, if the server found this with
 * this request.
 */
type Sent = {
  device: TrackDevice
  fixes: readonly SentFix[]
  refused: readonly RefusalReason[]
  now: Date
  clock?: number | undefined
}
/** The outcome for a device: new fixes, known fixes, and refused fixes by reason. */
export type IntakeOutcome = { taken: number; known: number; refused: readonly RefusalReason[] }

export const everyMs = 50
const mostRequests = 1000
/** The least time between two writes of the contact of a device that reports no change. Each write changes a row. */
const contactMs = 120_000

const devices = cacheOf<string, TrackDevice | undefined>({ most: 100_000, ms: 30_000 })
const lookUp = new WeakMap<Db, (hash: Buffer) => Promise<TrackDevice | undefined>>()
/** Finds the track of a device by its token. Simultaneous calls share one query. */
export const deviceOf = (db: Db, token: string, now: Date): Promise<TrackDevice | undefined> => {
  let find = lookUp.get(db)
  if (!find)
    lookUp.set(
      db,
      (find = inBatches(500, async (hashes: Buffer[]) => {
        const found = new Map((await findDevices(db, hashes)).map((one) => [one.token_hash.toString('hex'), one]))
        return hashes.map((hash) => found.get(hash.toString('hex')))
      })),
    )
  const hash = tokenHash(token)
  return devices.read(db, hash.toString('hex'), { now }, () => find(hash))
}

/** Removes a device from the cache after its hand-out or return, because the device then has another track or none. */
export const forgetDevice = (hash: Buffer): void => devices.forget(hash.toString('hex'))

/** `from` is the moment of the last fix that the track had before the matching. */
type Matched = {
  live: LiveTrack
  from: number
  track: Track
  course: EventLine | undefined
  fixes: KeptFix[]
  facts: readonly KeptFact[]
}
const noFacts: readonly KeptFact[] = []
/**
 * Matches the new fixes of a track in their order and returns them in the form of the table. It changes a copy of the
 * track. The copy replaces the track after the commit.
 */
const matched = (live: LiveTrack, sent: readonly SentFix[], course: EventLine | undefined, now: Date): Matched => {
  const limits = limitsOf(live.row.kind, course)
  const track = copyOfTrack(live.match)
  let facts = noFacts
  const inOrder = sent.length > 1 ? sent.toSorted((a, b) => a.at - b.at) : sent
  const fixes = inOrder.map((fix) => {
    const found = course ? match(course.line, track, fix, limits) : undefined
    if (found && found.facts.length > 0)
      facts = [...facts, ...found.facts.map((fact) => ({ ...fact, trackid: live.row.id }))]
    return {
      trackid: live.row.id,
      at: fix.at,
      delay_ms: Math.max(-60_000, Math.min(now.getTime() - fix.at, 2_147_483_647)),
      lat: Math.round(fix.lat * 1e6),
      lon: Math.round(fix.lon * 1e6),
      along: typeof found?.along === 'number' ? Math.round(found.along) : null,
      accuracy: smallColumn(fix.accuracy),
      altitude: smallColumn(fix.altitude),
      speed: smallColumn(fix.speed, 100),
      heading: smallColumn(fix.heading),
      off: found === undefined ? null : smallColumn(found.off),
      sure: found?.sure ?? false,
    }
  })
  return { live, from: live.match.at, track, course, fixes, facts }
}
/** Takes matched tracks and new fixes into the memory of the race, after their commit. */
const takeMatched = (tracks: readonly Matched[], known: readonly KeptFix[], version: number): void => {
  const isKnown = new Set(known)
  for (const { live, from, track, course, fixes } of tracks) {
    const isStill = live.match.at === from
    if (isStill) live.match = track
    for (const fix of fixes) {
      const { at, lat, lon, along, off, accuracy, sure } = fix
      const here = { at, lat: lat / 1e6, lon: lon / 1e6, along, off }
      // Another process has moved the track meanwhile, so the fix is matched again.
      if (!isStill && course) match(course.line, live.match, { ...here, accuracy }, limitsOf(live.row.kind, course))
      if (!isKnown.has(fix)) place(live, here, sure, version)
    }
  }
}

const counted = (sent: readonly Sent[], stopped: ReadonlySet<number>): RefusedFixes[] => {
  const times = new Map<string, RefusedFixes>()
  const add = (trackid: number, reason: RefusalReason, much: number) => {
    const key = `${trackid} ${reason}`
    times.set(key, { trackid, reason, times: (times.get(key)?.times ?? 0) + much })
  }
  for (const { device, refused, fixes } of sent) {
    for (const reason of refused) add(device.id, reason, 1)
    if (stopped.has(device.id) && fixes.length > 0) add(device.id, 'stopped', fixes.length)
  }
  return [...times.values()]
}
const contactsOf = (race: LiveRace, sent: readonly Sent[], now: Date): DeviceContact[] => {
  const contacts = new Map<number, DeviceContact>()
  for (const { device, fixes, clock = null } of sent) {
    const live = race.tracks.get(device.id)
    const row = live?.row
    let [battery, sos]: [number | null, boolean] = [null, false]
    for (const fix of fixes) {
      battery = fix.battery ?? battery
      sos ||= fix.sos
    }
    const old = !row?.contact_at || now.getTime() - row.contact_at.getTime() >= contactMs
    const changed = battery !== null && Math.abs(battery - (row?.battery ?? -100)) >= 5
    if (!old && !changed && !sos && clock === null) continue
    const known = contacts.get(device.id)
    contacts.set(device.id, {
      id: device.id,
      battery: battery ?? known?.battery ?? null,
      sos: sos || known?.sos === true,
      clock: clock ?? known?.clock ?? null,
      farthest: live?.reach.farthest ?? null,
      upto: live?.position?.at ?? null,
    })
  }
  return [...contacts.values()]
}

const byDevice = (sent: readonly Sent[]): Map<number, Sent[]> => {
  const devices = new Map<number, Sent[]>()
  for (const one of sent) {
    const known = devices.get(one.device.id)
    if (known) known.push(one)
    else devices.set(one.device.id, [one])
  }
  return devices
}
const fixesOf = (sent: readonly Sent[]): readonly SentFix[] =>
  sent.length === 1 ? sent[0]!.fixes : sent.flatMap(({ fixes }) => fixes)

/**
 * The least number of requests that the server writes together by COPY. COPY needs one more round trip to the database.
 */
const leastToCopy = 50
/**
 * Tells whether the fixes of a track are in order and later than its last known fix, so that no fix can be known
 * already.
 */
const areNew = ({ live, fixes }: Matched): boolean => {
  let last = live.position?.at ?? -Infinity
  return fixes.every(({ at }) => {
    const isLater = at > last
    last = at
    return isLater
  })
}
/**
 * Writes the fixes of some requests and returns the fixes that were known already. New fixes go by COPY if `copy` is
 * given.
 */
const writeFixes = async (
  tx: Tx,
  { raceid, version, tracks }: { raceid: number; version: number; tracks: readonly Matched[] },
  copy: CopyBinary | undefined,
): Promise<KeptFix[]> => {
  const fresh: KeptFix[] = []
  const others: KeptFix[] = []
  for (const track of tracks) (copy && areNew(track) ? fresh : others).push(...track.fixes)
  if (copy && fresh.length > 0) await copyFixes(copy, raceid, version, fresh)
  return others.length === 0 ? [] : insertFixes(tx, raceid, version, others)
}

/**
 * Writes the requests of one race. It matches the fixes before the transaction, so that other requests can be written
 * meanwhile.
 */
const writeRace = async (db: Db, raceid: number, sent: readonly Sent[]): Promise<IntakeOutcome[]> => {
  const { now } = sent.at(-1)!
  const lines = await linesOf(db, raceid, now)
  const race = await caughtUp(db, raceid, lines)
  const devices = byDevice(sent)
  const all: Matched[] = []
  for (const [id, requests] of devices) {
    const live = race.tracks.get(id)
    if (live) all.push(matched(live, fixesOf(requests), lines.get(requests[0]!.device.eventid ?? -1), now))
  }
  const store = async (tx: Tx, copy?: CopyBinary) => {
    const version = await nextVersion(tx, raceid)
    const stopped = await stoppedOf(tx, raceid, [...devices.keys()])
    const tracks = stopped.size === 0 ? all : all.filter(({ live }) => !stopped.has(live.row.id))
    const facts = tracks.flatMap((one) => one.facts)
    const known = await writeFixes(tx, { raceid, version, tracks }, copy)
    if (facts.length > 0) await insertFacts(tx, raceid, version, facts)
    const going = stopped.size === 0 ? sent : sent.filter(({ device }) => !stopped.has(device.id))
    const contacts = contactsOf(race, going, now)
    if (contacts.length > 0) await touchTracks(tx, raceid, version, contacts, now)
    const refused = counted(sent, stopped)
    if (refused.length > 0) await countRefusals(tx, raceid, refused, now)
    return { version, known, stopped, contacts, tracks }
  }
  const { version, known, stopped, contacts, tracks } = await (sent.length < leastToCopy
    ? db.transaction().execute((tx) => store(tx))
    : // COPY fails if another process has written one of these fixes meanwhile. A distributed database then names no reason.
      // No fix can be stored twice, so the fixes are inserted after every error.
      copyTransaction(db, (tx, _, copy) => store(tx, copy)).catch(() => db.transaction().execute((tx) => store(tx))))
  // After a failed transaction, the memory must not contain anything of the transaction.
  for (const { id, battery, sos, clock } of contacts) {
    const row = race.tracks.get(id)?.row
    if (!row) continue
    const changed = { battery: battery ?? row.battery, clock_s: clock ?? row.clock_s }
    Object.assign(row, { contact_at: now, ...changed, ...(sos ? { sos_at: now } : {}) })
  }
  takeMatched(tracks, known, version)
  // If the next version is from this process, the process has seen all fixes and need not read its own fixes.
  if (version === race.version + 1) race.version = version
  const knownOf = countKnown(known, sent)
  return sent.map((one) => {
    const { device, fixes, refused } = one
    if (stopped.has(device.id))
      return { taken: 0, known: 0, refused: [...refused, ...fixes.map(() => 'stopped' as const)] }
    const much = knownOf.get(one) ?? 0
    return { taken: fixes.length - much, known: much, refused }
  })
}

/**
 * Counts the known fixes of each request. If two of the requests have the same fix, the fix is new in the earlier
 * request, so the last request comes first here.
 */
const countKnown = (known: readonly KeptFix[], sent: readonly Sent[]): Map<Sent, number> => {
  const counts = new Map<Sent, number>()
  if (known.length === 0) return counts
  const times = new Map<string, number>()
  for (const { trackid, at } of known) times.set(`${trackid} ${at}`, (times.get(`${trackid} ${at}`) ?? 0) + 1)
  for (const one of sent.toReversed())
    for (const { at } of one.fixes) {
      const left = times.get(`${one.device.id} ${at}`) ?? 0
      if (left === 0) continue
      times.set(`${one.device.id} ${at}`, left - 1)
      counts.set(one, (counts.get(one) ?? 0) + 1)
    }
  return counts
}

const write = async (db: Db, sent: readonly Sent[]): Promise<IntakeOutcome[]> => {
  const first = sent[0]!.device.raceid
  // Usually all these requests belong to one race.
  if (sent.every(({ device }) => device.raceid === first)) return writeRace(db, first, sent)
  const outcomes = new Map<Sent, IntakeOutcome>()
  for (const [raceid, ofRace] of Map.groupBy(sent, ({ device }) => device.raceid)) {
    const taken = await writeRace(db, raceid, ofRace)
    ofRace.forEach((one, n) => outcomes.set(one, taken[n]!))
  }
  return sent.map((one) => outcomes.get(one)!)
}

/**
 * The clocks of the devices of a race, by the number of the track. A device of `onTime` was on time at least once. So
 * if its fixes are late, the network has delayed them. Numbers are the keys, because a text for each fix costs more
 * than the whole judgement.
 */
type RaceClocks = { leads: Map<number, Lead[]>; onTime: Set<number> }
const clocks = new WeakMap<Db, Map<number, RaceClocks>>()
const mostLeads = 100_000
const clocksOf = (db: Db, raceid: number): RaceClocks => {
  let races = clocks.get(db)
  if (!races) clocks.set(db, (races = new Map()))
  let race = races.get(raceid)
  if (!race) races.set(raceid, (race = { leads: new Map(), onTime: new Set() }))
  if (race.onTime.size > mostLeads) race.onTime.clear()
  return race
}
/**
 * Judges the clock of a device by the fixes of a request. Returns the seconds by which the clock is ahead if this value
 * changed, and undefined if it did not.
 */
const clockOf = (db: Db, device: TrackDevice, sent: readonly SentFix[], now: Date): number | undefined => {
  const { id, clock_s } = device
  const { leads, onTime } = clocksOf(db, device.raceid)
  const known = leads.get(id) ?? []
  const isUnsuspected = known.length === 0 && clock_s === 0
  if (isUnsuspected && sent.length === 1 && !needsWatching({ came: 0, lead: sent[0]!.at - now.getTime() })) {
    onTime.add(id)
    return undefined
  }
  const found = leadsAfter(known, sent, now.getTime())
  if (isUnsuspected && !found.some(needsWatching)) {
    if (found.length > 0) onTime.add(id)
    return undefined
  }
  leads.delete(id)
  if (found.length > 0) leads.set(id, found)
  if (leads.size > mostLeads) leads.delete(leads.keys().next().value!)
  return clockBy(found, clock_s, !onTime.has(id))
}

/**
 * The number of queues that work side by side. Each device has its queue, so that its fixes stay in order. While the
 * database writes the requests of one queue, the server matches the fixes of the other queue.
 */
export const QUEUES = 2
type Queue = ReturnType<typeof inSharedBatches<Sent, IntakeOutcome>>
const batches = new WeakMap<Db, Queue[]>()
const queuesOf = (db: Db): Queue[] => {
  let queues = batches.get(db)
  if (!queues)
    batches.set(
      db,
      (queues = Array.from({ length: QUEUES }, () =>
        inSharedBatches(
          mostRequests,
          measuredBatch('fixes', (all: Sent[]) => write(db, all)),
          everyMs,
        ),
      )),
    )
  return queues
}
/** A request of a device before the judgement of its clock and its fixes. */
type Given = Omit<Sent, 'clock'>
/** Corrects the fixes of a request by the clock of the device, and refuses fixes that cannot be true. */
const judged = (db: Db, { device, fixes: sent, refused, now }: Given): Sent => {
  const clock = clockOf(db, device, sent, now)
  if (clock !== undefined) device.clock_s = clock
  const fixes = device.clock_s === 0 ? sent : sent.map((fix) => ({ ...fix, at: fix.at - device.clock_s * 1000 }))
  const [at, from] = [now.getTime(), device.takes_from?.getTime()]
  const reasonOf = (fix: SentFix) => refusalOf(fix, at, from)
  if (fixes.every((fix) => reasonOf(fix) === undefined)) return { device, fixes, refused, now, clock }
  const reasons = fixes.map(reasonOf)
  return {
    device,
    fixes: fixes.filter((_, n) => reasons[n] === undefined),
    refused: [...refused, ...reasons.filter((reason) => reason !== undefined)],
    now,
    clock,
  }
}
const enqueue = (db: Db, given: Given) => queuesOf(db)[given.device.id % QUEUES]!(judged(db, given))
/**
 * Stores the fixes of a device. The promise resolves after the commit. The server stores a repeated, late or unordered
 * fix once. It counts a refused fix with its reason.
 */
export const takeFixes = async (db: Db, given: Given): Promise<IntakeOutcome> => {
  const { items, outcomes } = enqueue(db, given)
  const n = items.length - 1
  return (await outcomes)[n]!
}
/**
 * Stores the fixes of a device as `takeFixes` does, for a caller that needs no outcome. All callers whose fixes are
 * written together wait for the same promise, because a promise for each of thousands of waiting requests costs memory
 * that must be collected.
 */
export const storeFixes = (db: Db, given: Given): Promise<unknown> => enqueue(db, given).outcomes
