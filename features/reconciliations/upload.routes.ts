import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logChange } from '#features/staff/service.ts'
import { StatementUnreadable } from '#integrations/payment/statement.ts'
import { handle } from '#seam/server/handle.ts'
import { type DifferenceKind, consoleReconciliationsUpload } from './contract.ts'
import { previewDay } from './preview.service.ts'
import { type Sums, lastDay } from './rules.ts'
import { reconcile, withFolder } from './service.ts'

const counted = (found: ReadonlyMap<DifferenceKind, number>) =>
  Array.from(found, ([kind, count]) => ({ kind, count })).toSorted((one, other) => other.count - one.count)
const sumsShown = ({ received, refunded, fees, currency = 'CNY' }: Sums) => ({ received, refunded, fees, currency })

export const uploadRoutes = [
  handle(consoleReconciliationsUpload, async ({ input, files, db, integrations, origin, who, now, refuse }) => {
    const { gateway, day, preview } = input
    const statement = integrations.gateways[gateway]?.statement ?? refuse('no_statements')
    if (day > lastDay(now, statement)) return refuse('day_not_over')
    const bytes = files[0]?.bytes ?? refuse('statement_wrong')
    const parts = { db, integrations, origin }
    return withFolder(async (folder) => {
      const file = join(folder, 'uploaded')
      await writeFile(file, bytes)
      // The call first reads the file as a preview. A file that is no statement therefore never replaces an earlier
      // comparison.
      const seen = await previewDay(parts, statement, { gateway, day, file }, now).catch((error: unknown) => {
        if (error instanceof StatementUnreadable) return undefined
        throw error
      })
      if (!seen) return refuse('statement_wrong')
      const { lines, matched, sums } = seen
      if (preview) return { lines, matched, ...sumsShown(sums), differences: counted(seen.differences) }
      const compared = (await reconcile(parts, { gateway, day, file }, now)) ?? refuse('statement_busy')
      if (compared.failure !== undefined) return refuse('statement_wrong')
      await db.transaction().execute((tx) =>
        logChange(tx, {
          who,
          now,
          raceid: null,
          what: 'statement uploaded',
          target: `reconciliation ${gateway} ${day}`,
          after: { lines: compared.lines, open: compared.open + compared.beyond },
        }),
      )
      const kinds = new Map<DifferenceKind, number>()
      for (const { kind, settled } of compared.differences) if (!settled) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      const { lines: read, matched: agreed } = compared
      return { lines: read, matched: agreed, ...sumsShown(compared.sums), differences: counted(kinds) }
    })
  }),
]
