import { join } from 'node:path'
import type { AlipayCredentials } from '../alipay/account.ts'
import { alipay, alipayOptions } from '../alipay/client.ts'
import { alipayDays } from '../alipay/statement.ts'
import type { CmbCredentials } from '../cmb/account.ts'
import { CMB, cmb, cmbOptions } from '../cmb/client.ts'
import { cmbDays } from '../cmb/statement.ts'
import type { Gateway, Gateways } from './gateway.ts'
import type { PaypalCredentials, PaypalSettings } from '../paypal/account.ts'
import { paypal, paypalOptions, paypalSigner } from '../paypal/client.ts'
import { paypalDays } from '../paypal/statement.ts'
import { type SandboxAlipay, startSandboxAlipay } from '../sandbox/alipay/gateway.ts'
import { type SandboxCmb, startSandboxCmb } from '../sandbox/cmb/gateway.ts'
import { type SandboxPaypal, startSandboxPaypal } from '../sandbox/paypal/gateway.ts'
import { type SandboxPay, startSandboxPay } from '../sandbox/wechatpay/gateway.ts'
import { type Carry, type SandboxSettings, pagesFrom } from '../sandbox/payment/server.ts'
import type { PageAnswer, PageRequest } from '../sandbox/payment/shell.ts'
import type { Statements } from './statement.ts'
import type { WechatPayCredentials } from '../wechatpay/account.ts'
import { wechatPay } from '../wechatpay/client.ts'

/** Opens the payment gateways: the real gateways whose credentials are set, or sandboxes if no credentials are set. */

/** Sandbox gateways that another process of this server runs, because only one process may keep their books. */
export type JoinedGateways = {
  wechatpay: { base: string; credentials: WechatPayCredentials }
  alipay: { base: string; credentials: AlipayCredentials }
  paypal: { base: string; credentials: PaypalCredentials; signer: PaypalSettings['signer'] }
  cmb: { base: string; credentials: CmbCredentials }
}
export type GatewaySettings = {
  /** The data folder. The sandboxes keep their books below it. */
  folder: string
  clock: () => Date
  wechatpay?:
    | {
        mchid: string
        appid: string
        serial: string
        privateKey: string
        apiKey: string
        platformSerial: string
        platformKey: string
      }
    | undefined
  /** The mini-program in which our merchant takes payments too. */
  miniprogram?: { appid: string } | undefined
  alipay?: { credentials: AlipayCredentials; address: string } | undefined
  paypal?: { credentials: PaypalCredentials; address: string } | undefined
  cmb?: CmbCredentials | undefined
  /** The time that a sandbox gateway may take to answer, if it is not the usual 8 s. */
  timeoutMs?: number
  /**
   * Two settings of tests without a listening server. `carry` brings the sandboxes' notices to the server. If
   * `byItself` is false, the sandboxes send notices only when the test asks.
   */
  carry?: Carry
  byItself?: boolean
  joined?: JoinedGateways | undefined
}
type PayPage = (request: PageRequest) => Promise<PageAnswer>
export type OpenGateways = {
  gateways: Gateways
  /**
   * The switches of the sandboxes for tests, in the process that runs the sandboxes. `payPage` shows their pages. Each
   * sandbox except WeChat Pay starts at its first call.
   */
  sandbox: {
    wechatpay?: SandboxPay
    alipay?: () => Promise<SandboxAlipay>
    paypal?: () => Promise<SandboxPaypal>
    cmb?: () => Promise<SandboxCmb>
    payPage?: PayPage
  }
  /**
   * Returns the facts that other processes of this server need to use the same sandboxes. Undefined if the gateways are
   * real.
   */
  joined: () => Promise<JoinedGateways | undefined>
  close: () => Promise<void>
}

const WECHATPAY = 'https://api.mch.weixin.qq.com'
/** Returns the addresses of the sandboxes' pages for payers, below our own origin. */
const alipayPages = (origin: () => string) => () => `${origin()}/pretend/alipay/gateway.do`
const cmbPages = (origin: () => string) => () => `${origin()}/pretend/cmb/pay`
/** Returns the function that gives each request for a page to the gateway that the request's path names. */
const pagesOf =
  (pages: Readonly<Record<string, PayPage>>): PayPage =>
  async (request) =>
    pages[request.path.split('/')[2] ?? '']!(request)

const realGateways = ({
  wechatpay,
  miniprogram,
  alipay: ali,
  paypal: pal,
  cmb: bank,
  clock,
}: GatewaySettings): Gateways => ({
  ...(wechatpay
    ? {
        wechat: wechatPay(
          {
            mchid: wechatpay.mchid,
            appid: wechatpay.appid,
            ...(miniprogram ? { miniAppid: miniprogram.appid } : {}),
            serial: wechatpay.serial,
            privateKeyPem: wechatpay.privateKey,
            apiV3Key: wechatpay.apiKey,
            publicKey: { id: wechatpay.platformSerial, pem: wechatpay.platformKey },
          },
          { base: WECHATPAY, sandbox: false, clock },
        ),
      }
    : {}),
  ...(ali
    ? { alipay: alipay(ali.credentials, { api: ali.address, pages: () => ali.address, sandbox: false, clock }) }
    : {}),
  ...(pal
    ? {
        paypal: paypal(pal.credentials, { api: pal.address, signer: paypalSigner(pal.address), sandbox: false, clock }),
      }
    : {}),
  ...(bank
    ? { cmb: cmb(bank, { pay: () => CMB.pay, services: CMB.services, keys: CMB.keys, sandbox: false, clock }) }
    : {}),
})

