import { join } from 'node:path'
import { type Beacon, drandBeacon, quicknet } from './beacon.ts'
import { type FileStore, localFiles } from './files.ts'
import type { Gateway, GatewayName } from './gateway.ts'
import { type AppCredentials, type MessagingApp, WECHAT, messagingApp } from './messagingapp.ts'
import { type PretendBeacon, startPretendBeacon } from './pretendbeacon.ts'
import { type PretendApp, startPretendApp } from './pretendapp.ts'
import type { PageAnswer, PageRequest } from './pretendpages.ts'
import { type Carry, type PretendPay, pagesFrom, startPretendPay } from './pretendpay.ts'
import { type Sms, pretendSms } from './sms.ts'
import { type WechatPayCredentials, wechatPay } from './wechatpay.ts'

/** The world beyond: each part is the real one where its credentials are set, else a pretend one that speaks the same protocol. */
export type Outside = {
  gateways: Record<GatewayName, Gateway>
  messagingApp: MessagingApp
  sms: Sms
  files: FileStore
  beacon: Beacon
  /** The pretend ones: their pages for the browser, and, in the process that runs them, what tests turn. */
  pretend: { wechatpay?: PretendPay; messagingapp?: PretendApp; beacon?: () => Promise<PretendBeacon>; payPage?: (request: PageRequest) => Promise<PageAnswer> }
  close: () => Promise<void>
}

export type Joined = { base: string; credentials: WechatPayCredentials }

export type OutsideSettings = {
  /** The data folder; the pretend world keeps its books below it. */
  folder: string
  /** The origin that people reach us at. A function where it is known only once the server listens. */
  origin: string | (() => string)
  clock: () => Date
  wechatpay?: { mchid: string; appid: string; serial: string; privateKey: string; apiKey: string; platformSerial: string; platformKey: string } | undefined
  messagingapp?: AppCredentials | undefined
  /** Relays of the randomness beacon; unset: a pretend one. */
  beaconUrls?: readonly string[] | undefined
  /** For tests without a listening server: how pretend notices are carried, and whether they go out by themselves. */
  carry?: Carry
  byItself?: boolean
  /** The pretend gateway that another process of this server runs: its books have one keeper. */
  joined?: Joined | undefined
  /** Where the pretend provider of text messages shows them; the terminal where unset. */
  print?: (line: string) => void
}

const WECHATPAY = 'https://api.mch.weixin.qq.com'

type Payments = Pick<Outside, 'gateways' | 'close'> & { pretend: Outside['pretend'] }

const openPayments = async ({ folder, clock, wechatpay, carry, byItself, joined }: OutsideSettings, origin: () => string): Promise<Payments> => {
  const none = async () => undefined
  if (wechatpay) {
    const credentials = {
      mchid: wechatpay.mchid,
      appid: wechatpay.appid,
      serial: wechatpay.serial,
      privateKeyPem: wechatpay.privateKey,
      apiV3Key: wechatpay.apiKey,
      publicKey: { id: wechatpay.platformSerial, pem: wechatpay.platformKey },
    }
    return { gateways: { wechat: wechatPay(credentials, { base: WECHATPAY, pretend: false, clock }) }, pretend: {}, close: none }
  }
  if (joined) return { gateways: { wechat: wechatPay(joined.credentials, { base: joined.base, pretend: true, clock }) }, pretend: { payPage: pagesFrom(joined.base) }, close: none }
  const pretend = await startPretendPay({ folder: join(folder, 'pretend'), origin, clock, ...(carry ? { carry } : {}), ...(byItself === undefined ? {} : { byItself }) })
  return { gateways: { wechat: wechatPay(pretend.credentials, { base: pretend.base, pretend: true, clock }) }, pretend: { wechatpay: pretend, payPage: async (request) => pretend.page(request) }, close: pretend.close }
}

/** The pretend beacon begins when it is first asked: most servers never draw. */
const openBeacon = ({ folder, clock, beaconUrls }: OutsideSettings): { beacon: Beacon; pretend?: () => Promise<PretendBeacon>; close: () => Promise<void> } => {
  if (beaconUrls) return { beacon: drandBeacon(async () => ({ bases: beaconUrls, chain: quicknet, pretend: false }), false), close: async () => undefined }
  let running: Promise<PretendBeacon> | undefined
  const start = () => (running ??= startPretendBeacon({ folder: join(folder, 'pretend'), clock }))
  const beacon = drandBeacon(async () => {
    const { base, chain } = await start()
    return { bases: [base], chain, pretend: true }
  }, true)
  return { beacon, pretend: start, close: async () => (await running)?.close() }
}

export const openOutside = async (settings: OutsideSettings): Promise<Outside> => {
  const { folder, clock, print } = settings
  const origin = () => (typeof settings.origin === 'string' ? settings.origin : settings.origin())
  const payments = await openPayments(settings, origin)
  const app = settings.messagingapp ? undefined : await startPretendApp({ folder: join(folder, 'pretend'), origin, clock })
  const { beacon, pretend: pretendBeacon, close: closeBeacon } = openBeacon(settings)
  return {
    beacon,
    sms: pretendSms(print ?? ((line) => void process.stdout.write(`${line}\n`))),
    files: localFiles(join(folder, 'files')),
    gateways: payments.gateways,
    messagingApp: app ? messagingApp(app.credentials, () => ({ authorize: `${origin()}/pretend/messagingapp/authorize`, api: app.base }), { pretend: true }) : messagingApp(settings.messagingapp!, () => WECHAT),
    pretend: { ...payments.pretend, ...(app ? { messagingapp: app } : {}), ...(pretendBeacon ? { beacon: pretendBeacon } : {}) },
    close: async () => {
      await Promise.all([payments.close(), app?.close(), closeBeacon()])
    },
  }
}
