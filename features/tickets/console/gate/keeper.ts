import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Safe } from '#features/desks/console/offline/vault.ts'
import {
  type Anchor,
  type ClockReading,
  type Clocks,
  anchorNow,
  dateOf,
  deviceMomentOf,
  readClocks,
} from '#ui/network/deviceTime.ts'
import type { consoleTicketsGateContact, consoleTicketsGateScan } from '../../gate.contract.ts'
import {
  type Direction,
  type GateLease,
  type Revoked,
  type ScanOutcome,
  decideAlone,
  isGenuine,
  isLeaseOver,
  isOnItsDay,
  isRevoked,
  readTicketCode,
} from '../../gate.rules.ts'

/** The duty of a gate: its name, its direction, and the kind of ticket that it accepts (null means every kind). */
export type GatePreset = { name: string; direction: Direction; goodsid: number | null }
type Contacted = OutputOf<typeof consoleTicketsGateContact>
/** The facts that a gate keeps from its last contact. */
export type GatePackage = Pick<Contacted, 'public_key' | 'kinds' | 'revoked' | 'at'>
type Given = InputOf<typeof consoleTicketsGateScan>['scans'][number]
/** A scan that waits. `read` has the clocks at the scan. Scans of an older version of this program have no clocks. */
type Queued = Given & { read?: ClockReading }
export type GateAnswer = OutputOf<typeof consoleTicketsGateScan>['items'][number]
/** The calls of a gate to the server. A test replaces them. */
export type GateServer = {
  contact: (input: InputOf<typeof consoleTicketsGateContact>) => Promise<Contacted>
  scan: (input: InputOf<typeof consoleTicketsGateScan>) => Promise<{ items: GateAnswer[] }>
}
/** The answer to one code. `offline` means that the gate decided without the server. */
export type GateVerdict = {
  scan: string
  /**
   * `other_day`: the gate checks this kind, but the ticket is for another day. `not_kept`: the store of the device is
   * full.
   */
  outcome: ScanOutcome | 'forged' | 'not_ready' | 'over' | 'other_day' | 'not_kept'
  holder: string | null
  what: string
  at: number
  offline: boolean
}
type State = {
  raceid: number
  preset: GatePreset
  /** The key by which the server knows this device. */
  key: string
  pack: GatePackage | null
  lease: GateLease | null
  /** The milliseconds that make the clock of the device right. */
  offset: number
  /** The clocks at the last contact. A store of an older version of this program has no clocks. */
  anchor?: Anchor | null
}
/**
 * The last pass of a ticket, which is an entry or an exit. `at` is the moment of the pass by the clock of the server.
 * `scan` names a pass that this gate saw without network. The moment of such a pass may be wrong by hours until the
 * scan is sent, because somebody may set the clock.
 */
type Pass = { direction: Direction; at: number; scan?: string | undefined }
/**
 * Accepted passes: passes of this gate, and passes that the server reported at a contact. Without network these passes
 * decide about the next scan of a ticket.
 */
type Passed = [id: number, direction: Direction, at: number, scan?: string]
/** A part of the stored facts. `ended` names ended codes that scans at this gate proved, without the server's list. */
type Part = { passed?: Passed[]; ended?: Revoked[] }

export const firstGateState = (raceid: number, preset: GatePreset, key: string): State => ({
  raceid,
  preset,
  key,
  pack: null,
  lease: null,
  offset: 0,
})

/** The largest number of scans in one call. */
const SEND_MOST = 200
/** The limit of stored parts. If the store holds more parts, the gate joins them into one part when it starts. */
const PARTS_MOST = 200

export type GateKeeper = {
  preset: () => GatePreset
  pack: () => GatePackage | null
  /** Returns the moment of the last answer of the server, by the clock of the device; null before the first answer. */
  contact: () => number | null
  reached: () => boolean
  waiting: () => number
  /** Tells whether the store of the device is full. The gate then cannot work without network. */
  full: () => boolean
  put: (preset: GatePreset) => Promise<void>
  /** Answers one code. If the server answers, its decision counts. Otherwise the rules on the device decide. */
  scan: (text: string) => Promise<GateVerdict>
  /**
   * Returns the moment until which the gate may work without network, by the clock of the device; null before the first
   * contact.
   */
  until: () => number | null
  /** Sends waiting scans, and loads the key, the revoked codes and the passes of other gates. */
  meet: () => Promise<'working' | 'revoked'>
}