/** Returns the functions that make the clients for the sandboxes. */
const pretending = (origin: () => string, clock: () => Date, patience: { timeoutMs?: number }) => ({
  wechat: ({ base, credentials }: JoinedGateways['wechatpay']) =>
    wechatPay(credentials, { base, sandbox: true, clock, ...patience }),
  alipay: ({ base, credentials }: JoinedGateways['alipay']) =>
    alipay(credentials, { api: `${base}/gateway.do`, pages: alipayPages(origin), sandbox: true, clock, ...patience }),
  paypal: ({ base, credentials, signer }: JoinedGateways['paypal']) =>
    paypal(credentials, { api: base, signer, sandbox: true, clock, ...patience }),
  cmb: ({ base, credentials }: JoinedGateways['cmb']) =>
    cmb(credentials, {
      pay: cmbPages(origin),
      services: `${base}/merchserv/BaseHttp.dll`,
      keys: `${base}/CmbBank_B2B/UI/NetPay/DoBusiness.ashx`,
      sandbox: true,
      clock,
      ...patience,
    }),
})

type GatewayOptions = Pick<Gateway, 'name' | 'refundDays' | 'bornLate' | 'closes' | 'proof' | 'answerNotice'>
/**
 * Opens a gateway at its first call, because most servers with sandboxes never use the gateway and making its keys
 * takes a while. `days` has the time zone of the statements and the hour at which they are ready.
 */
const late = (
  options: GatewayOptions,
  days: Pick<Statements, 'zone' | 'readyHour'>,
  begin: () => Promise<Gateway>,
): Gateway => ({
  ...options,
  sandbox: true,
  prepare: async (purchase) => (await begin()).prepare(purchase),
  query: async (tradeno, known) => (await begin()).query(tradeno, known),
  close: async (tradeno, known) => (await begin()).close(tradeno, known),
  refund: async (ask) => (await begin()).refund(ask),
  queryRefund: async (refundno, tradeno, known) => (await begin()).queryRefund(refundno, tradeno, known),
  readNotice: async (headers, body) => (await begin()).readNotice(headers, body),
  statement: {
    ...days,
    fetch: async (day, file) => (await begin()).statement!.fetch(day, file),
    read: async function* (file) {
      yield* (await begin()).statement!.read(file)
    },
  },
})
/** Makes a value once, at the first call. */
const kept = <Made>(make: () => Promise<Made>) => {
  let made: Promise<Made> | undefined
  return { get: () => (made ??= make()), begun: () => made }
}

const joinedGateways = (joined: JoinedGateways, spoken: ReturnType<typeof pretending>): OpenGateways => {
  const { wechatpay, alipay: ali, paypal: pal, cmb: bank } = joined
  return {
    gateways: {
      wechat: spoken.wechat(wechatpay),
      alipay: spoken.alipay(ali),
      paypal: spoken.paypal(pal),
      cmb: spoken.cmb(bank),
    },
    sandbox: {
      payPage: pagesOf({
        wechatpay: pagesFrom(wechatpay.base),
        alipay: pagesFrom(ali.base),
        paypal: pagesFrom(pal.base),
        cmb: pagesFrom(bank.base),
      }),
    },
    joined: async () => joined,
    close: async () => undefined,
  }
}

/**
 * Returns the sandbox gateways of this process. WeChat Pay starts at once, and each other gateway at its first call.
 */
const ownGateways = async (place: SandboxSettings, spoken: ReturnType<typeof pretending>): Promise<OpenGateways> => {
  const wechatpay = await startSandboxPay(place)
  const ali = kept(() => startSandboxAlipay(place))
  const pal = kept(() => startSandboxPaypal(place))
  const bank = kept(() => startSandboxCmb(place))
  return {
    gateways: {
      wechat: spoken.wechat(wechatpay),
      alipay: late(alipayOptions, alipayDays, kept(async () => spoken.alipay(await ali.get())).get),
      paypal: late(paypalOptions, paypalDays, kept(async () => spoken.paypal(await pal.get())).get),
      cmb: late(cmbOptions, cmbDays, kept(async () => spoken.cmb(await bank.get())).get),
    },
    sandbox: {
      wechatpay,
      alipay: ali.get,
      paypal: pal.get,
      cmb: bank.get,
      payPage: pagesOf({
        wechatpay: async (request) => wechatpay.page(request),
        alipay: async (request) => (await ali.get()).page(request),
        paypal: async (request) => (await pal.get()).page(request),
        cmb: async (request) => (await bank.get()).page(request),
      }),
    },
    joined: async () => {
      const [a, p, b] = await Promise.all([ali.get(), pal.get(), bank.get()])
      return {
        wechatpay: { base: wechatpay.base, credentials: wechatpay.credentials },
        alipay: { base: a.base, credentials: a.credentials },
        paypal: { base: p.base, credentials: p.credentials, signer: p.signer },
        cmb: { base: b.base, credentials: b.credentials },
      }
    },
    close: async () => {
      await Promise.all([wechatpay.close(), ...[ali, pal, bank].map(async (one) => (await one.begun())?.close())])
    },
  }
}

export const openGateways = async (settings: GatewaySettings, origin: () => string): Promise<OpenGateways> => {
  const { folder, clock, carry, byItself, joined, timeoutMs } = settings
  const gateways = realGateways(settings)
  if (Object.keys(gateways).length > 0)
    return { gateways, sandbox: {}, joined: async () => undefined, close: async () => undefined }
  const spoken = pretending(origin, clock, timeoutMs === undefined ? {} : { timeoutMs })
  if (joined) return joinedGateways(joined, spoken)
  const place: SandboxSettings = {
    folder: join(folder, 'pretend'),
    origin,
    clock,
    ...(carry ? { carry } : {}),
    ...(byItself === undefined ? {} : { byItself }),
  }
  return ownGateways(place, spoken)
}
