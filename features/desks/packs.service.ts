import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { inNamedBatches } from '#db/sharing/batch.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { contentsIn, declaredIn } from '#features/checkin/handing.service.ts'
import { boughtIn } from '#features/registrations/payment/presentPrice.rules.ts'
import { mayCheckFace } from './face/face.rules.ts'
import type { Pack, PackFound } from './contract.ts'
import { UNDO_LAST, isOwnEntry, sizeToReturn, packStateOf } from './entries.rules.ts'
import { type PackFacts, deskForBib, missingFor } from './pack.rules.ts'
import { type PackRow, findPack, listFriends } from './packs.store.ts'
import { portraitFields, portraitHash } from './portrait/portrait.service.ts'
import { type ProxyRow, listProxies } from './proxies/proxies.store.ts'
import { type RaceDeskRow, findDesk, listDesks } from './setup/setup.store.ts'
import { type Desked, type DeskEntryRow, countNewer, countedSizes, listEntries, sumSizes } from './store.ts'

const ADULT = 18
/** The largest number of registrations whose entries and proxies the server reads together. */
const READ_MOST = 100
export const factsOf = (row: PackRow, declared: readonly string[]): PackFacts => ({
  ...row,
  bib: row.printed,
  declared,
})

/** Shows an entry to a desk. `newer` is the number of newer entries of the desk. */
export const presentHandout = (row: DeskEntryRow, by: Desked, supervisor: boolean, newer = 0) => ({
  ...row,
  id: row.registrationid,
  bib: row.printed,
  mine: row.kind !== 'undo' && !row.undone && (supervisor || (isOwnEntry(row, by) && newer < UNDO_LAST)),
})

/**
 * The settings of a race that every scan of a pack needs. They change seldom, so the server keeps them for two seconds.
 */
export type PackSetting = {
  declared: Awaited<ReturnType<typeof declaredIn>>
  contents: Readonly<Record<Lang, Awaited<ReturnType<typeof contentsIn>>>>
  desks: Awaited<ReturnType<typeof listDesks>>
  sizes: { size: string; left: number }[]
  /** The name of the event's own field that holds the photo for the desks, by event. */
  portraits: ReadonlyMap<number, string>
}
const settings = cacheOf<number, PackSetting>({ most: 200, ms: 2_000 })
const loadSetting = async (db: Db, raceid: number, now: Date): Promise<PackSetting> => {
  const [declared, cn, tw, en, desks, counted, sums, portraits] = await Promise.all([
    declaredIn(db, raceid, now),
    contentsIn(db, raceid, 'zh-cn'),
    contentsIn(db, raceid, 'zh-tw'),
    contentsIn(db, raceid, 'en'),
    listDesks(db, raceid),
    countedSizes(db, raceid),
    sumSizes(db, raceid),
    portraitFields(db, raceid),
  ])
  const sizes = sums
    .filter(({ size }) => counted.includes(size))
    .map(({ size, came, gone }) => ({ size, left: came - gone }))
  return { declared, contents: { 'zh-cn': cn, 'zh-tw': tw, en }, desks, sizes, portraits }
}
export const settingOf = (db: Db, raceid: number, now: Date): Promise<PackSetting> =>
  Promise.resolve(settings.read(db, raceid, { now }, () => loadSetting(db, raceid, now)))

const eventIn = (lang: Lang, { event, event_names }: PackRow) => nameIn(lang, event, event_names)
/** Shows a runner in the answers to a search. */
export const presentPack = (lang: Lang, row: PackRow, { declared }: PackSetting): PackFound => ({
  id: row.id,
  name: row.name,
  event: eventIn(lang, row),
  bib: row.printed,
  idnum: row.idnum_mask,
  mobile: row.mobile_mask,
  handed: row.handed,
  missing: missingFor(factsOf(row, declared(row.eventid))),
})

type Work = { entries: DeskEntryRow[]; proxies: ProxyRow[] }
/**
 * Reads the entries and the proxies of a registration. Calls that come while a reading is under way share the next
 * reading.
 */
const workOf = inNamedBatches(
  READ_MOST,
  async ({ db, raceid }: { db: Db; raceid: number }, ids: number[]): Promise<Work[]> => {
    const [entries, proxies] = await Promise.all([listEntries(db, raceid, ids), listProxies(db, raceid, ids)])
    const byEntry = Map.groupBy(entries, ({ registrationid }) => registrationid)
    const byProxy = Map.groupBy(proxies, ({ registrationid }) => registrationid)
    return ids.map((one) => ({ entries: byEntry.get(one) ?? [], proxies: byProxy.get(one) ?? [] }))
  },
)

