import { createHash } from 'node:crypto'
import { raceOfKey } from '#contract/key.ts'
import { nameIn, type Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { staffNow } from '#features/staff/service.ts'
import { type Who, hasRight } from '#seam/server/handle.ts'
import { cannotClash, isInRanges } from '../pack.rules.ts'
import { settingOf, addonsOfRunner } from '../packs.service.ts'
import {
  type RaceDeskRow,
  type DeskDeviceRow,
  findDeskEver,
  findDeviceOfKey,
  markDeviceSeen,
} from '../setup/setup.store.ts'
import type { DeviceEntry, DeviceRunner } from './device.contract.ts'
import { LOAD_OVERLAP_MS, PART, maskEnd, flagsOf, markFrom, readVersion, versionText } from './device.rules.ts'
import {
  type LoadedEntry,
  type LoadedProxy,
  type LoadedRow,
  listChanged,
  listEntriesOfPart,
  listEntriesSince,
  listPart,
  listProxiesOfPart,
  listProxiesSince,
} from './device.store.ts'

/** A device that calls, with its desk and the member of staff who put it to work. */
export type Calling = { device: DeskDeviceRow; desk: RaceDeskRow; who: Who; revoked: boolean }
/**
 * Finds the device of a key. A device is revoked if a supervisor revoked it, if its desk was closed, or if its member
 * of staff has lost the right.
 */
export const callingDevice = async (db: Db, key: string): Promise<Calling | undefined> => {
  const raceid = raceOfKey(key)
  const device = raceid === undefined ? undefined : await findDeviceOfKey(db, raceid, tokenHash(key))
  if (!device) return undefined
  const [desk, who] = await Promise.all([findDeskEver(db, device.raceid, device.deskid), staffNow(db, device.staffid)])
  return { device, desk: desk!, who, revoked: device.revoked_at !== null || !hasRight(who, 'desk.work', device.raceid) }
}

/** Records a contact of a device that works for another room, for example at a gate. */
export const sawDevice = markDeviceSeen

export const deskForDevice = async (db: Db, lang: Lang, { device, desk }: Calling, now: Date) => {
  const { raceid } = device
  const [setting, events, race] = await Promise.all([
    settingOf(db, raceid, now),
    eventsOf(db, raceid),
    readRace(db, raceid, now),
  ])
  return {
    zone: race?.zone ?? 'Asia/Shanghai',
    desk: { ...desk, apart: cannotClash(desk, desk.devices) },
    others: setting.desks.filter(({ id }) => id !== desk.id),
    events: events.map(({ id, name, names }) => ({
      id,
      name: nameIn(lang, name, names),
      declared: setting.declared(id),
      gives: setting.contents[lang](id),
    })),
    sizes: setting.sizes,
  }
}

const markOf = (key: string): string => markFrom(createHash('sha256').update(key).digest())
const runnerOf =
  (lang: Lang) =>
  (row: LoadedRow): DeviceRunner => [
    row.id,
    markOf(row._key),
    row.name,
    row.eventid,
    row.printed,
    row.zone,
    row.size,
    row.chip,
    maskEnd(row.idnum_mask),
    maskEnd(row.mobile_mask),
    row.age,
    row.state,
    flagsOf(row),
    row.window,
    addonsOfRunner(lang, row),
    row.gender,
    row.orderid,
  ]
const entryOf = (row: LoadedEntry): DeviceEntry => [
  row.entry,
  row.kind,
  row.registrationid,
  row.deskid,
  row.deviceid,
  row.undoes,
  row.size_out,
  row.size_in,
  row.tag,
  row.at.getTime(),
]
const proxyOf = (row: LoadedProxy): [string, number, string, boolean] => [
  markOf(row._key),
  row.registrationid,
  row.name,
  row.withdrawn_at === null,
]
/**
 * Tells whether a device of the desk serves a runner: every runner, or runners within the desk's ranges and runners
 * without a number.
 */
const serves =
  ({ ranges }: RaceDeskRow) =>
  ({ printed }: Pick<LoadedRow, 'printed'>): boolean =>
    ranges.length === 0 || printed === null || isInRanges(printed, ranges)
const isKept = ({ over, state }: LoadedRow) => !over && (state === 'normal' || state === 'audit')

/** The facts of one part of a load: its language, the beginning of the load, and the id after which the part begins. */
type Place = { lang: Lang; began: Date; after: number }

/** Loads one part of the full list, only with runners whom the desk serves, and with their entries and proxies. */
const loadAll = async (db: Db, { device, desk }: Calling, { lang, began, after }: Place) => {
  const { raceid } = device
  const rows = await listPart(db, raceid, after, PART)
  const last = rows.at(-1)?.id
  const upto = rows.length < PART ? Number.MAX_SAFE_INTEGER : last!
  const [entries, proxies] = await Promise.all([
    listEntriesOfPart(db, raceid, after, upto),
    listProxiesOfPart(db, raceid, after, upto),
  ])
  const served = rows.filter(serves(desk))
  const ids = new Set(served.map(({ id }) => id))
  const ofServed = ({ registrationid }: { registrationid: number }) =>
    desk.ranges.length === 0 || ids.has(registrationid)
  return {
    runners: served.map(runnerOf(lang)),
    gone: [],
    entries: entries.filter(ofServed).map(entryOf),
    proxies: proxies.filter(ofServed).map(proxyOf),
    ...(rows.length < PART
      ? { after: null, version: versionText(began) }
      : { after: versionText(began, last), version: null }),
  }
}
/** Loads the changes since a version. The first part holds the entries and the proxies. */
const loadChanges = async (db: Db, { device, desk }: Calling, since: Date, { lang, began, after }: Place) => {
  const { raceid } = device
  const from = new Date(since.getTime() - LOAD_OVERLAP_MS)
  const [rows, entries, proxies] = await Promise.all([
    listChanged(db, raceid, from, after, PART),
    after === 0 ? listEntriesSince(db, raceid, from) : [],
    after === 0 ? listProxiesSince(db, raceid, from) : [],
  ])
  const kept = rows.filter((row) => isKept(row) && serves(desk)(row))
  return {
    runners: kept.map(runnerOf(lang)),
    gone: rows.filter((row) => !kept.includes(row)).map(({ id }) => id),
    entries: entries.map(entryOf),
    proxies: proxies.map(proxyOf),
    ...(rows.length < PART
      ? { after: null, version: versionText(began) }
      : { after: versionText(began, rows.at(-1)!.id), version: null }),
  }
}
export const loadFor = (
  db: Db,
  lang: Lang,
  calling: Calling,
  { since, after }: { since?: string | undefined; after?: string | undefined },
  now: Date,
) => {
  const place = { lang, ...(readVersion(after) ?? { began: now, after: 0 }) }
  const had = readVersion(since)
  return had ? loadChanges(db, calling, had.began, place) : loadAll(db, calling, place)
}
