import { findOrder } from '#features/orders/finding.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { alipayOptions } from '#integrations/alipay/client.ts'
import { cmbOptions } from '#integrations/cmb/client.ts'
import type { Gateway, GatewayName } from '#integrations/payment/gateway.ts'
import { paypalOptions } from '#integrations/paypal/client.ts'
import { countWaitingPayments, listChannels, listRefusals, lockChannel, saveProof } from './channels.store.ts'
import { consoleOrdersClose, consolePaymentsChannels, consolePaymentsProve } from '../contract.ts'
import { payGateways } from '../rules.ts'
import { closeOrder } from '../service.ts'
import { writeCounted } from './watching.service.ts'

const proofs: Readonly<Record<GatewayName, Gateway['proof']>> = {
  wechat: 'vectors',
  alipay: alipayOptions.proof,
  paypal: paypalOptions.proof,
  cmb: cmbOptions.proof,
}

export const routes = [
  handle(consoleOrdersClose, async ({ input: { raceid, id }, db, integrations, origin, who, now, refuse }) => {
    if (!(await findOrder(db, raceid, id))) return refuse('order_unknown')
    // The server asks the channel here, so it holds no transaction. The log is written when the outcome is known.
    const state = await closeOrder({ db, integrations, origin }, raceid, id, 'cancelled', now)
    if (state === 'closed')
      await db
        .transaction()
        .execute((tx) => logChange(tx, { who, now, raceid, what: 'order closed', target: `order ${id}` }))
    return { state }
  }),

  handle(consolePaymentsChannels, async ({ input, db, integrations, now }) => {
    await writeCounted(db, now)
    const [known, refusals, waitingAt] = await Promise.all([
      listChannels(db),
      listRefusals(db),
      countWaitingPayments(db, input.raceid),
    ])
    const items = payGateways.map((gateway) => {
      const row = known.get(gateway)
      const live = integrations.gateways[gateway]
      return {
        gateway,
        kind: live ? (live.sandbox ? ('pretend' as const) : ('real' as const)) : ('none' as const),
        proof: live?.proof ?? proofs[gateway],
        proved: row?.proved_on ? { on: row.proved_on, by: row.proved_by ?? '', note: row.proved_note } : null,
        notices: Number(row?.notices ?? 0),
        notice_at: row?.notice_at ?? null,
        refused: Number(row?.refused ?? 0),
        refused_at: row?.refused_at ?? null,
        refused_why: row?.refused_why ?? null,
        refusals: refusals
          .filter((one) => one.gateway === gateway)
          .map(({ why, count, last_at }) => ({ why, count: Number(count), last_at })),
        failures: Number(row?.failures ?? 0),
        failed_at: row?.failed_at ?? null,
        failed_why: row?.failed_why ?? null,
        ...waitingAt(gateway),
      }
    })
    return { items }
  }),

  handle(consolePaymentsProve, async ({ input, db, integrations, now, who, refuse }) => {
    const gateway = payGateways.find((name) => name === input.gateway)!
    // The day may be tomorrow on the server's clock, because the people who tried the channel may be in another time
    // zone.
    if (input.on !== null && input.on > new Date(now.getTime() + 14 * 3600_000).toISOString().slice(0, 10))
      return refuse('prove_future')
    if (input.on !== null && input.by.trim() === '') return refuse('prove_unnamed')
    if (input.on !== null && integrations.gateways[gateway]?.sandbox !== false) return refuse('prove_pretend')
    const proof = {
      on: input.on,
      by: input.on === null ? null : input.by.trim(),
      note: input.on === null ? '' : input.note.trim(),
    }
    await db.transaction().execute(async (tx) => {
      const { proved_on, proved_by, proved_note } = await lockChannel(tx, gateway, now)
      await saveProof(tx, gateway, { ...proof, staffid: who.staffid ?? null }, now)
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: input.on === null ? 'channel proof taken back' : 'channel proved',
        target: `channel ${gateway}`,
        before: { on: proved_on, by: proved_by, note: proved_note },
        after: proof,
      })
    })
    return { proved: proof.on === null ? null : { on: proof.on, by: proof.by!, note: proof.note } }
  }),
]
