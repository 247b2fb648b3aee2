import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reconcile } from '#features/reconciliations/service.ts'
import { lastDay } from '#features/reconciliations/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { wechatStatementOf } from '#integrations/sandbox/wechatpay/statement.ts'

/**
 * Writes a reconciliation for the last available day of the sandbox WeChat Pay, with its statement as a file. The
 * statement holds a payment that is no order of ours.
 */
export const seedReconciliation = async (parts: Parts, now: Date): Promise<void> => {
  const { wechat } = parts.integrations.gateways
  const credentials = parts.integrations.sandbox.wechatpay?.credentials
  if (!wechat?.statement || !credentials) return
  const day = lastDay(now, wechat.statement)
  const at = Date.parse(`${day}T15:20:00+08:00`)
  const trade = {
    tradeno: 'shop-20260088',
    way: 'native',
    description: '纪念品',
    amount: 8800,
    currency: 'CNY',
    expire_at: at,
    notify_url: '',
    openid: '',
    prepay_id: '',
    state: 'SUCCESS',
    number: '4200000000202600000000000088',
    paid_amount: 8800,
    paid_currency: 'CNY',
    paid_at: at,
    created_at: at,
  } as const
  const folder = await mkdtemp(join(tmpdir(), 'startline-demo-'))
  try {
    const file = join(folder, 'statement.csv')
    await writeFile(file, wechatStatementOf(credentials, { trades: [trade], refunds: [] }))
    await reconcile(parts, { gateway: 'wechat', day, file }, now)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
