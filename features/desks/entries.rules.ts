/** The kinds of entries of a desk. `undo` takes an entry back. `size` exchanges a shirt. */
export const handoutKinds = ['pack', 'size', 'bag', 'bagback', 'shirt', 'medal', 'undo'] as const
export type HandoutKind = (typeof handoutKinds)[number]

/** An entry as the rules see it, on the server and on a device alike. */
export type DeskEntry = {
  /** The number that the device gave the entry. */
  entry: string
  kind: HandoutKind
  registrationid: number
  deskid: number | null
  deviceid: number | null
  staffid: number | null
  undoes: string | null
  size_out: string | null
  size_in: string | null
  tag: string | null
  at: Date
}

/**
 * Compares two entries for a sort by the moment that the server believes. The number of the entry decides between equal
 * moments, so the order is the same everywhere.
 */
export const byTime = (a: Pick<DeskEntry, 'at' | 'entry'>, b: Pick<DeskEntry, 'at' | 'entry'>): number =>
  a.at.getTime() - b.at.getTime() || (a.entry < b.entry ? -1 : a.entry > b.entry ? 1 : 0)

/**
 * Lists the entries that no undo takes back, in the order of time. The outcome does not depend on the order of arrival:
 * an undo may arrive before its entry, twice, or from two devices.
 */
export const liveOf = <One extends DeskEntry>(entries: readonly One[]): One[] => {
  const undone = new Set(entries.map(({ undoes }) => undoes).filter((undoes) => undoes !== null))
  return entries.filter(({ kind, entry }) => kind !== 'undo' && !undone.has(entry)).sort(byTime)
}

/** The state of one pack after its entries. */
export type PackState<One extends DeskEntry = DeskEntry> = {
  /** Live hand-outs of the pack, the earliest first. More than one hand-out is a clash. */
  packs: One[]
  /** The size of the shirt that the runner holds now. */
  size: string | null
  /** The tag of the bag that the desk keeps. */
  tag: string | null
  shirt: boolean
  medal: boolean
}
export const packStateOf = <One extends DeskEntry>(entries: readonly One[]): PackState<One> => {
  const live = liveOf(entries)
  const last = (...kinds: HandoutKind[]) => live.findLast(({ kind }) => kinds.includes(kind))
  const bag = last('bag', 'bagback')
  return {
    packs: live.filter(({ kind }) => kind === 'pack'),
    size:
      live.findLast(({ kind, size_out }) => (kind === 'pack' || kind === 'size') && size_out !== null)?.size_out ??
      null,
    tag: bag?.kind === 'bag' ? bag.tag : null,
    shirt: live.some(({ kind }) => kind === 'shirt'),
    medal: live.some(({ kind }) => kind === 'medal'),
  }
}

/** A pack that was handed out more than once, with every hand-out of it. */
export type Clash<One extends DeskEntry = DeskEntry> = { registrationid: number; packs: One[] }
/** Lists the packs that were handed out more than once. All hand-outs stay, because each of them took a pack away. */
export const clashesIn = <One extends DeskEntry>(entries: readonly One[]): Clash<One>[] => {
  const packs = new Map<number, One[]>()
  for (const one of liveOf(entries)) {
    if (one.kind !== 'pack') continue
    const others = packs.get(one.registrationid)
    if (others) others.push(one)
    else packs.set(one.registrationid, [one])
  }
  return [...packs].flatMap(([registrationid, of]) => (of.length > 1 ? [{ registrationid, packs: of }] : []))
}

/** Returns the ids of a clash's hand-outs, in an order that does not depend on their arrival. */
export const packsOf = ({ packs }: Pick<Clash, 'packs'>): string[] => packs.map(({ entry }) => entry).toSorted()
/** Tells whether a settlement is about exactly the hand-outs of a clash. A further hand-out opens the clash again. */
export const isSettled = (clash: Pick<Clash, 'packs'>, settled: readonly string[]): boolean =>
  packsOf(clash).join() === settled.join()

/** A number of shirts of one size that came to the desks, or the difference that a count found. */
export type ShirtChange = { size: string; change: number }
/** The shirts of one size: how many came, how many the desks gave out, and the rest. A rest below zero is an error. */
export type SizeStock = { size: string; came: number; gone: number; left: number }
/** Adds up the changes and the live entries of each size. The race does not count a size that has no change. */
export const sizeStockOf = (changes: readonly ShirtChange[], entries: readonly DeskEntry[]): SizeStock[] => {
  const stock = new Map<string, { came: number; gone: number }>()
  const of = (size: string) => {
    const found = stock.get(size) ?? { came: 0, gone: 0 }
    stock.set(size, found)
    return found
  }
  for (const { size, change } of changes) of(size).came += change
  for (const { size_out, size_in } of liveOf(entries)) {
    if (size_out !== null) of(size_out).gone += 1
    if (size_in !== null) of(size_in).gone -= 1
  }
  return [...stock].map(([size, { came, gone }]) => ({ size, came, gone, left: came - gone }))
}

