import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { HandoutShown, Pack, PackFound, checkinRunnerSign } from '../../contract.ts'
import type { consoleDesksDeviceContact } from '../../device/device.contract.ts'
import {
  UNDO_LAST,
  byTime,
  isOwnEntry,
  liveOf,
  sizeTaken,
  sizeToReturn,
  packStateOf,
  undoWrong,
} from '../../entries.rules.ts'
import { deskForBib, missingFor, signWrong } from '../../pack.rules.ts'
import { bagTag, stackBib } from '../../typed.rules.ts'
import type { refusals } from '../../words.ts'
import {
  type DeskBooks,
  type BookedEntry,
  type HeldRunner,
  bearerOf,
  bookedBib,
  bookedEntries,
  shirtsLeft,
} from './books.rules.ts'

/** An entry that the screen wants to write. */
export type EntryToWrite = Omit<InputOf<typeof checkinRunnerSign>, 'raceid' | 'desk'>
/** The settings by which the device works. They are a part of the server's last answer. */
export type DeviceSetting = Pick<OutputOf<typeof consoleDesksDeviceContact>, 'desk' | 'others' | 'events' | 'sizes'> & {
  /**
   * The time zone of the race. A device whose last contact was with an older version of the program has no time zone.
   */
  zone?: string | undefined
}
export type DeviceFacts = { books: DeskBooks; setting: DeviceSetting; deviceid: number }
export type OfflineWrong = {
  word: keyof typeof refusals | 'registration_not_found' | 'bib_taken' | 'store_full'
  facts: Record<string, string>
}

const ADULT = 18
/** The most friends that a pack shows, as on the server. */
const FRIENDS_MOST = 20
const DASH = '—'
const hide = (end: string): string => (end === '' ? '' : `••••${end}`)
const eventOf = ({ setting }: DeviceFacts, { eventid }: HeldRunner) => setting.events.find(({ id }) => id === eventid)
const missingOf = (device: DeviceFacts, runner: HeldRunner) =>
  missingFor({ ...runner.facts, declared: eventOf(device, runner)?.declared ?? [] })
const deskNamed = ({ setting: { desk, others } }: DeviceFacts, id: number | null): string | null =>
  (id === desk.id ? desk.name : others.find((other) => other.id === id)?.name) ?? null
const desksOf = ({ setting: { desk, others } }: DeviceFacts) => [desk, ...others]
const byOf = ({ setting: { desk }, deviceid }: DeviceFacts) => ({ deskid: desk.id, deviceid, staffid: null })

/** Lists the desk's own entries, the newest first. */
const ownOf = (device: DeviceFacts): BookedEntry[] =>
  [...device.books.entries.values()]
    .flatMap((of) => [...of.values()])
    .filter((one) => isOwnEntry(one, byOf(device)))
    .sort((a, b) => byTime(b, a))

const shownEntry = (device: DeviceFacts, one: BookedEntry, place: number): HandoutShown => {
  const { books } = device
  const runner = books.runners.get(one.registrationid)
  const undone = bookedEntries(books, one.registrationid).some(({ undoes }) => undoes === one.entry)
  return {
    entry: one.entry,
    kind: one.kind,
    id: one.registrationid,
    name: runner?.name ?? DASH,
    bib: runner ? bookedBib(books, runner) : null,
    at: one.at.toISOString(),
    desk: deskNamed(device, one.deskid),
    staff: null,
    proxy: one.proxy,
    size_out: one.size_out,
    size_in: one.size_in,
    tag: one.tag,
    undoes: one.undoes,
    undone,
    mine: one.kind !== 'undo' && !undone && isOwnEntry(one, byOf(device)) && place < UNDO_LAST,
    despite: [...one.despite],
    doubts: [...one.doubts],
  }
}
/** Lists the desk's newest entries, and counts its packs since `midnight`. */
export const latestOn = (device: DeviceFacts, midnight: number): { items: HandoutShown[]; today: number } => {
  const own = ownOf(device)
  return {
    items: own.slice(0, UNDO_LAST).map((one, place) => shownEntry(device, one, place)),
    today: liveOf(own).filter(({ kind, at }) => kind === 'pack' && at.getTime() >= midnight).length,
  }
}

export const shownFound = (device: DeviceFacts, runner: HeldRunner): PackFound => ({
  id: runner.id,
  name: runner.name,
  event: eventOf(device, runner)?.name ?? '',
  bib: bookedBib(device.books, runner),
  idnum: hide(runner.document),
  mobile: hide(runner.mobile) || null,
  handed: packStateOf(bookedEntries(device.books, runner.id)).packs.length > 0,
  missing: missingOf(device, runner),
})

