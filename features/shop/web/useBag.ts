import { useSyncExternalStore } from 'react'
import { onDevice } from '#ui/router/address.ts'
import { LINE_MOST, LINES_MOST } from '#features/sales/fill.rules.ts'

/** A line of the bag: so many pieces of a variant. */
export type BagLine = { variantid: number; n: number }
const keyOf = (raceid: number): string => `bag:${raceid}`

/** Reads the lines that are kept on the device, and leaves out invalid lines. An unreadable text is an empty bag. */
export const bagFrom = (kept: string | undefined): readonly BagLine[] => {
  try {
    const read: unknown = JSON.parse(kept ?? '[]')
    if (!Array.isArray(read)) return []
    return read
      .filter(
        (one): one is BagLine =>
          Number.isInteger((one as BagLine | null)?.variantid) &&
          Number.isInteger((one as BagLine).n) &&
          (one as BagLine).n > 0,
      )
      .map(({ variantid, n }) => ({ variantid, n: Math.min(n, LINE_MOST) }))
      .slice(0, LINES_MOST)
  } catch {
    return []
  }
}
/** Sets the number of pieces of a variant in the bag; 0 removes the line. */
export const withPieces = (bag: readonly BagLine[], variantid: number, n: number): readonly BagLine[] => {
  const pieces = Math.max(0, Math.min(LINE_MOST, Math.floor(n) || 0))
  const known = bag.some((line) => line.variantid === variantid)
  const changed = bag.map((line) => (line.variantid === variantid ? { variantid, n: pieces } : line))
  return (known ? changed : [...bag, { variantid, n: pieces }]).filter((line) => line.n > 0)
}

const read = new Map<number, { kept: string | undefined; bag: readonly BagLine[] }>()
const listeners = new Set<() => void>()
const bagOf = (raceid: number): readonly BagLine[] => {
  const kept = onDevice.get(keyOf(raceid))
  const known = read.get(raceid)
  if (known && known.kept === kept) return known.bag
  const bag = bagFrom(kept)
  read.set(raceid, { kept, bag })
  return bag
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab of this browser has the same bag.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
const none: readonly BagLine[] = []

/** Returns the bag of a race. The device keeps it, also through log-in, and all tabs see the same bag. */
export const useBag = (raceid: number) => {
  const bag = useSyncExternalStore(
    subscribe,
    () => bagOf(raceid),
    () => none,
  )
  const keep = (next: readonly BagLine[]) => {
    onDevice.set(keyOf(raceid), next.length > 0 ? JSON.stringify(next) : undefined)
    for (const listener of listeners) listener()
  }
  return {
    bag,
    pieces: bag.reduce((sum, { n }) => sum + n, 0),
    /** Sets the pieces of a variant in the present bag, which another tab may have changed. */
    set: (variantid: number, n: number) => keep(withPieces(bagOf(raceid), variantid, n)),
    add: (variantid: number, n: number) =>
      keep(
        withPieces(bagOf(raceid), variantid, (bagOf(raceid).find((line) => line.variantid === variantid)?.n ?? 0) + n),
      ),
    clear: () => keep([]),
  }
}
