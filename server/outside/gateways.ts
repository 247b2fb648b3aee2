import { join } from 'node:path'
import { type AlipayCredentials, alipay, alipayManner } from './alipay.ts'
import { alipayDays } from './alipaystatement.ts'
import type { Gateway, Gateways } from './gateway.ts'
import { type PretendAlipay, startPretendAlipay } from './pretendalipay.ts'
import { type PretendPay, startPretendPay } from './pretendpay.ts'
import { type Carry, type PretendSettings, pagesFrom } from './pretendserver.ts'
import type { PageAnswer, PageRequest } from './pretendshell.ts'
import { type WechatPayCredentials, wechatPay } from './wechatpay.ts'

/** Opens the payment gateways: the real ones whose credentials are set; where none is, pretend ones that speak the same protocols. */

/** Pretend gateways that another process of this server runs: their books have one keeper. */
export type Joined = { wechatpay: { base: string; credentials: WechatPayCredentials }; alipay: { base: string; credentials: AlipayCredentials } }
export type GatewaySettings = {
  /** The data folder; the pretend world keeps its books below it. */
  folder: string
  clock: () => Date
  wechatpay?: { mchid: string; appid: string; serial: string; privateKey: string; apiKey: string; platformSerial: string; platformKey: string } | undefined
  alipay?: { credentials: AlipayCredentials; address: string } | undefined
  /** For tests without a listening server: how pretend notices are carried, and whether they go out by themselves. */
  carry?: Carry
  byItself?: boolean
  joined?: Joined | undefined
}
type PayPage = (request: PageRequest) => Promise<PageAnswer>
export type OpenGateways = {
  gateways: Gateways
  /** In the process that runs them, what tests turn; `payPage` shows their pages. The pretend Alipay begins when it is first asked. */
  pretend: { wechatpay?: PretendPay; alipay?: () => Promise<PretendAlipay>; payPage?: PayPage }
  /** What other processes of this server join. */
  joined: () => Promise<Joined | undefined>
  close: () => Promise<void>
}

const WECHATPAY = 'https://api.mch.weixin.qq.com'
const alipayPages = (origin: () => string) => () => `${origin()}/pretend/alipay/gateway.do`
/** Each page by the gateway that its path names. */
const pagesOf = (wechat: PayPage, ali: PayPage): PayPage => (request) => (request.path.startsWith('/pretend/alipay/') ? ali : wechat)(request)

const realGateways = ({ wechatpay, alipay: ali, clock }: GatewaySettings): Gateways => ({
  ...(wechatpay
    ? { wechat: wechatPay({ mchid: wechatpay.mchid, appid: wechatpay.appid, serial: wechatpay.serial, privateKeyPem: wechatpay.privateKey, apiV3Key: wechatpay.apiKey, publicKey: { id: wechatpay.platformSerial, pem: wechatpay.platformKey } }, { base: WECHATPAY, pretend: false, clock }) }
    : {}),
  ...(ali ? { alipay: alipay(ali.credentials, { api: ali.address, pages: () => ali.address, pretend: false, clock }) } : {}),
})

/** A gateway that begins when it is first asked: most servers that pretend never see it, and its keys take a while to make. */
const lateAlipay = (begin: () => Promise<Gateway>): Gateway => ({
  ...alipayManner,
  pretend: true,
  prepare: async (purchase) => (await begin()).prepare(purchase),
  query: async (tradeno) => (await begin()).query(tradeno),
  close: async (tradeno) => (await begin()).close(tradeno),
  refund: async (ask) => (await begin()).refund(ask),
  queryRefund: async (refundno, tradeno) => (await begin()).queryRefund(refundno, tradeno),
  readNotice: async (headers, body) => (await begin()).readNotice(headers, body),
  statement: {
    ...alipayDays,
    fetch: async (day, file) => (await begin()).statement!.fetch(day, file),
    read: async function* (file) {
      yield* (await begin()).statement!.read(file)
    },
  },
})

export const openGateways = async (settings: GatewaySettings, origin: () => string): Promise<OpenGateways> => {
  const { folder, clock, carry, byItself, joined } = settings
  const gateways = realGateways(settings)
  if (Object.keys(gateways).length > 0) return { gateways, pretend: {}, joined: async () => undefined, close: async () => undefined }
  const pages = alipayPages(origin)
  if (joined) {
    return {
      gateways: { wechat: wechatPay(joined.wechatpay.credentials, { base: joined.wechatpay.base, pretend: true, clock }), alipay: alipay(joined.alipay.credentials, { api: `${joined.alipay.base}/gateway.do`, pages, pretend: true, clock }) },
      pretend: { payPage: pagesOf(pagesFrom(joined.wechatpay.base), pagesFrom(joined.alipay.base)) },
      joined: async () => joined,
      close: async () => undefined,
    }
  }
  const place: PretendSettings = { folder: join(folder, 'pretend'), origin, clock, ...(carry ? { carry } : {}), ...(byItself === undefined ? {} : { byItself }) }
  const wechatpay = await startPretendPay(place)
  let running: Promise<PretendAlipay> | undefined
  const start = () => (running ??= startPretendAlipay(place))
  let gateway: Gateway | undefined
  const begin = async () => {
    const { credentials, base } = await start()
    return (gateway ??= alipay(credentials, { api: `${base}/gateway.do`, pages, pretend: true, clock }))
  }
  return {
    gateways: { wechat: wechatPay(wechatpay.credentials, { base: wechatpay.base, pretend: true, clock }), alipay: lateAlipay(begin) },
    pretend: { wechatpay, alipay: start, payPage: pagesOf(async (request) => wechatpay.page(request), async (request) => (await start()).page(request)) },
    joined: async () => {
      const ali = await start()
      return { wechatpay: { base: wechatpay.base, credentials: wechatpay.credentials }, alipay: { base: ali.base, credentials: ali.credentials } }
    },
    close: async () => {
      await Promise.all([wechatpay.close(), (await running)?.close()])
    },
  }
}
