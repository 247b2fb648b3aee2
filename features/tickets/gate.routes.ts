import { type Lang, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { type ShownGoods, goodsOf } from '#features/sales/goods/goods.service.ts'
import { OVERLAP_MS, worksUntil } from '#features/desks/device/device.rules.ts'
import { callingDevice, sawDevice } from '#features/desks/device/device.service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { publicKeyOf } from './codes.service.ts'
import {
  consoleTicketsClashes,
  consoleTicketsGate,
  consoleTicketsGateContact,
  consoleTicketsGateScan,
  consoleTicketsScan,
  consoleTicketsSettle,
} from './gate.contract.ts'
import { type CodeFacts, type ScanOutcome, decideScan, isGenuine, readCode, replayScans } from './gate.rules.ts'
import {
  findScan,
  insertScan,
  listAccepted,
  listClashes,
  listPasses,
  listReplayed,
  listRevoked,
  settleClash,
  writeOutcome,
} from './gate.store.ts'
import { ticketSettings } from './kinds.service.ts'
import { type PaidTicketRow, findTicketById, lockTickets } from './store.ts'
import { TICKETS, placeOf } from './tickets.service.ts'

type Given = ParsedOf<typeof consoleTicketsScan>['scans'][number]

const namesAt = (lang: Lang, kinds: readonly ShownGoods[], at: Parameters<typeof placeOf>[1]) => {
  const { goods, variant } = placeOf(kinds, at)
  return {
    goods: nameIn(lang, goods.name, goods.names),
    variant: nameIn(lang, variant.name, variant.names),
    slot: at.slot,
  }
}

/** The name that a gate shows. A person with an invalid code does not learn the present holder of the ticket. */
const holderFor = ({ outcome, row }: { outcome: ScanOutcome; row: PaidTicketRow }): string | null =>
  outcome === 'revoked' ? null : row.holder

const decide = async (
  tx: Tx,
  row: PaidTicketRow,
  { turn }: CodeFacts,
  { direction, goodsid }: Given,
  reentry: boolean,
): Promise<ScanOutcome> => {
  if (row.state !== 'valid' || turn !== row.turn) return 'revoked'
  if (goodsid !== undefined && goodsid !== row.goodsid) return 'other_kind'
  return decideScan(await listAccepted(tx, row.raceid, row.id), direction, reentry)
}

/** Decides all scans of a ticket again, in the order of their times. Returns the outcome of the new scan. */
const replay = async (tx: Tx, { raceid, id }: PaidTicketRow, scan: string, reentry: boolean): Promise<ScanOutcome> => {
  const scans = await listReplayed(tx, raceid, id)
  const outcomes = replayScans(scans, reentry)
  for (const [at, one] of scans.entries())
    if (one.outcome !== outcomes[at]) await writeOutcome(tx, raceid, one.id, outcomes[at]!)
  return (await findScan(tx, raceid, scan))!.outcome as ScanOutcome
}

/**
 * Records one scan with a valid signature, once. It locks the ticket's row, so that a second gate waits for the first.
 */
const record = async (
  tx: Tx,
  facts: CodeFacts,
  given: Given,
  kinds: readonly ShownGoods[],
  { staffid, now, late }: { staffid: number; now: Date; late: number },
): Promise<{ outcome: ScanOutcome; row: PaidTicketRow } | undefined> => {
  const { raceid, id } = facts
  await lockTickets(tx, raceid, [id])
  const row = await findTicketById(tx, raceid, id)
  if (!row) return undefined
  const known = await findScan(tx, raceid, given.scan)
  if (known) return known.ticketid === id ? { outcome: known.outcome as ScanOutcome, row } : undefined
  const { reentry } = ticketSettings(placeOf(kinds, row).goods.settings)
  const outcome = await decide(tx, row, facts, given, reentry)
  const { scan, gate, direction, offline, at } = given
  // The clock of a gate may be wrong by hours, but no scan can be later than its arrival.
  const scanned = new Date(Math.min(Date.parse(at) + late, now.getTime()))
  const { turn } = facts
  await insertScan(tx, raceid, {
    scan,
    ticketid: id,
    turn,
    gate,
    direction,
    outcome,
    offline,
    staffid,
    at: offline ? scanned : now,
    came_at: now,
  })
  if (!offline || outcome === 'revoked' || outcome === 'other_kind') return { outcome, row }
  return { outcome: await replay(tx, row, scan, reentry), row }
}

type Scanning = Pick<Context<never>, 'db' | 'seal' | 'lang' | 'now'>
type Sent = { raceid: number; staffid: number; clock: string | undefined; scans: readonly Given[] }
/** Records scans one after another and answers each. */
const recordAll = async ({ db, seal, lang, now }: Scanning, { raceid, staffid, clock, scans }: Sent) => {
  const [key, kinds] = await Promise.all([publicKeyOf({ db, seal }, raceid, now), goodsOf(db, raceid, TICKETS)])
  const late = clock === undefined ? 0 : now.getTime() - Date.parse(clock)
  const items = []
  for (const given of scans) {
    const read = readCode(given.code)
    const genuine = read?.facts.raceid === raceid && (await isGenuine(key, read))
    const said = genuine
      ? await db.transaction().execute((tx) => record(tx, read.facts, given, kinds, { staffid, now, late }))
      : undefined
    const blank = { holder: null, goods: null, variant: null, slot: null }
    items.push(
      said
        ? { scan: given.scan, outcome: said.outcome, holder: holderFor(said), ...namesAt(lang, kinds, said.row) }
        : { scan: given.scan, outcome: 'forged' as const, ...blank },
    )
  }
  return { items }
}
const offsetOf = (now: Date, clock: string | undefined): number | undefined =>
  clock === undefined ? undefined : now.getTime() - Date.parse(clock)

/** Gathers the key, the kinds and the revoked codes of a race. */
const packOf = async ({ db, seal, lang, now }: Scanning, raceid: number) => {
  const kinds = await goodsOf(db, raceid, TICKETS)
  return {
    public_key: kinds.length > 0 ? await publicKeyOf({ db, seal }, raceid, now) : null,
    kinds: kinds.map(({ id, name, names, settings }) => ({
      id,
      name: nameIn(lang, name, names),
      reentry: ticketSettings(settings).reentry,
    })),
    revoked: await listRevoked(db, raceid),
    at: now,
  }
}
const nothing = { public_key: null, kinds: [], revoked: [], passes: [] }

export const gateRoutes = [
  handle(consoleTicketsGate, async ({ input, ...parts }) => packOf(parts, input.raceid)),

  handle(consoleTicketsGateContact, async ({ input, refuse, ...parts }) => {
    const { key, clock, waiting, since } = input
    const { db, now } = parts
    const { device, desk, revoked } = (await callingDevice(db, key)) ?? refuse('desk_device_unknown')
    const { raceid } = device
    await sawDevice(db, device, { now, offset_ms: offsetOf(now, clock), waiting })
    const until = worksUntil(now, desk.hours)
    if (revoked) return { state: 'revoked' as const, at: now, until, ...nothing }
    const from = since === undefined ? null : new Date(Date.parse(since) - OVERLAP_MS)
    const [pack, passes] = await Promise.all([packOf(parts, raceid), listPasses(db, raceid, from)])
    return { state: 'working' as const, until, ...pack, passes }
  }),

  handle(consoleTicketsGateScan, async ({ input, refuse, ...parts }) => {
    const { key, clock, waiting, scans } = input
    const { device, who, revoked } = (await callingDevice(parts.db, key)) ?? refuse('desk_device_unknown')
    if (revoked && scans.some(({ offline }) => !offline)) return refuse('device_revoked')
    const answered = await recordAll(parts, { raceid: device.raceid, staffid: who.staffid!, clock, scans })
    await sawDevice(parts.db, device, { now: parts.now, offset_ms: offsetOf(parts.now, clock), waiting })
    return answered
  }),

  handle(consoleTicketsScan, async ({ input, who, ...parts }) =>
    recordAll(parts, { ...input, staffid: who.staffid!, clock: input.clock }),
  ),

  handle(consoleTicketsClashes, async ({ input, db, lang }) => {
    const [rows, kinds] = await Promise.all([listClashes(db, input.raceid), goodsOf(db, input.raceid, TICKETS)])
    return {
      items: rows.map(({ before_gate, before_at, ...row }) => ({
        ...row,
        ...namesAt(lang, kinds, row),
        before: before_gate === null ? null : { gate: before_gate, at: before_at! },
      })),
    }
  }),

  handle(consoleTicketsSettle, async ({ input, now, who, refuse, save }) =>
    save(async (tx) => {
      if (!(await settleClash(tx, input.raceid, input.id, who.staffid!, now))) return refuse('scan_unknown')
      const target = `ticket scan ${input.id}`
      await logChange(tx, { who, now, raceid: input.raceid, what: 'gate clash settled', target })
      return { id: input.id }
    }),
  ),
]
