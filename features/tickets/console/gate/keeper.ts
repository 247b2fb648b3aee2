import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Safe } from '#features/desks/console/offline/vault.ts'
import type { consoleTicketsGate, consoleTicketsScan } from '../../gate.contract.ts'
import { type Direction, type ScanOutcome, decideAlone, isGenuine, isRevoked, readCode } from '../../gate.rules.ts'

/** The duty of a gate: its name, its direction, and the kind of ticket that it accepts (null means every kind). */
export type GatePreset = { name: string; direction: Direction; goodsid: number | null }
export type GatePackage = OutputOf<typeof consoleTicketsGate>
type Given = InputOf<typeof consoleTicketsScan>['scans'][number]
export type GateAnswer = OutputOf<typeof consoleTicketsScan>['items'][number]
/** The calls of a gate to the server. A test replaces them. */
export type GateServer = {
  load: () => Promise<GatePackage>
  scan: (clock: string, scans: Given[]) => Promise<{ items: GateAnswer[] }>
}
/** The answer to one code. `offline` means that the gate decided without the server. */
export type GateVerdict = {
  scan: string
  outcome: ScanOutcome | 'forged' | 'not_ready'
  holder: string | null
  what: string
  at: number
  offline: boolean
}
type State = { raceid: number; preset: GatePreset; pack: GatePackage | null; contact: number | null }
/** An accepted pass of this gate. Without network, the gate refuses a second pass of the same ticket. */
type Part = { passed?: [id: number, direction: Direction][] }

export const firstState = (raceid: number, preset: GatePreset): State => ({ raceid, preset, pack: null, contact: null })

/** The most scans of one call. */
const SEND_MOST = 200
/** The number of stored parts above which the gate joins its parts at its start. */
const PARTS_MOST = 200

export type GateKeeper = {
  preset: () => GatePreset
  pack: () => GatePackage | null
  /** The moment of the last answer of the server, by the clock of the device. */
  contact: () => number | null
  reached: () => boolean
  waiting: () => number
  put: (preset: GatePreset) => Promise<void>
  /** Answers one code. The server decides if it answers, otherwise the rules on the device decide. */
  scan: (text: string) => Promise<GateVerdict>
  /** Sends waiting scans, and loads the key and the revoked codes. */
  meet: () => Promise<void>
}

const newScan = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type At = {
  safe: Safe
  server: GateServer
  clock: () => number
  state: State
  passed: Map<number, Direction[]>
  net: { reached: boolean; waiting: number }
}
const note = (passed: Map<number, Direction[]>, id: number, direction: Direction): void => {
  passed.set(id, [...(passed.get(id) ?? []), direction])
}
const keepPass = async ({ safe, state, passed }: At, id: number, direction: Direction): Promise<void> => {
  note(passed, id, direction)
  await safe.addPart({ passed: [[id, direction]] } satisfies Part, state)
}
const verdictOf = (given: Given, offline: boolean) => ({ scan: given.scan, at: Date.parse(given.at), offline })

/** Reads the passes of this gate. If there are many parts, it joins them. */
const readPasses = async (safe: Safe, state: State): Promise<Map<number, Direction[]>> => {
  const parts = await safe.readParts<Part>()
  const passed = new Map<number, Direction[]>()
  for (const part of parts) for (const [id, direction] of part.passed ?? []) note(passed, id, direction)
  if (parts.length > PARTS_MOST) {
    const all = [...passed].flatMap(([id, directions]) => directions.map((one): [number, Direction] => [id, one]))
    await safe.replaceParts([{ passed: all } satisfies Part], state)
  }
  return passed
}

