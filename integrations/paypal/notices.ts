import type { KeyObject } from 'node:crypto'
import { jsonOf, noticeAs, readAsNotice, untrusted } from '../payment/exchange.ts'
import type { GatewayNotice } from '../payment/gateway.ts'
import { validMoment, withinSkew } from '../payment/moments.ts'
import { verifyRsa } from '../payment/signature.ts'
import { type PaypalAccount, ask } from './account.ts'
import { Capture, Event, PaypalOrder, PaypalRefund, fail } from './answers.ts'
import { isCertUrl, keyOfSigner, transmissionFrom, webhookText } from './crypto.ts'
import { paidFrom } from './orders.ts'
import { refundFrom } from './refunds.ts'

const MOST_CERTIFICATES = 20

const keyFrom = async (account: PaypalAccount, certUrl: string): Promise<KeyObject> => {
  const { certificates, signer, sandbox, clock } = account
  if (!isCertUrl(certUrl, signer.hosts, sandbox ? 'http:' : 'https:')) return untrusted('foreign_certificate')
  let pem = certificates.get(certUrl)
  if (pem === undefined) {
    const answer = await ask(account, 'GET', certUrl)
    if (answer.status !== 200) return fail(`no certificate (${answer.status})`)
    if (certificates.size >= MOST_CERTIFICATES) certificates.clear()
    certificates.set(certUrl, (pem = answer.body))
  }
  return keyOfSigner(pem, signer.name, clock()) ?? untrusted('unknown_certificate')
}

const captured = (account: PaypalAccount, id: string, event: string, resource: unknown): GatewayNotice => {
  const capture = noticeAs(Capture, resource)
  const tradeno = capture.custom_id
  if (!tradeno) return { id, kind: 'other', event }
  const payee = capture.payee?.merchant_id
  if (payee !== undefined && payee !== account.merchantid) return untrusted('another_merchant')
  return { id, kind: 'trade', trade: readAsNotice(() => paidFrom(account, capture, tradeno)) }
}

const refunded = (account: PaypalAccount, id: string, event: string, resource: unknown): GatewayNotice => {
  const given = noticeAs(PaypalRefund, resource)
  return given.custom_id
    ? { id, kind: 'refund', refund: refundFrom(account, given, given.custom_id) }
    : { id, kind: 'other', event }
}

export const readNotice = async (
  account: PaypalAccount,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
): Promise<GatewayNotice> => {
  const sent = transmissionFrom(headers) ?? untrusted('unsigned')
  if (sent.algorithm !== 'SHA256withRSA') return untrusted('another_signature_type')
  const key = await keyFrom(account, sent.certUrl)
  if (!verifyRsa(webhookText(sent.id, sent.time, account.webhookid, body), sent.signature, key))
    return untrusted('bad_signature')
  if (!withinSkew(validMoment(sent.time), account.clock())) return untrusted('stale')
  const { id, event_type: event, resource } = noticeAs(Event, jsonOf(body))
  if (event === 'PAYMENT.CAPTURE.COMPLETED') return captured(account, id, event, resource)
  if (event === 'PAYMENT.CAPTURE.REFUNDED') return refunded(account, id, event, resource)
  const tradeno = event.startsWith('CHECKOUT.ORDER.')
    ? noticeAs(PaypalOrder, resource).purchase_units[0]?.custom_id
    : event.startsWith('PAYMENT.CAPTURE.')
      ? noticeAs(Capture, resource).custom_id
      : undefined
  return tradeno ? { id, kind: 'ask', tradeno } : { id, kind: 'other', event }
}
