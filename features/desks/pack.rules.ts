import type { PackState } from './entries.rules.ts'

/** Reasons why no desk can hand out the pack of a registration. */
export const barWords = ['gone', 'review', 'payment'] as const
/**
 * Things that a runner should have before the hand-out. Staff may hand the pack out anyway, and the entry then names
 * the missing things.
 */
export const packLackWords = ['disclaimer', 'health', 'guardian', 'bib'] as const
/**
 * Things that staff may set aside. `proxy` is an authorisation that a device without network could not check. The
 * server checks it when the entry arrives.
 */
export const waivedWords = [...packLackWords, 'proxy'] as const
export type MissingWord = (typeof barWords)[number] | (typeof packLackWords)[number]

/**
 * The facts about a registration that decide whether a desk may hand out its pack. A device has these facts from its
 * last contact.
 */
export type PackFacts = {
  state: string
  paid: boolean
  /** True if a refund, a deletion or a closed payment ended the registration. */
  over: boolean
  age: number | null
  guardian: boolean
  bib: string | null
  /** The kinds of declaration that the event asks for, and the kinds that the runner signed. */
  declared: readonly string[]
  signed: readonly string[]
}
const ADULT = 18

/** Lists the reasons why the desk may not hand out the pack yet, the most serious reason first. */
export const missingFor = (facts: PackFacts): MissingWord[] => {
  if (facts.over) return ['gone']
  if (facts.state !== 'normal') return ['review']
  if (!facts.paid) return ['payment']
  const lacks = { disclaimer: false, health: false, guardian: false, bib: facts.bib === null }
  for (const kind of ['disclaimer', 'health'] as const)
    lacks[kind] = facts.declared.includes(kind) && !facts.signed.includes(kind)
  lacks.guardian = facts.age !== null && facts.age < ADULT && !facts.guardian
  return packLackWords.filter((word) => lacks[word])
}
export const isPackBarred = (missing: readonly MissingWord[]): boolean =>
  missing.some((word) => (barWords as readonly string[]).includes(word))

/** Bibs that one desk serves. */
export type DeskRange = { prefix: string; from: number; to: number }
export type DeskBibs = { id: number; name: string; ranges: readonly DeskRange[] }

/** The most figures of a number after its prefix. */
const MOST_FIGURES = 7
export const isInRanges = (bib: string, ranges: readonly DeskRange[]): boolean =>
  ranges.some(({ prefix, from, to }) => {
    const rest = bib.startsWith(prefix) ? bib.slice(prefix.length) : ''
    return /^\d{1,7}$/.test(rest) && Number(rest) >= from && Number(rest) <= to
  })
/** Finds the only desk that serves this bib. */
export const deskForBib = <Desk extends DeskBibs>(bib: string, desks: readonly Desk[]): Desk | undefined =>
  desks.find(({ ranges }) => isInRanges(bib, ranges))

/**
 * Tells whether a printed bib is in both ranges. A prefix may end in figures, so `A` 10–19 and `A1` 0–9 meet. Numbers
 * are printed with zeros or without, so `A1` 5 is also the bib `A105`.
 */
const rangesMeet = (a: DeskRange, b: DeskRange): boolean => {
  if (a.prefix === b.prefix) return a.from <= b.to && b.from <= a.to
  const [long, short] = a.prefix.length > b.prefix.length ? [a, b] : [b, a]
  const middle = long.prefix.slice(short.prefix.length)
  if (!long.prefix.startsWith(short.prefix) || !/^\d+$/.test(middle)) return false
  for (let figures = 1; middle.length + figures <= MOST_FIGURES; figures++) {
    const first = Number(middle) * 10 ** figures
    const to = Math.min(long.to, 10 ** figures - 1)
    if (long.from <= to && first + long.from <= short.to && short.from <= first + to) return true
  }
  return false
}
/** Finds the first other desk whose ranges share a number with `ranges`. Desks without a common number cannot clash. */
export const deskInTheWay = (ranges: readonly DeskRange[], others: readonly DeskBibs[]): DeskBibs | undefined =>
  others.find((other) => other.ranges.some((theirs) => ranges.some((own) => rangesMeet(own, theirs))))
/**
 * Tells whether no other device can hand out a bib of this desk's ranges. Only the desk of a range hands out the bibs of
 * the range. A second device at the same desk could still hand out the same pack. A runner without a bib is in no range,
 * so every desk may hand out this pack (`unknownOffline`).
 */
export const cannotClash = ({ ranges }: Pick<DeskBibs, 'ranges'>, devices: number): boolean =>
  ranges.length > 0 && devices <= 1

export type SignWrong =
  | 'pack_barred'
  | 'pack_incomplete'
  | 'handed_already'
  | 'not_handed'
  | 'other_desk'
  | 'size_gone'
  | 'size_same'
  | 'bag_here'
  | 'bag_none'
  | 'handed_thing'
/** An entry that somebody wants to write, with all that the writer can know. */
export type EntryToJudge = {
  kind: 'pack' | 'size' | 'bag' | 'bagback' | 'shirt' | 'medal'
  missing: readonly MissingWord[]
  /** The words of missing things that staff decided to ignore. */
  despite: readonly string[]
  stand: PackState
  /** True if the only desk that serves the bib is another desk. */
  elsewhere: boolean
  /** The remaining shirts of the wanted size; undefined if the race does not count this size. */
  left: number | undefined
  size: string | null
  /** The size of the shirt that an exchange would take back. */
  back: string | null
}
/**
 * Returns the reason why an entry cannot be written. Server and device apply the same rule to the facts that each of
 * them knows.
 */
export const signWrong = (signing: EntryToJudge): SignWrong | undefined => {
  const { kind, missing, despite, stand, left, size } = signing
  if (isPackBarred(missing)) return 'pack_barred'
  if (kind === 'pack') {
    if (stand.packs.length > 0) return 'handed_already'
    if (signing.elsewhere) return 'other_desk'
    if (missing.some((word) => !despite.includes(word))) return 'pack_incomplete'
    return left !== undefined && left <= 0 ? 'size_gone' : undefined
  }
  if (kind === 'size') {
    if (stand.packs.length === 0) return 'not_handed'
    if (signing.back === size) return 'size_same'
    return left !== undefined && left <= 0 ? 'size_gone' : undefined
  }
  if (kind === 'bag') return stand.tag === null ? undefined : 'bag_here'
  if (kind === 'bagback') return stand.tag === null ? 'bag_none' : undefined
  if (stand[kind]) return 'handed_thing'
  return kind === 'shirt' && left !== undefined && left <= 0 ? 'size_gone' : undefined
}

/** Facts that only the server knows for sure. */
export const unknownWords = ['entries', 'refunds', 'declarations', 'others', 'bibless', 'stock', 'proxies'] as const
export type UnknownWord = (typeof unknownWords)[number]
type KnownOffline = {
  /** True if no other device hands out the bibs of this device's desk. */
  apart: boolean
  /** True if the race counts its shirts. */
  counted: boolean
  /** True if the device's list has runners without a bib. Every desk may hand out their packs. */
  bibless: boolean
}
/** Lists the facts that a device cannot know without network. The screen also names the time of the last contact. */
export const unknownOffline = ({ apart, counted, bibless }: KnownOffline): UnknownWord[] => {
  const left: Partial<Record<UnknownWord, boolean>> = { others: !apart, bibless: apart && bibless, stock: counted }
  return unknownWords.filter((word) => left[word] ?? true)
}