const newScan = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type At = {
  safe: Safe
  server: GateServer
  clocks: Clocks
  state: State
  passed: Map<number, Pass>
  /** The ended codes that the gate learned from its scans: for each ticket the first turn that may still be valid. */
  ended: Map<number, number>
  net: {
    reached: boolean
    waiting: number
    /** True if the store of the device took nothing at the last try. */
    full: boolean
    /** The scan that the gate handles now. */
    scanning: Promise<unknown>
  }
}
/**
 * Waits for the store, and tells whether it took the change. If the store is full, a gate with network continues
 * without it.
 */
const stored = async (net: At['net'], work: Promise<unknown>): Promise<boolean> => {
  net.full = await work.then(
    () => false,
    () => true,
  )
  return !net.full
}
/**
 * Tells whether a pass replaces the known pass of its ticket. A gate sees its own passes one after another, so a new
 * own pass always counts, whatever the clock says.
 */
const isNews = (known: Pass | undefined, [, direction, at, scan]: Passed): boolean =>
  !known || scan !== undefined || at > known.at || (at === known.at && direction !== known.direction)
const note = (passed: Map<number, Pass>, [id, direction, at, scan]: Passed): void =>
  void passed.set(id, { direction, at, scan })
/** Keeps passes in memory and in the store. If the store is full, the passes are lost only when the page is closed. */
const keepPasses = async ({ safe, state, passed, net }: At, news: readonly Passed[]): Promise<void> => {
  for (const one of news) note(passed, one)
  if (news.length > 0) await stored(net, safe.addPart({ passed: [...news] } satisfies Part, state))
}
/**
 * Keeps the ended codes of a ticket. The code of a later holder proves that the codes of earlier holders have ended,
 * and the server refuses an ended code. So the gate may learn of an ended code before the server's list names it.
 */
const keepEnded = async ({ safe, state, ended, net }: At, news: Revoked): Promise<void> => {
  const [id, below] = news
  // The first turn of a ticket ends no code.
  if (below <= (ended.get(id) ?? 1)) return
  ended.set(id, below)
  await stored(net, safe.addPart({ ended: [news] } satisfies Part, state))
}
const rightTime = ({ state, clocks }: At): number => clocks.device() + state.offset
/**
 * Lists the moments that may be the present moment. There are two if the clock of the device and its steady clock
 * differ: somebody set the clock, or the device slept, and the gate cannot tell which.
 */
const momentsNow = (at: At): number[] => {
  const { anchor } = at.state
  const isSamePage = anchor?.page === at.clocks.page()
  return [rightTime(at), ...(anchor && isSamePage ? [anchorNow(anchor, at.clocks).server] : [])]
}
const verdictOf = (given: Given, offline: boolean) => ({ scan: given.scan, at: Date.parse(given.at), offline })

/**
 * Reads the passes and the ended codes that the gate knows. If the store holds many parts, the function joins them into
 * one part.
 */
const readKnown = async (safe: Safe, state: State): Promise<Pick<At, 'passed' | 'ended'>> => {
  const parts = await safe.readParts<Part>()
  const passed = new Map<number, Pass>()
  // The store holds only passes and ended codes that were news, in their order.
  for (const part of parts) for (const one of part.passed ?? []) note(passed, one)
  const ended = new Map(parts.flatMap((part) => part.ended ?? []))
  if (parts.length > PARTS_MOST) {
    const all = [...passed].map(([id, { direction, at, scan }]): Passed =>
      scan === undefined ? [id, direction, at] : [id, direction, at, scan],
    )
    await safe.replaceParts([{ passed: all, ended: [...ended] } satisfies Part], state)
  }
  return { passed, ended }
}

