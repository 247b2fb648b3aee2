import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { RECONCILE } from './service.ts'
import {
  type ReconciledChannel,
  channels,
  consoleReconciliationsList,
  consoleReconciliationsRate,
  consoleReconciliationsRun,
  consoleReconciliationsSettle,
  consoleReconciliationsShow,
} from './contract.ts'
import { lastDay } from './rules.ts'
import {
  markDayEven,
  findDay,
  listDays,
  listDifferences,
  listRuns,
  lockDifference,
  readRates,
  saveRate,
  settleDifference,
} from './store.ts'

const readCursor = (after: string | undefined) => {
  const found = /^(\d{4}-\d{2}-\d{2})\.(\w{1,20})$/.exec(after ?? '')
  return found ? { day: found[1]!, gateway: found[2]! } : undefined
}

export const routes = [
  handle(consoleReconciliationsList, async ({ input, db, now, integrations }) => {
    const rates = await readRates(db)
    const open = channels.flatMap((gateway: ReconciledChannel) => {
      const known = integrations.gateways[gateway]
      return known?.statement
        ? [{ gateway, pretend: known.sandbox, rate: rates.get(gateway) ?? null, last: lastDay(now, known.statement) }]
        : []
    })
    const rows = await listDays(db, readCursor(input.after), rowsFor(input.limit))
    const { rows: items, after } = pageOf(rows, input.limit, ({ day, gateway }) => `${day}.${gateway}`)
    return { channels: open, items, after }
  }),

  handle(consoleReconciliationsShow, async ({ input, db, refuse }) => {
    const day = (await findDay(db, input)) ?? refuse('reconciliation_none')
    const rows = await listDifferences(db, input, {
      settled: input.settled,
      after: idIn(input.after),
      limit: rowsFor(input.limit),
    })
    const { rows: page, after } = pageOf(rows, input.limit, byId)
    const items = page.map((row) => ({ ...row, by_asking: row.settled_at !== null && row.settled_by === null }))
    const runs = await listRuns(db, input)
    return { day, runs, items, after }
  }),

  handle(consoleReconciliationsRun, async ({ input, now, who, integrations, refuse, save }) => {
    const { gateway, day } = input
    const statement = integrations.gateways[gateway]?.statement ?? refuse('no_statements')
    if (day > lastDay(now, statement)) return refuse('day_not_over')
    return save(async (tx) => {
      await addJob(tx, RECONCILE, { gateway, day }, { key: `${RECONCILE} ${gateway} ${day}` })
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'reconciliation asked',
        target: `reconciliation ${gateway} ${day}`,
      })
      return { queued: true }
    })
  }),

  handle(consoleReconciliationsSettle, async ({ input, now, who, refuse, save }) =>
    save(async (tx) => {
      const { gateway, day, id, note } = input
      const before = (await lockDifference(tx, input, id)) ?? refuse('difference_none')
      if (before.settled_at !== null) return refuse('difference_settled')
      await settleDifference(tx, input, id, { settled_at: now, settled_by: who.staffid!, note })
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'difference settled',
        target: `reconciliation ${gateway} ${day}`,
        after: { kind: before.kind, tradeno: before.tradeno, refundno: before.refundno, note },
      })
      const { open } = (await findDay(tx, input))!
      if (open === 0) await markDayEven(tx, input)
      return { open }
    }),
  ),

  handle(consoleReconciliationsRate, async ({ input, db, now, who, save }) => {
    const before = (await readRates(db)).get(input.gateway) ?? null
    return save(async (tx) => {
      await saveRate(tx, input.gateway, input.rate, now)
      const rate = input.rate ?? null
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'channel fee changed',
        target: `channel ${input.gateway}`,
        before: { rate: before },
        after: { rate },
      })
      return { rate }
    })
  }),
]