/** Decides a scan by the facts on the device, and stores an accepted scan for the server. */
const decideHere = async (at: At, given: Given): Promise<GateVerdict> => {
  const { safe, state, passed, net } = at
  const { pack } = state
  const blank = { ...verdictOf(given, true), holder: null, what: '' }
  const key = pack?.public_key
  if (!pack || !key) return { ...blank, outcome: 'not_ready' }
  const read = readCode(given.code)
  if (!read || read.facts.raceid !== state.raceid || !(await isGenuine(key, read)))
    return { ...blank, outcome: 'forged' }
  const { facts } = read
  const kind = pack.kinds.find(({ id }) => id === facts.goodsid)
  const shown = { ...blank, what: [kind?.name, facts.slot].filter(Boolean).join(' · ') }
  if (isRevoked(pack.revoked, facts)) return { ...shown, outcome: 'revoked' }
  if (given.goodsid !== undefined && given.goodsid !== facts.goodsid) return { ...shown, outcome: 'other_kind' }
  const outcome = decideAlone(passed.get(facts.id) ?? [], given.direction, kind?.reentry ?? false)
  if (outcome === 'ok') {
    // The gate writes the scan into the queue first. If the gate stops here, it later sends a scan that it did not
    // count. The opposite order could lose a scan that it counted.
    await safe.addToQueue({ ...given, offline: true } satisfies Given)
    net.waiting += 1
    await keepPass(at, facts.id, given.direction)
  }
  return { ...shown, outcome }
}

/** Asks the server about a scan. Undefined if no answer comes. The server recognises a repeated scan by its id. */
const askServer = async (at: At, given: Given): Promise<GateVerdict | undefined> => {
  const { server, clock, net } = at
  if (!net.reached || net.waiting > 0) return undefined
  try {
    const { items } = await server.scan(new Date(clock()).toISOString(), [given])
    const item = items.find(({ scan }) => scan === given.scan)
    if (!item) return undefined
    const id = readCode(given.code)?.facts.id
    if (item.outcome === 'ok' && id !== undefined) await keepPass(at, id, given.direction)
    const what = [item.goods, item.variant, item.slot].filter(Boolean).join(' · ')
    return { ...verdictOf(given, false), outcome: item.outcome, holder: item.holder, what }
  } catch {
    net.reached = false
    return undefined
  }
}

/** Sends the waiting scans, the oldest first. */
const sendQueue = async ({ safe, server, clock, net }: At): Promise<void> => {
  for (;;) {
    const batch = (await safe.readQueue<Given>()).slice(0, SEND_MOST)
    net.waiting = batch.length
    if (batch.length === 0) return
    const scans = batch.map(({ entry }) => entry)
    const { items } = await server.scan(new Date(clock()).toISOString(), scans)
    const answered = new Set(items.map(({ scan }) => scan))
    const done = batch.filter(({ entry }) => answered.has(entry.scan)).map(({ place }) => place)
    if (done.length === 0) return
    await safe.settle(done, {} satisfies Part)
  }
}
const meetServer = async (at: At): Promise<void> => {
  const { safe, server, clock, state, net } = at
  try {
    await sendQueue(at)
    state.pack = await server.load()
    state.contact = clock()
    await safe.writeState(state)
    net.waiting = (await safe.readQueue<Given>()).length
    net.reached = true
  } catch (thrown) {
    net.reached = false
    throw thrown
  }
}

/** Opens the gate with its unlocked store. */
export const openGate = async (safe: Safe, server: GateServer, clock: () => number): Promise<GateKeeper> => {
  const state = await safe.readState<State>()
  const passed = await readPasses(safe, state)
  const net = { reached: false, waiting: (await safe.readQueue<Given>()).length }
  const at: At = { safe, server, clock, state, passed, net }
  let meeting: Promise<void> | undefined
  let scanning: Promise<unknown> = Promise.resolve()
  return {
    preset: () => state.preset,
    pack: () => state.pack,
    contact: () => state.contact,
    reached: () => net.reached,
    waiting: () => net.waiting,
    put: async (preset) => {
      state.preset = preset
      await safe.writeState(state)
    },
    // The gate handles one scan after another, so that the second scan of a code knows the first one.
    scan: (text) => {
      const { name, direction, goodsid } = state.preset
      const given: Given = {
        scan: newScan(),
        code: text.normalize('NFKC').trim().slice(0, 400),
        gate: name,
        direction,
        at: new Date(clock()).toISOString(),
        offline: false,
        ...(goodsid === null ? {} : { goodsid }),
      }
      const next = scanning.then(async () => (await askServer(at, given)) ?? decideHere(at, given))
      scanning = next.catch(() => undefined)
      return next
    },
    meet: () => (meeting ??= meetServer(at).finally(() => (meeting = undefined))),
  }
}