/** Decides a scan by the facts on the device, and stores an accepted scan for the server. */
const decideHere = async (at: At, given: Given): Promise<GateVerdict> => {
  const { safe, state, passed, net } = at
  const { pack, lease } = state
  const blank = { ...verdictOf(given, true), holder: null, what: '' }
  const key = pack?.public_key
  if (!pack || !key || !lease) return { ...blank, outcome: 'not_ready' }
  if (isLeaseOver(lease, at.clocks.device())) return { ...blank, outcome: 'over' }
  const read = readTicketCode(given.code)
  if (!read || read.facts.raceid !== state.raceid || !(await isGenuine(key, read)))
    return { ...blank, outcome: 'forged' }
  const { facts } = read
  const kind = pack.kinds.find(({ id }) => id === facts.goodsid)
  const shown = { ...blank, what: [kind?.name, facts.slot].filter(Boolean).join(' · ') }
  await keepEnded(at, [facts.id, facts.turn])
  if (isRevoked(pack.revoked, facts) || facts.turn < (at.ended.get(facts.id) ?? 1))
    return { ...shown, outcome: 'revoked' }
  if (given.goodsid !== undefined && given.goodsid !== facts.goodsid) return { ...shown, outcome: 'other_kind' }
  // A gate that was set up by an earlier version has no days in its store.
  const isDay = momentsNow(at).some((moment) => isOnItsDay(kind?.slots ?? [], facts.slot, moment))
  if (given.direction === 'in' && !isDay) return { ...shown, outcome: 'other_day' }
  const outcome = decideAlone(passed.get(facts.id)?.direction, given.direction, kind?.reentry ?? false)
  if (outcome === 'ok') {
    // The gate writes the scan into the queue first. If the gate stops here, it later sends a scan that it did not
    // count. The opposite order could lose a scan that it counted.
    const queued: Queued = { ...given, offline: true, read: readClocks(at.clocks) }
    if (!(await stored(net, safe.addToQueue(queued)))) return { ...shown, outcome: 'not_kept' }
    net.waiting += 1
    await keepPasses(at, [[facts.id, given.direction, rightTime(at), given.scan]])
  }
  return { ...shown, outcome }
}

/**
 * Asks the server about a scan. Returns undefined if no answer comes, or if earlier scans still wait. The server
 * recognises a repeated scan by its id.
 */
const askServer = async (at: At, given: Given): Promise<GateVerdict | undefined> => {
  const { server, state, clocks, net } = at
  if (!net.reached || net.waiting > 0) return undefined
  try {
    const { items } = await server.scan({
      key: state.key,
      clock: new Date(clocks.device()).toISOString(),
      waiting: 0,
      scans: [given],
    })
    const item = items.find(({ scan }) => scan === given.scan)
    if (!item) return undefined
    const facts = readTicketCode(given.code)?.facts
    if (item.outcome !== 'forged' && facts)
      await keepEnded(at, [facts.id, item.outcome === 'revoked' ? facts.turn + 1 : facts.turn])
    if (item.outcome === 'ok' && facts) await keepPasses(at, [[facts.id, given.direction, momentsNow(at).at(-1)!]])
    const what = [item.goods, item.variant, item.slot].filter(Boolean).join(' · ')
    const isOwnKind = given.goodsid === undefined || given.goodsid === facts?.goodsid
    const outcome = item.outcome === 'other_kind' && isOwnKind ? 'other_day' : item.outcome
    return { ...verdictOf(given, false), outcome, holder: item.holder, what }
  } catch {
    net.reached = false
    return undefined
  }
}

