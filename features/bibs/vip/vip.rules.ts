import { printed } from '../rules.ts'

export const MOST_VIPS = 2000

export type Vip = { id: number; prefix: string; bib: string; name: string; registrationid: number | null }
/** A runner for whom a number may be kept. */
export type Guest = { id: number; name: string; prefix: string; bib: string | null }

/** Brings a name into one form for comparisons, because two lists may write it differently. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

const wornBy = ({ prefix, bib }: Guest): string | null => (bib === null ? null : printed({ prefix, bib }))
export type VipState =
  | { state: 'given' | 'waiting'; guest: Guest }
  | { state: 'other'; guest: Guest; wears: string }
  | { state: 'several' | 'nobody' }

/** Finds the runners of kept numbers, by registration or by name. */
export const vipStatesOf = (vips: readonly Vip[], guests: readonly Guest[]): ReadonlyMap<number, VipState> => {
  const byId = new Map(guests.map((one) => [one.id, one]))
  const byName = Map.groupBy(guests, ({ name }) => nameKey(name))
  const stateOf = (vip: Vip): VipState => {
    const own = vip.registrationid === null ? undefined : byId.get(vip.registrationid)
    const named = vip.registrationid === null && vip.name !== '' ? (byName.get(nameKey(vip.name)) ?? []) : []
    // A runner with the guest's name may already wear the number.
    const guest =
      own ?? named.find((one) => wornBy(one) === printed(vip)) ?? (named.length === 1 ? named[0] : undefined)
    if (!guest) return { state: named.length > 1 ? 'several' : 'nobody' }
    const wears = wornBy(guest)
    if (wears === null) return { state: 'waiting', guest }
    return wears === printed(vip) ? { state: 'given', guest } : { state: 'other', guest, wears }
  }
  return new Map(vips.map((vip) => [vip.id, stateOf(vip)]))
}

/**
 * Returns the kept numbers of the guests who wear no number yet, by registration. If the list keeps several numbers for
 * one guest, the guest gets the first free number of them.
 */
export const waitingVips = (
  vips: readonly Vip[],
  guests: readonly Guest[],
  worn: ReadonlySet<string>,
): Map<number, { prefix: string; bib: string }> => {
  const states = vipStatesOf(vips, guests)
  const given = new Map<number, { prefix: string; bib: string }>()
  for (const { id, prefix, bib } of vips) {
    const found = states.get(id)!
    if (found.state === 'waiting' && !given.has(found.guest.id) && !worn.has(printed({ prefix, bib })))
      given.set(found.guest.id, { prefix, bib })
  }
  return given
}

/** Tells whether a number is kept for another person than this runner. */
export const isKeptForAnother = (vip: Vip | undefined, runner: { id: number; name: string }): boolean =>
  vip !== undefined &&
  (vip.registrationid === null ? nameKey(vip.name) !== nameKey(runner.name) : vip.registrationid !== runner.id)