/** Counts, for each entry that the desk may take back, the newer entries of the desk. Most packs have no such entry. */
const newerOf = async (
  db: Db,
  raceid: number,
  entries: readonly DeskEntryRow[],
  by: Desked,
  supervisor: boolean,
): Promise<ReadonlyMap<number, number>> => {
  const own = supervisor ? [] : entries.filter((one) => one.kind !== 'undo' && !one.undone && isOwnEntry(one, by))
  const newer = new Map<number, number>()
  for (const { id } of own) newer.set(id, await countNewer(db, raceid, by, id))
  return newer
}

export type PackToShow = {
  lang: Lang
  by: Desked
  supervisor: boolean
  now: Date
  /** True if a service compares faces. */
  faces: boolean
}
/**
 * Shows a pack to a desk; undefined if the race has no such registration. `known` is the pack if the caller has just
 * read it.
 */
export const showPack = async (
  db: Db,
  raceid: number,
  id: number,
  { lang, by, supervisor, now, faces }: PackToShow,
  known?: PackRow,
): Promise<ReturnType<typeof packOf> | undefined> => {
  const [row, setting] = await Promise.all([known ?? findPack(db, raceid, id), settingOf(db, raceid, now)])
  if (!row) return undefined
  const [{ entries, proxies }, friends, portrait] = await Promise.all([
    workOf({ db, raceid }, raceid, id),
    listFriends(db, row),
    portraitHash(db, raceid, row, setting.portraits),
  ])
  const newer = await newerOf(db, raceid, entries, by, supervisor)
  return packOf(row, { lang, by, supervisor, faces, setting, entries, newer, proxies, friends, portrait })
}
type Gathered = Pick<PackToShow, 'lang' | 'by' | 'supervisor' | 'faces'> & {
  setting: PackSetting
  entries: DeskEntryRow[]
  newer: ReadonlyMap<number, number>
  proxies: ProxyRow[]
  friends: PackRow[]
  portrait: string | undefined
}
/**
 * Finds an open desk by its number. A desk that the kept settings lack may be new, so the server then asks the
 * database.
 */
export const deskOf = async (
  db: Db,
  raceid: number,
  id: number | undefined,
  now: Date,
): Promise<RaceDeskRow | undefined> => {
  if (id === undefined) return undefined
  const kept = (await settingOf(db, raceid, now)).desks.find((desk) => desk.id === id)
  return kept ?? (await findDesk(db, raceid, id))
}

export const addonsOfRunner = (lang: Lang, row: { addons: unknown }): string[] =>
  boughtIn(lang, row).map(({ name, n }) => (n > 1 ? `${name} × ${n}` : name))

const packOf = (
  row: PackRow,
  { lang, by, supervisor, faces, setting, entries, newer, proxies, friends, portrait }: Gathered,
) => {
  const stand = packStateOf(entries)
  const alone = row.printed === null ? undefined : deskForBib(row.printed, setting.desks)
  const shown = entries
    .toSorted((a, b) => b.id - a.id)
    .map((one) => presentHandout(one, by, supervisor, newer.get(one.id)))
  return {
    id: row.id,
    _key: row._key,
    name: row.name,
    eventid: row.eventid,
    event: eventIn(lang, row),
    bib: row.printed,
    zone: row.zone,
    size: row.size,
    chip: row.chip,
    window: row.window,
    gender: row.gender,
    idnum: row.idnum_mask,
    mobile: row.mobile_mask,
    under_age: row.age !== null && row.age < ADULT,
    missing: missingFor(factsOf(row, setting.declared(row.eventid))),
    gives: [...setting.contents[lang](row.eventid), ...addonsOfRunner(lang, row)],
    handed: shown.find(({ entry }) => entry === stand.packs[0]?.entry) ?? null,
    clash: stand.packs.length > 1,
    taken: sizeToReturn(entries, by),
    tag: stand.tag,
    shirt: stand.shirt,
    medal: stand.medal,
    face: mayCheckFace(faces, row),
    photo: portrait === undefined ? null : `/checkin/portrait/${row.raceid}/${row.id}`,
    elsewhere: alone && alone.id !== by.deskid ? alone.name : null,
    proxies: proxies.filter(({ withdrawn_at }) => withdrawn_at === null).map(({ _key, name }) => ({ key: _key, name })),
    friends: friends.map(({ id, name, printed, handed }) => ({ id, name, bib: printed, handed })),
    sizes: setting.sizes,
    entries: shown,
  } satisfies Record<keyof Pack, unknown>
}
