import { nameIn } from '#contract/words.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { LOAD_OVERLAP_MS, worksUntil, offsetOf } from '#features/desks/device/device.rules.ts'
import { callingDevice, sawDevice } from '#features/desks/device/device.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { ticketPublicKey } from './codes.service.ts'
import {
  consoleTicketsClashes,
  consoleTicketsGate,
  consoleTicketsGateContact,
  consoleTicketsGateScan,
  consoleTicketsScan,
  consoleTicketsSettle,
} from './gate.contract.ts'
import { listClashes, listPasses, listRevoked, settleClash } from './gate.store.ts'
import { ticketDaysOf, ticketSettings } from './kinds.service.ts'
import { type Scanning, namesAt, recordAll } from './scanning.service.ts'
import { TICKETS } from './tickets.service.ts'

const packOf = async ({ db, seal, lang, now }: Scanning, raceid: number) => {
  const [kinds, race] = await Promise.all([goodsOf(db, raceid, TICKETS), raceGiven(db, raceid, now)])
  return {
    public_key: kinds.length > 0 ? await ticketPublicKey({ db, seal }, raceid, now) : null,
    kinds: kinds.map((kind) => ({
      id: kind.id,
      name: nameIn(lang, kind.name, kind.names),
      reentry: ticketSettings(kind.settings).reentry,
      slots: race ? ticketDaysOf(kind, race.zone) : [],
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
    const from = since === undefined ? null : new Date(Date.parse(since) - LOAD_OVERLAP_MS)
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