/** Asks the server for its time, and for the changes since the last package. */
const contactServer = async ({ server, clocks, state, net }: At) => {
  const since = state.pack?.at
  const contacted = await server.contact({
    key: state.key,
    clock: new Date(clocks.device()).toISOString(),
    waiting: net.waiting,
    ...(since === undefined ? {} : { since }),
  })
  const anchor: Anchor = { ...readClocks(clocks), server: Date.parse(contacted.at) }
  return { contacted, anchor }
}
/** Sends the waiting scans, the oldest first. `anchor` has the clocks of a contact that was made a moment ago. */
const sendQueue = async (of: At, anchor?: Anchor): Promise<void> => {
  const { safe, server, state, passed, clocks, net } = of
  let known = anchor
  for (;;) {
    const queue = await safe.readQueue<Queued>()
    const batch = queue.slice(0, SEND_MOST)
    net.waiting = queue.length
    if (batch.length === 0) return
    // Somebody may have set the clock after a scan. Only a contact with the server shows this.
    known ??= (await contactServer(of)).anchor
    const now = anchorNow(known, clocks)
    const dated = batch.map(({ place, entry: { read, ...given } }) => {
      const moment = read && dateOf(read, state.anchor ?? null, now)
      return { place, moment, given: moment ? { ...given, at: deviceMomentOf(moment, now) } : given }
    })
    const scans = dated.map(({ given }) => given)
    const waiting = queue.length - batch.length
    const { items } = await server.scan({ key: state.key, clock: new Date(now.device).toISOString(), waiting, scans })
    const answered = new Set(items.map(({ scan }) => scan))
    const done = dated.filter(({ given }) => answered.has(given.scan))
    if (done.length === 0) return
    await safe.settle(done.map(({ place }) => place))
    // The pass of a sent scan gets the corrected moment. Passes of other gates are compared with it.
    const redated = done.flatMap(({ given: { scan, code, direction }, moment }): Passed[] => {
      const id = readTicketCode(code)?.facts.id
      return moment && id !== undefined && passed.get(id)?.scan === scan ? [[id, direction, moment.at]] : []
    })
    await keepPasses(of, redated)
  }
}
const meetServer = async (at: At): Promise<'working' | 'revoked'> => {
  const { safe, state, passed, net } = at
  try {
    await sendQueue(at)
    const { contacted, anchor } = await contactServer(at)
    if (contacted.state === 'revoked') {
      // The store will be erased. The gate may have scanned tickets since it sent its queue.
      await net.scanning
      await sendQueue(at, anchor)
      return 'revoked'
    }
    const { public_key, kinds, revoked, at: now, until, passes } = contacted
    state.pack = { public_key, kinds, revoked, at: now }
    state.lease = { contact: anchor.device, ms: Date.parse(until) - Date.parse(now) }
    state.offset = anchor.server - anchor.device
    await keepPasses(
      at,
      passes.filter((one) => isNews(passed.get(one[0]), one)),
    )
    // A scan that somebody makes meanwhile waits in the queue. The clocks of the former contact give the time of this
    // scan. So the gate keeps those clocks until the queue is empty.
    if ((await safe.readQueue<Queued>()).length === 0) state.anchor = anchor
    await stored(net, safe.writeState(state))
    net.waiting = (await safe.readQueue<Queued>()).length
    net.reached = true
    return 'working'
  } catch (thrown) {
    net.reached = false
    throw thrown
  }
}

/** Opens the gate with its unlocked store. */
export const openGate = async (safe: Safe, server: GateServer, clocks: Clocks): Promise<GateKeeper> => {
  const state = await safe.readState<State>()
  const known = await readKnown(safe, state)
  const net: At['net'] = {
    reached: false,
    waiting: (await safe.readQueue<Queued>()).length,
    full: false,
    scanning: Promise.resolve(),
  }
  const at: At = { safe, server, clocks, state, ...known, net }
  let meeting: Promise<'working' | 'revoked'> | undefined
  return {
    preset: () => state.preset,
    pack: () => state.pack,
    contact: () => state.lease?.contact ?? null,
    until: () => (state.lease ? state.lease.contact + state.lease.ms : null),
    reached: () => net.reached,
    waiting: () => net.waiting,
    full: () => net.full,
    put: async (preset) => {
      state.preset = preset
      await stored(net, safe.writeState(state))
    },
    // The gate handles one scan after another, so that the second scan of a code finds the first scan.
    scan: (text) => {
      const { name, direction, goodsid } = state.preset
      const given: Given = {
        scan: newScan(),
        code: text.normalize('NFKC').trim().slice(0, 400),
        gate: name,
        direction,
        at: new Date(clocks.device()).toISOString(),
        offline: false,
        ...(goodsid === null ? {} : { goodsid }),
      }
      const next = net.scanning.then(async () => (await askServer(at, given)) ?? decideHere(at, given))
      net.scanning = next.catch(() => undefined)
      return next
    },
    meet: () => (meeting ??= meetServer(at).finally(() => (meeting = undefined))),
  }
}
