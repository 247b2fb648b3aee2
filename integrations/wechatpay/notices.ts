import * as z from 'zod/mini'
import { jsonOf, noticeAs, readAsNotice, untrusted } from '../payment/exchange.ts'
import type { GatewayNotice } from '../payment/gateway.ts'
import { type WechatPayAccount, read, whyRejected } from './account.ts'
import { type Sealed, openSealed } from './crypto.ts'
import { RefundNotice, refundFrom } from './refunds.ts'
import { Transaction, tradeFrom } from './transactions.ts'

const NoticeBody = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z._default(z.string(), ''),
  }),
})

const openNotice = (key: string, resource: Sealed): string => {
  try {
    return openSealed(key, resource)
  } catch {
    return untrusted('does_not_open')
  }
}

const noticeFrom = (
  { mchid, appid, miniAppid }: WechatPayAccount,
  id: string,
  event: string,
  opened: unknown,
): GatewayNotice => {
  if (event.startsWith('TRANSACTION.')) {
    const given = read(Transaction, opened)
    if (given.mchid !== mchid || (given.appid !== undefined && given.appid !== appid && given.appid !== miniAppid))
      return untrusted('another_merchant')
    return { id, kind: 'trade', trade: tradeFrom(given) }
  }
  if (event.startsWith('REFUND.')) {
    const given = read(RefundNotice, opened)
    if (given.mchid !== mchid) return untrusted('another_merchant')
    return { id, kind: 'refund', refund: refundFrom(given.refund_status, given) }
  }
  return { id, kind: 'other', event }
}

/** Reads a notice. Its headers carry the signature, and the APIv3 key seals its content. */
export const readNotice = async (
  account: WechatPayAccount,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
): Promise<GatewayNotice> => {
  const why = await whyRejected(account, { headers, body })
  if (why) return untrusted(why)
  const { id, event_type, resource } = noticeAs(NoticeBody, jsonOf(body))
  const opened = jsonOf(openNotice(account.apiV3Key, resource))
  return readAsNotice(() => noticeFrom(account, id, event_type, opened))
}
