import type { ParsedOf } from '#contract/endpoint.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { type ShownGoods, goodsOf } from '#features/sales/goods/goods.service.ts'
import type { Context } from '#seam/server/handle.ts'
import { ticketPublicKey } from './codes.service.ts'
import type { consoleTicketsScan } from './gate.contract.ts'
import {
  type CodeFacts,
  type ScanOutcome,
  decideScan,
  isGenuine,
  isOnItsDay,
  readTicketCode,
  replayScans,
} from './gate.rules.ts'
import { findScan, insertScan, listAccepted, listReplayed, writeOutcome } from './gate.store.ts'
import { ticketDaysOf, ticketSettings } from './kinds.service.ts'
import { type PaidTicketRow, findTicketById, lockTickets } from './store.ts'
import { TICKETS, kindAndSlotOf } from './tickets.service.ts'

type Given = ParsedOf<typeof consoleTicketsScan>['scans'][number]

export const namesAt = (lang: Lang, kinds: readonly ShownGoods[], at: Parameters<typeof kindAndSlotOf>[1]) => {
  const { goods, variant } = kindAndSlotOf(kinds, at)
  return {
    goods: nameIn(lang, goods.name, goods.names),
    variant: nameIn(lang, variant.name, variant.names),
    slot: at.slot,
  }
}

/**
 * Returns the name that a gate shows; null for a revoked code. A person with such a code does not learn the present
 * holder of the ticket.
 */
const holderFor = ({ outcome, row }: { outcome: ScanOutcome; row: PaidTicketRow }): string | null =>
  outcome === 'revoked' ? null : row.holder

const decide = async (
  tx: Tx,
  row: PaidTicketRow,
  { turn }: CodeFacts,
  { direction, goodsid }: Given,
  { reentry, isDay }: { reentry: boolean; isDay: boolean },
): Promise<ScanOutcome> => {
  if (row.state !== 'valid' || turn !== row.turn) return 'revoked'
  if (goodsid !== undefined && goodsid !== row.goodsid) return 'other_kind'
  // A person who is inside after the last day may still leave.
  if (direction === 'in' && !isDay) return 'other_kind'
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
 * Records one scan with a valid signature, once. Undefined if the race has no such ticket, or if the id of the scan
 * belongs to another ticket. It locks the ticket's row, so that a second gate waits for the first.
 */
const record = async (
  tx: Tx,
  facts: CodeFacts,
  given: Given,
  kinds: readonly ShownGoods[],
  { staffid, now, late, zone }: { staffid: number; now: Date; late: number; zone: string },
): Promise<{ outcome: ScanOutcome; row: PaidTicketRow } | undefined> => {
  const { raceid, id } = facts
  await lockTickets(tx, raceid, [id])
  const row = await findTicketById(tx, raceid, id)
  if (!row) return undefined
  const known = await findScan(tx, raceid, given.scan)
  if (known) return known.ticketid === id ? { outcome: known.outcome as ScanOutcome, row } : undefined
  const { goods } = kindAndSlotOf(kinds, row)
  const { reentry } = ticketSettings(goods.settings)
  const { scan, gate, direction, offline } = given
  // The clock of a gate may be wrong by hours, but no scan can be later than its arrival.
  const at = offline ? new Date(Math.min(Date.parse(given.at) + late, now.getTime())) : now
  const isDay = isOnItsDay(ticketDaysOf(goods, zone), row.slot, at.getTime())
  const outcome = await decide(tx, row, facts, given, { reentry, isDay })
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
    at,
    came_at: now,
  })
  if (!offline || outcome === 'revoked' || outcome === 'other_kind') return { outcome, row }
  return { outcome: await replay(tx, row, scan, reentry), row }
}

export type Scanning = Pick<Context<never>, 'db' | 'seal' | 'lang' | 'now'>
type Sent = { raceid: number; staffid: number; clock: string | undefined; scans: readonly Given[] }
/**
 * Records scans one after another and answers each. A code that is not genuine gets the answer 'forged', and its scan
 * is not recorded.
 */
export const recordAll = async ({ db, seal, lang, now }: Scanning, { raceid, staffid, clock, scans }: Sent) => {
  const [key, kinds, race] = await Promise.all([
    ticketPublicKey({ db, seal }, raceid, now),
    goodsOf(db, raceid, TICKETS),
    raceGiven(db, raceid, now),
  ])
  const late = clock === undefined ? 0 : now.getTime() - Date.parse(clock)
  const items = []
  for (const given of scans) {
    const read = readTicketCode(given.code)
    const genuine = race && read?.facts.raceid === raceid && (await isGenuine(key, read))
    const said = genuine
      ? await db
          .transaction()
          .execute((tx) => record(tx, read.facts, given, kinds, { staffid, now, late, zone: race!.zone }))
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