/** Lists the other people of the same sign-up whom the device knows, at most 20. */
const friendsOf = ({ books }: DeviceFacts, { id, orderid }: HeldRunner): Pack['friends'] =>
  orderid === null
    ? []
    : [...books.runners.values()]
        .filter((other) => other.orderid === orderid && other.id !== id && !other.facts.over)
        .sort((a, b) => a.id - b.id)
        .slice(0, FRIENDS_MOST)
        .map((other) => ({
          id: other.id,
          name: other.name,
          bib: bookedBib(books, other),
          handed: packStateOf(bookedEntries(books, other.id)).packs.length > 0,
        }))

/** Shows a pack by the facts on the device. `scanned` has the keys of the proxies that this device scanned, by mark. */
export const packOn = (device: DeviceFacts, runner: HeldRunner, scanned: ReadonlyMap<string, string>): Pack => {
  const { books, setting } = device
  const entries = bookedEntries(books, runner.id).sort((a, b) => byTime(b, a))
  const stand = packStateOf(entries)
  const alone = runner.bib === null ? undefined : deskForBib(runner.bib, desksOf(device))
  const own = ownOf(device)
  const shown = entries.map((one) => shownEntry(device, one, Math.max(0, own.indexOf(one))))
  return {
    ...shownFound(device, runner),
    _key: '',
    eventid: runner.eventid,
    zone: runner.zone,
    size: runner.size,
    chip: runner.chip,
    window: runner.window,
    gender: runner.gender,
    photo: null,
    under_age: runner.facts.age !== null && runner.facts.age < ADULT,
    gives: [...(eventOf(device, runner)?.gives ?? []), ...runner.bought],
    handed: shown.find(({ entry }) => entry === stand.packs[0]?.entry) ?? null,
    clash: stand.packs.length > 1,
    taken: sizeToReturn(entries, byOf(device)),
    tag: stand.tag,
    shirt: stand.shirt,
    medal: stand.medal,
    elsewhere: alone && alone.id !== setting.desk.id ? alone.name : null,
    proxies: [...books.proxies.values()]
      .filter(({ registrationid, valid, mark }) => registrationid === runner.id && valid && scanned.has(mark))
      .map(({ mark, name }) => ({ key: scanned.get(mark)!, name })),
    friends: friendsOf(device, runner),
    sizes: setting.sizes.map(({ size }) => ({ size, left: shirtsLeft(books, size, setting.sizes) ?? 0 })),
    entries: shown,
  }
}

const judgeUndo = (device: DeviceFacts, given: EntryToWrite): OfflineWrong | undefined => {
  const entries = bookedEntries(device.books, Number(given.id))
  const newer = ownOf(device).findIndex(({ entry }) => entry === given.undoes)
  const word = undoWrong(entries, given.undoes ?? '', {
    by: byOf(device),
    newer: Math.max(0, newer),
    supervisor: false,
  })
  return word && { word, facts: {} }
}
const judgeBib = ({ books }: DeviceFacts, runner: HeldRunner, bib: string | undefined): OfflineWrong | undefined => {
  const typed = stackBib(bib)
  const worn = bookedBib(books, runner)
  if (!typed || worn === typed) return undefined
  if (worn !== null) return { word: 'bib_held', facts: { bib: worn } }
  const taken = [...books.runners.values()].some((other) => bookedBib(books, other) === typed)
  return taken ? { word: 'bib_taken', facts: { bib: typed } } : undefined
}
/**
 * Returns the reason why the device cannot write an entry, by the rules of the server and the facts on the device.
 * Undefined if the device can write the entry.
 */
export const judgeOn = (device: DeviceFacts, given: EntryToWrite, isDrawn: boolean): OfflineWrong | undefined => {
  const { books, setting } = device
  const { kind } = given
  const runner = books.runners.get(Number(given.id))
  if (kind === 'undo') return judgeUndo(device, given)
  if (!runner) return { word: 'registration_not_found', facts: {} }
  const entries = bookedEntries(books, runner.id)
  const stand = packStateOf(entries)
  const size = sizeTaken(given, runner)
  const alone = runner.bib === null ? undefined : deskForBib(runner.bib, desksOf(device))
  const word = signWrong({
    kind,
    missing: missingOf(device, runner).filter((missing) => missing !== 'bib' || !given.bib),
    despite: given.despite ?? [],
    stand,
    elsewhere: alone !== undefined && alone.id !== setting.desk.id,
    left: size === null ? undefined : shirtsLeft(books, size, setting.sizes),
    size,
    back: sizeToReturn(entries, byOf(device)),
  })
  if (word) {
    const where = word === 'other_desk' ? alone?.name : deskNamed(device, stand.packs[0]?.deskid ?? null)
    return { word, facts: { where: where ?? DASH, size: size ?? DASH, tag: stand.tag ?? '' } }
  }
  if (kind === 'bag') {
    const tag = bagTag(given.tag)
    if (tag === null || bearerOf(books, tag) !== undefined) return { word: 'tag_used', facts: { tag: tag ?? '' } }
  }
  if (kind !== 'pack') return undefined
  if (setting.desk.signature && !isDrawn) return { word: 'signature_needed', facts: {} }
  return judgeBib(device, runner, given.bib)
}
