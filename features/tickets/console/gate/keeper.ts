import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Safe } from '#features/desks/console/offline/vault.ts'
import type { consoleTicketsGate, consoleTicketsScan } from '../../gate.contract.ts'
import { type Direction, type Outcome, decideAlone, isGenuine, isRevoked, readCode } from '../../gate.rules.ts'

/** The duty of a gate: its name, the way that people pass, and the kind of ticket that counts (null: every kind). */
export type GatePreset = { name: string; direction: Direction; goodsid: number | null }
export type GatePackage = OutputOf<typeof consoleTicketsGate>
type Given = InputOf<typeof consoleTicketsScan>['scans'][number]
export type Answer = OutputOf<typeof consoleTicketsScan>['items'][number]
/** The calls of a gate to the server. A test replaces them. */
export type GateServer = {
  load: () => Promise<GatePackage>
  scan: (clock: string, scans: Given[]) => Promise<{ items: Answer[] }>
}
/** The answer to one code. `offline` means that the gate decided without the server. */
export type Verdict = {
  scan: string
  outcome: Outcome | 'forged' | 'not_ready'
  holder: string | null
  what: string
  at: number
  offline: boolean
}
type State = { raceid: number; preset: GatePreset; pack: GatePackage | null; contact: number | null }
/** An accepted pass of this gate. A ticket that passes twice here is refused without network too. */
type Part = { passed?: [id: number, direction: Direction][] }

export const firstState = (raceid: number, preset: GatePreset): State => ({ raceid, preset, pack: null, contact: null })

/** The most scans of one call. */
const SEND_MOST = 200
/** The gate joins its parts at its start where it has more of them. */
const PARTS_MOST = 200

export type GateKeeper = {
  preset: () => GatePreset
  pack: () => GatePackage | null
  /** The moment of the last answer of the server, by the clock of the device. */
  contact: () => number | null
  reached: () => boolean
  waiting: () => number
  put: (preset: GatePreset) => Promise<void>
  /** Answers one code: by the server while it answers, else by the rules on the device. */
  scan: (text: string) => Promise<Verdict>
  /** Sends waiting scans, and loads the key and the revoked codes. */
  meet: () => Promise<void>
}

const newScan = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Opens the gate over its open store. */
export const openGate = async (safe: Safe, server: GateServer, clock: () => number): Promise<GateKeeper> => {
  const state = await safe.readState<State>()
  const parts = await safe.readParts<Part>()
  const passed = new Map<number, Direction[]>()
  const note = (id: number, direction: Direction) => passed.set(id, [...(passed.get(id) ?? []), direction])
  for (const part of parts) for (const [id, direction] of part.passed ?? []) note(id, direction)
  if (parts.length > PARTS_MOST) {
    const all = [...passed].flatMap(([id, directions]) => directions.map((one): [number, Direction] => [id, one]))
    await safe.replaceParts([{ passed: all } satisfies Part], state)
  }
  let waiting = (await safe.readQueue<Given>()).length
  let reached = false

  const keep = async (id: number, direction: Direction) => {
    note(id, direction)
    await safe.addPart({ passed: [[id, direction]] } satisfies Part, state)
  }
  const base = (given: Given, offline: boolean) => ({ scan: given.scan, at: Date.parse(given.at), offline })

  const decide = async (given: Given): Promise<Verdict> => {
    const { pack } = state
    const blank = { ...base(given, true), holder: null, what: '' }
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
      // The queue comes first: a gate that stops here sends a scan that it did not count, and never the other way.
      await safe.addToQueue({ ...given, offline: true } satisfies Given)
      waiting += 1
      await keep(facts.id, given.direction)
    }
    return { ...shown, outcome }
  }
  const askServer = async (given: Given): Promise<Verdict | undefined> => {
    if (!reached || waiting > 0) return undefined
    try {
      const { items } = await server.scan(new Date(clock()).toISOString(), [given])
      const item = items.find(({ scan }) => scan === given.scan)
      if (!item) return undefined
      const id = readCode(given.code)?.facts.id
      if (item.outcome === 'ok' && id !== undefined) await keep(id, given.direction)
      const what = [item.goods, item.variant, item.slot].filter(Boolean).join(' · ')
      return { ...base(given, false), outcome: item.outcome, holder: item.holder, what }
    } catch {
      reached = false
      return undefined
    }
  }
  const send = async () => {
    for (;;) {
      const batch = (await safe.readQueue<Given>()).slice(0, SEND_MOST)
      waiting = batch.length
      if (batch.length === 0) return
      const { items } = await server.scan(
        new Date(clock()).toISOString(),
        batch.map(({ entry }) => entry),
      )
      const answered = new Set(items.map(({ scan }) => scan))
      const done = batch.filter(({ entry }) => answered.has(entry.scan)).map(({ place }) => place)
      if (done.length === 0) return
      await safe.settle(done, {} satisfies Part)
    }
  }
  const meetServer = async () => {
    try {
      await send()
      state.pack = await server.load()
      state.contact = clock()
      await safe.writeState(state)
      waiting = (await safe.readQueue<Given>()).length
      reached = true
    } catch (thrown) {
      reached = false
      throw thrown
    }
  }
  let meeting: Promise<void> | undefined
  let scanning: Promise<unknown> = Promise.resolve()
  return {
    preset: () => state.preset,
    pack: () => state.pack,
    contact: () => state.contact,
    reached: () => reached,
    waiting: () => waiting,
    put: async (preset) => {
      state.preset = preset
      await safe.writeState(state)
    },
    // One scan after another, so that the second scan of a code sees the first one.
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
      const next = scanning.then(async () => (await askServer(given)) ?? decide(given))
      scanning = next.catch(() => undefined)
      return next
    },
    meet: () => (meeting ??= meetServer().finally(() => (meeting = undefined))),
  }
}