/** A desk may take back only its newest entries, because older packs have left the hall. */
export const UNDO_LAST = 20
type By = { deskid: number | null; deviceid: number | null; staffid: number | null }
/**
 * Tells whether an entry is the desk's own. If no desk was chosen, the entry must come from the same device or
 * person.
 */
export const isOwnEntry = (one: By, by: By): boolean =>
  one.deskid !== null || by.deskid !== null
    ? one.deskid === by.deskid
    : one.deviceid !== null || by.deviceid !== null
      ? one.deviceid === by.deviceid
      : one.staffid === by.staffid

/** One shirt that the runner holds: the hand-out that gave it, its size now, and the exchanges that led to the size. */
type Held<One extends DeskEntry> = { pack: One; size: string | null; exchanges: One[] }
/**
 * Finds the shirt that an exchange takes back: among the shirts that the same desk gave, else among all shirts, the one
 * that changed last. `held` has the shirts in the order of their last changes.
 */
const shirtOf = <One extends DeskEntry>(held: readonly Held<One>[], by: By): Held<One> | undefined =>
  held.findLast(({ pack }) => isOwnEntry(pack, by)) ?? held.at(-1)
/**
 * Works out the shirts that a runner holds after all exchanges. If two desks gave a pack each, the runner holds two
 * shirts.
 */
const heldBy = <One extends DeskEntry>(entries: readonly One[]): Held<One>[] => {
  const held: Held<One>[] = []
  for (const one of liveOf(entries)) {
    if (one.kind === 'pack') held.push({ pack: one, size: one.size_out, exchanges: [] })
    const shirt = one.kind === 'size' ? shirtOf(held, one) : undefined
    if (!shirt) continue
    shirt.size = one.size_out ?? shirt.size
    shirt.exchanges.push(one)
    held.push(...held.splice(held.indexOf(shirt), 1))
  }
  return held
}

/**
 * Works out the shirt that comes back in an exchange. If two desks gave a pack each, there are two shirts, and the
 * runner returns the shirt that came from the exchanging desk.
 */
export const sizeToReturn = (entries: readonly DeskEntry[], by: By): string | null => {
  const { packs, size } = packStateOf(entries)
  return packs.length < 2 ? size : (shirtOf(heldBy(entries), by)?.size ?? size)
}

export type UndoWrong = 'entry_not_found' | 'undone_already' | 'undo_not_own' | 'undo_newest_first'
/**
 * Returns the reason why an entry cannot be taken back. `entries` are all entries of its registration. `newer` is the
 * number of entries that the desk wrote after this entry. A supervisor may take back any entry except an undo. Any
 * other person may take back only the last 20 entries of the own desk or device. Everybody first takes back the later
 * exchanges of the same shirt, so that the stock stays exact.
 */
export const undoWrong = (
  entries: readonly DeskEntry[],
  entry: string,
  { by, newer, supervisor }: { by: By; newer: number; supervisor: boolean },
): UndoWrong | undefined => {
  const target = entries.find((one) => one.entry === entry)
  if (!target || target.kind === 'undo') return 'entry_not_found'
  const live = liveOf(entries)
  if (!live.includes(target)) return 'undone_already'
  if (!supervisor && (!isOwnEntry(target, by) || newer >= UNDO_LAST)) return 'undo_not_own'
  const shirt = heldBy(entries).find(({ pack, exchanges }) => pack === target || exchanges.includes(target))
  const packs = live.filter(({ kind }) => kind === 'pack')
  const sizes = packs.length < 2 ? live.filter(({ kind }) => kind === 'size') : (shirt?.exchanges ?? [])
  if (target.kind === 'pack' && sizes.length > 0) return 'undo_newest_first'
  if (target.kind === 'size' && sizes.length > 0 && sizes.at(-1) !== target) return 'undo_newest_first'
  return undefined
}

/**
 * Returns the moment of an entry as the server believes it. The clock of a device may be wrong by hours, so the function
 * adds the difference between the server's clock and the device's clock at the call that brought the entry. No entry
 * happened after the server received it.
 */
export const believedAt = (deviceAt: Date, offsetMs: number, received: Date): Date =>
  new Date(Math.min(deviceAt.getTime() + offsetMs, received.getTime()))

/** Returns the size of the shirt that an entry takes from the stock, or null. Server and device decide by this rule. */
export const sizeTaken = (
  { kind, size }: { kind: HandoutKind; size?: string | undefined },
  runner: { size?: string | null | undefined },
): string | null =>
  kind === 'pack' ? size || runner.size || null : kind === 'size' || kind === 'shirt' ? size || null : null
