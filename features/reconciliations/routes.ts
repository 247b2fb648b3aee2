import { addJob } from '#db/jobs.ts'
import { logChange } from '#features/staff/service.ts'
import { answer } from '#seam/server/handle.ts'
import { RECONCILE } from './service.ts'
import {
  type Channel,
  channels,
  consoleReconciliationsList,
  consoleReconciliationsRate,
  consoleReconciliationsRun,
  consoleReconciliationsSettle,
  consoleReconciliationsShow,
} from './contract.ts'
import { lastDay } from './rules.ts'
import {
  evenDay,
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
const idFrom = (after: string | undefined) => (/^\d{1,15}$/.test(after ?? '') ? Number(after) : undefined)

export const routes = [
  answer(consoleReconciliationsList, async ({ input, db, now, outside }) => {
    const rates = await readRates(db)
    const open = channels.flatMap((gateway: Channel) => {
      const known = outside.gateways[gateway]
      return known?.statement
        ? [{ gateway, pretend: known.pretend, rate: rates.get(gateway) ?? null, last: lastDay(now, known.statement) }]
        : []
    })
    const rows = await listDays(db, readCursor(input.after), input.limit + 1)
    const last = rows.length > input.limit ? rows[input.limit - 1] : undefined
    return { channels: open, items: rows.slice(0, input.limit), after: last ? `${last.day}.${last.gateway}` : null }
  }),

  answer(consoleReconciliationsShow, async ({ input, db, refuse }) => {
    const day = (await findDay(db, input)) ?? refuse('reconciliation_none')
    const rows = await listDifferences(db, input, {
      settled: input.settled,
      after: idFrom(input.after),
      limit: input.limit + 1,
    })
    const items = rows
      .slice(0, input.limit)
      .map((row) => ({ ...row, by_asking: row.settled_at !== null && row.settled_by === null }))
    const runs = await listRuns(db, input)
    return { day, runs, items, after: rows.length > input.limit ? String(items.at(-1)!.id) : null }
  }),

  answer(consoleReconciliationsRun, async ({ input, now, who, outside, refuse, save }) => {
    const { gateway, day } = input
    const statement = outside.gateways[gateway]?.statement ?? refuse('no_statements')
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

  answer(consoleReconciliationsSettle, async ({ input, now, who, refuse, save }) =>
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
      if (open === 0) await evenDay(tx, input)
      return { open }
    }),
  ),

  answer(consoleReconciliationsRate, async ({ input, db, now, who, save }) => {
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
