import type { FastifyReply, FastifyRequest } from 'fastify'
import { countingFailures } from '#db/errors/failures.ts'
import { type Parts, type RawRoute, raw } from '#seam/server/handle.ts'
import { type Gateway, type GatewayName, type GatewayNotice, NoticeWrong } from '#integrations/payment/gateway.ts'
import { gatewayOf } from './channels/channels.service.ts'
import { settleRefund } from './refunding.service.ts'
import { askAbout, settle } from './settling.service.ts'
import { channelFailed, noticeRefused, countNotice } from './channels/watching.service.ts'

const headersOf = (request: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
const textOf = (request: FastifyRequest): string => (Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')

/**
 * Handles a gateway's notice: verifies the notice, acts on it, and answers in the gateway's form. A refused notice is
 * logged and changes nothing.
 */
const noticeFor =
  (name: GatewayName): RawRoute['run'] =>
  async (parts: Parts, request: FastifyRequest, reply: FastifyReply) => {
    if (!parts.integrations.gateways[name]) return reply.code(404).type('text/plain').send('')
    const gateway = gatewayOf(parts, name)
    const send = (outcome: 'taken' | 'wrong' | 'failed') => {
      const { status, type, body } = gateway.answerNotice(outcome)
      return reply.code(status).type(type).send(body)
    }
    const now = parts.clock()
    try {
      const notice = await gateway.readNotice(headersOf(request), textOf(request))
      const did = await act(parts, gateway, notice, now)
      request.log.info({ gateway: name, notice: notice.id, kind: notice.kind, did }, 'a notice was taken')
      await countNotice(parts.db, name, now)
      return send('taken')
    } catch (error) {
      const wrong = error instanceof NoticeWrong
      request.log.warn(
        { gateway: name, why: reasonOf(error) },
        wrong ? 'a notice was not believed' : 'a notice could not be taken',
      )
      if (wrong) await noticeRefused(parts.db, name, error.message, now)
      else channelFailed(parts.db, name, reasonOf(error))
      return send(wrong ? 'wrong' : 'failed')
    }
  }

/** Acts on a verified notice. Returns a word for the log; `nothing` means that the notice changes no payment. */
const act = async (parts: Parts, gateway: Gateway, notice: GatewayNotice, now: Date): Promise<string> => {
  if (notice.kind === 'trade')
    return notice.trade.state === 'paid' ? settle(parts.db, gateway, notice.trade, now) : 'nothing'
  if (notice.kind === 'ask') return (await askAbout(parts, gateway, notice.tradeno, now)) ? 'pays' : 'asked'
  if (notice.kind === 'other') return notice.event
  await settleRefund(parts.db, notice.refund, now)
  return 'refund'
}

/** Serves the pages of the sandbox gateway, if the server runs with this gateway. A real gateway has its own pages. */
const sandboxPage: RawRoute['run'] = async (parts, request, reply) => {
  const page = parts.integrations.sandbox.payPage
  if (!page) return reply.code(404).type('text/plain').send('')
  const url = new URL(request.url, parts.origin)
  const { status, headers, body } = await page({
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(textOf(request)),
    acceptLanguage: request.headers['accept-language'] ?? '',
  })
  return reply.code(status).headers(headers).send(body)
}

/**
 * Returns the address of this app to which the payer goes back. An address outside this app becomes the front page.
 */
const ownPath = (given: string | null, origin: string): URL => {
  const front = new URL('/', origin)
  // A browser drops tabs and line ends and reads \\ as /, so this line reads the address as a browser does.
  const address = given?.startsWith('/') ? URL.parse(given, front) : null
  return address?.origin === front.origin ? address : front
}

/**
 * Asks the messaging app inside its webview for the payer, and goes back to `to` with the payer's `openid` in the link.
 * The id identifies the payer and gives no rights. If the app does not answer, the link has no id, and the payer
 * pays by a long press on a code.
 */
const payer: RawRoute['run'] = async (parts, request, reply) => {
  const { messagingApp, gateways } = parts.integrations
  const query = new URL(request.url, parts.origin).searchParams
  const back = ownPath(query.get('to'), parts.origin)
  const send = (address: string) =>
    reply.code(302).header('cache-control', 'no-store').header('location', address).send()
  if (messagingApp.sandbox !== gateways.wechat?.sandbox) return send(back.href)
  const code = query.get('code')
  if (!code)
    return send(
      messagingApp.authorizeUrl(
        `${parts.origin}/pay/wechat/payer?to=${encodeURIComponent(back.pathname + back.search)}`,
        'pay',
      ),
    )
  const found = await countingFailures(parts.db, 'payer_id', parts.clock(), () => messagingApp.openidOf(code))
  if (found?.answer !== undefined) back.searchParams.set('openid', found.answer)
  return send(back.href)
}

export const rawRoutes: readonly RawRoute[] = [
  raw(
    'POST',
    '/pay/wechat/notify',
    "WeChat Pay's notices of payments and refunds (APIv3): signature, serial and time are verified; answered as " +
      'WeChat Pay demands.',
    noticeFor('wechat'),
  ),
  raw(
    'POST',
    '/pay/alipay/notify',
    "Alipay's notices of payments and refunds, as a form: signature (RSA2), merchant and time are verified; " +
      'answered with `success` or `failure` as text.',
    noticeFor('alipay'),
  ),
  raw(
    'POST',
    '/pay/paypal/notify',
    "PayPal's webhooks: signature (against its certificate from its own host), webhook and time are verified; " +
      'what was approved is taken, what was taken settles.',
    noticeFor('paypal'),
  ),
  raw(
    'POST',
    '/pay/cmb/notify',
    "CMB's notices of payments by bank card, as a form: the bank's signature, merchant and time are verified.",
    noticeFor('cmb'),
  ),
  raw(
    'GET',
    '/pay/wechat/payer',
    "Inside the messaging app: finds out the payer's openid and goes back to the page `to`.",
    payer,
  ),
  raw(
    'GET',
    '/pretend/wechatpay/scan',
    'Serves the sandbox payment page to which the code on a desktop leads. Only if no real WeChat Pay is configured.',
    sandboxPage,
  ),
  raw(
    'GET',
    '/pretend/wechatpay/h5',
    'Serves the sandbox payment page to which the server sends a phone.',
    sandboxPage,
  ),
  raw(
    'GET',
    '/pretend/wechatpay/bridge',
    "The sandbox payment page in place of the messaging app's own call.",
    sandboxPage,
  ),
  raw('POST', '/pretend/wechatpay/pay', 'Pays or cancels on the sandbox payment page.', sandboxPage),
  raw(
    'GET',
    '/pretend/alipay/gateway.do',
    "The sandbox Alipay's cashier, where a signed address leads. Only where no real gateway is configured.",
    sandboxPage,
  ),
  raw(
    'GET',
    '/pretend/paypal/checkoutnow',
    "The sandbox PayPal's page, where a payer approves. Only where no real gateway is configured.",
    sandboxPage,
  ),
  raw('POST', '/pretend/paypal/pay', "Approves or cancels at the sandbox PayPal's page.", sandboxPage),
  raw(
    'POST',
    '/pretend/cmb/pay',
    "The sandbox bank's page: takes the shop's form, then pays or cancels. Only where no real gateway is configured.",
    sandboxPage,
  ),
  raw('GET', '/pretend/cmb/pay', "The sandbox bank's page in another language.", sandboxPage),
  raw('POST', '/pretend/alipay/pay', "Pays or cancels at the sandbox Alipay's cashier.", sandboxPage),
]
