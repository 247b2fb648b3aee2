import { join } from 'node:path'
import { type Beacon, drandBeacon, quicknet } from './beacon/client.ts'
import { type FileStore, localFiles } from './files/files.ts'
import type { Gateways } from './payment/gateway.ts'
import { type GatewaySettings, type JoinedGateways, type OpenGateways, openGateways } from './payment/gateways.ts'
import { type MessagingApp, WECHAT, messagingApp } from './wechat/client.ts'
import type { AppCredentials } from '#integrations/wechat/api.ts'
import { type PushSettings, type WebPush, webPushOver } from './push/client.ts'
import { type SandboxPush, startSandboxPush } from './sandbox/push/server.ts'
import { type MiniName, type MiniProgram, miniNames, miniProgram } from './wechat/miniProgram.ts'
import { type SandboxBeacon, startSandboxBeacon } from './sandbox/beacon/server.ts'
import { FACE_PAGE, facePage, weatherIn } from './sandbox/face/page.ts'
import { type SandboxFaces, startSandboxFaces } from './sandbox/face/server.ts'
import type { PageAnswer, PageRequest } from './sandbox/payment/shell.ts'
import { type SandboxApp, startSandboxApp } from './sandbox/wechat/server.ts'
import { type SandboxFirm, startSandboxFirm } from './sandbox/timingfirm/server.ts'
import type { Sms } from './sms/client.ts'
import { type FaceService, type FaceSettings, faceServiceOver } from './face/client.ts'
import { type RealNames, type RealNamesSettings, realNamesOver } from './realnames/client.ts'
import { type Recognition, recognitionOver } from './recognition/client.ts'
import { type S3Settings, s3Files } from './files/objectStorage.ts'
import { type TimingFirm, type TimingFirmSettings, timingFirm } from './timingfirm/client.ts'
import { type PageBrowser, browserAt } from './browser/client.ts'
import { type WebhookSender, webhookSender } from './webhooks/client.ts'
import { type WalletSettings, type Wallets, walletsOver } from './wallets/wallets.ts'
import { type Moderation, type ModerationSettings, moderationOver } from './moderation/client.ts'
import type { Mailer } from './mail/client.ts'
import { type MailOptions, type MailSettings, openMailer, usualMailOptions } from './mail/mailers.ts'
import type { SandboxMailbox } from './sandbox/mail/mailbox.ts'
import { type SmsOptions, type SmsSettings, openSms, usualOptions } from './sms/providers.ts'

/**
 * The services outside of this process. A service is real if its credentials are set. Otherwise a sandbox that speaks
 * the same protocol takes its place, or the service is unset.
 */
export type Integrations = {
  gateways: Gateways
  messagingApp: MessagingApp
  /** Undefined if there is a real messaging app without a mini-program. */
  miniProgram: MiniProgram | undefined
  /** Mini-programs that a race's codes may open, by name. `helper` is our own mini-program. */
  miniPrograms: Partial<Record<MiniName, MiniProgram>>
  sms: Sms
  smsOptions: SmsOptions
  mail: Mailer
  mailOptions: MailOptions
  files: FileStore
  /** Unset if no service reads bibs in photos. */
  recognition?: Recognition
  /** Unset if no service compares faces at desks. */
  faces?: FaceService
  /** Unset if no service compares names with the numbers of identity cards. */
  realNames?: RealNames
  wallets: Wallets
  /** Unset if no service judges the texts of people. */
  moderation?: Moderation
  /** Unset if no browser is configured. */
  browser?: PageBrowser
  beacon: Beacon
  timingFirm: TimingFirm
  push: WebPush
  pushSettings: PushSettings
  webhooks: WebhookSender
  /** The sandboxes: their pages for the browser and, in the process that runs them, the switches for tests. */
  sandbox: OpenGateways['sandbox'] & {
    messagingapp?: SandboxApp
    mail?: SandboxMailbox
    beacon?: () => Promise<SandboxBeacon>
    timingFirm?: () => Promise<SandboxFirm>
    /**
     * Opens a push service for tests. Browsers choose their push service themselves, so no page needs the address of
     * this one.
     */
    push?: () => Promise<SandboxPush>
    /** The page on which a person chooses the next answer of the sandbox that compares faces. */
    faces?: { path: string; page: (request: PageRequest) => PageAnswer }
  }
  /**
   * Returns the facts by which other processes of this server share the sandbox gateways of this process. Undefined if
   * the gateways are real.
   */
  joined: () => Promise<JoinedGateways | undefined>
  close: () => Promise<void>
}

/**
 * Tells whether the installation serves real people: a payment channel, the text messages or the messaging app is real.
 * A demo and a rehearsal have only sandboxes.
 */
export const servesPeople = ({ gateways, sms, messagingApp }: Integrations): boolean =>
  Object.values(gateways).some((gateway) => gateway?.sandbox === false) || !sms.sandbox || !messagingApp.sandbox

export type IntegrationSettings = GatewaySettings & {
  /**
   * The origin at which people reach the server. It is a function if the server learns its origin only when it
   * listens.
   */
  origin: string | (() => string)
  messagingapp?: AppCredentials | undefined
  miniprogram?: AppCredentials | undefined
  /** Further mini-programs, by the names that the settings of races use. */
  miniprograms?: Partial<Record<MiniName, AppCredentials>> | undefined
  /** The service that reads bibs in photos. */
  recognition?: { url: string; key: string; faces?: string | undefined } | undefined
  /** The service that compares faces at desks, or its sandbox. */
  faces?: FaceSettings | 'sandbox' | undefined
  /** The service that compares names with the numbers of identity cards. */
  realNames?: RealNamesSettings | undefined
  wallets?: WalletSettings | undefined
  /** The service that judges the texts of people. */
  moderation?: ModerationSettings | undefined
  /** The path of a Chromium on this machine. Unset means that nothing lays out HTML here. */
  browserPath?: string | undefined
  /** The object storage. Unset means a folder of this machine. */
  s3?: S3Settings | undefined
  /** The relays of the randomness beacon. Unset means a sandbox. */
  beaconUrls?: readonly string[] | undefined
  /** The firm that times races. Unset means a sandbox. */
  timingFirm?: TimingFirmSettings | undefined
  sms?: SmsSettings | undefined
  mail?: MailSettings | undefined
  /** The keys of web push. Unset means keys that the server makes and keeps in its database. */
  push?: PushSettings | undefined
  /** `loopback` lets webhooks go to this machine, for tests and development. `timeoutMs` is the longest wait. */
  webhooks?: { loopback?: boolean; timeoutMs?: number } | undefined
  /**
   * Prints a line for each text message and each mail that goes to a sandbox. Unset means that the terminal gets the
   * line.
   */
  print?: (line: string) => void
}

/**
 * Opens the messaging app and its mini-programs. Each of them is real if its own credentials are set. The app without
 * credentials is a sandbox. A mini-program without credentials is a sandbox too, but only beside the app's sandbox.
 */
const openMessagingApp = async (
  { messagingapp, miniprogram, miniprograms = {}, folder, clock }: IntegrationSettings,
  origin: () => string,
) => {
  const app = messagingapp ? undefined : await startSandboxApp({ folder: join(folder, 'pretend'), origin, clock })
  const mini = miniprogram
    ? miniProgram(miniprogram, () => WECHAT.api, { clock })
    : app && miniProgram(app.mini, () => app.base, { clock, sandbox: true })
  const others = miniNames.flatMap((name): [MiniName, MiniProgram][] => {
    const real = miniprograms[name]
    if (real) return [[name, miniProgram(real, () => WECHAT.api, { clock })]]
    if (name === 'helper') return mini ? [[name, mini]] : []
    return app && !miniprogram ? [[name, miniProgram(app.minis[name], () => app.base, { clock, sandbox: true })]] : []
  })
  return {
    app,
    messagingApp: app
      ? messagingApp(
          app.credentials,
          () => ({
            authorize: `${origin()}/pretend/messagingapp/authorize`,
            consent: `${origin()}/pretend/messagingapp/subscribemsg`,
            api: app.base,
          }),
          { sandbox: true, clock },
        )
      : messagingApp(messagingapp!, () => WECHAT, { clock }),
    miniProgram: mini,
    miniPrograms: Object.fromEntries(others),
  }
}

/** Opens the beacon. Its sandbox starts at the first question, because most servers never draw. */
const openBeacon = ({
  folder,
  clock,
  beaconUrls,
}: IntegrationSettings): { beacon: Beacon; sandbox?: () => Promise<SandboxBeacon>; close: () => Promise<void> } => {
  if (beaconUrls)
    return {
      beacon: drandBeacon(async () => ({ bases: beaconUrls, chain: quicknet, sandbox: false }), false),
      close: async () => undefined,
    }
  let running: Promise<SandboxBeacon> | undefined
  const start = () => (running ??= startSandboxBeacon({ folder: join(folder, 'pretend'), clock }))
  const beacon = drandBeacon(async () => {
    const { base, chain } = await start()
    return { bases: [base], chain, sandbox: true }
  }, true)
  return { beacon, sandbox: start, close: async () => (await running)?.close() }
}

/** Opens the service that compares faces. Its sandbox starts at the first question. */
const openFaces = ({
  faces,
  folder,
}: IntegrationSettings): {
  faces?: FaceService
  sandbox?: Integrations['sandbox']['faces']
  close: () => Promise<void>
} => {
  const close = async () => undefined
  if (faces === undefined) return { close }
  if (faces !== 'sandbox') return { faces: faceServiceOver(faces), close }
  const weather = weatherIn(join(folder, 'pretend'))
  let running: Promise<SandboxFaces> | undefined
  const service = async () => faceServiceOver(await (running ??= startSandboxFaces(weather)))
  return {
    faces: {
      sandbox: true,
      verify: async (...question) => (await service()).verify(...question),
      detect: async (picture) => (await service()).detect(picture),
    },
    sandbox: { path: FACE_PAGE, page: (request) => facePage(weather, request) },
    close: async () => (await running)?.close(),
  }
}

/** Opens the timing firm. Its sandbox starts at the first question. */
const openTimingFirm = ({
  folder,
  timingFirm: real,
}: IntegrationSettings): { firm: TimingFirm; sandbox?: () => Promise<SandboxFirm>; close: () => Promise<void> } => {
  if (real) return { firm: timingFirm(async () => real, false), close: async () => undefined }
  let running: Promise<SandboxFirm> | undefined
  const start = () => (running ??= startSandboxFirm({ folder: join(folder, 'pretend') }))
  return { firm: timingFirm(start, true), sandbox: start, close: async () => (await running)?.close() }
}

/** Opens web push. It sends to the sandbox only after somebody has started the sandbox in this process. */
const openPush = (): { push: WebPush; sandbox: () => Promise<SandboxPush>; close: () => Promise<void> } => {
  let running: Promise<SandboxPush> | undefined
  const bases: string[] = []
  const start = async () => {
    const service = await (running ??= startSandboxPush())
    if (!bases.includes(service.base)) bases.push(service.base)
    return service
  }
  return { push: webPushOver(() => bases), sandbox: start, close: async () => (await running)?.close() }
}

export const openIntegrations = async (settings: IntegrationSettings): Promise<Integrations> => {
  const { folder, clock, print } = settings
  const origin = () => (typeof settings.origin === 'string' ? settings.origin : settings.origin())
  const payments = await openGateways(settings, origin)
  const { app, ...apps } = await openMessagingApp(settings, origin)
  const { beacon, sandbox: sandboxBeacon, close: closeBeacon } = openBeacon(settings)
  const firm = openTimingFirm(settings)
  const push = openPush()
  const faces = openFaces(settings)
  const say = print ?? ((line: string) => void process.stdout.write(`${line}\n`))
  const mail = openMailer(settings.mail ?? {}, join(folder, 'pretend'), say)
  return {
    beacon,
    push: push.push,
    pushSettings: settings.push ?? {},
    webhooks: webhookSender(settings.webhooks),
    timingFirm: firm.firm,
    wallets: walletsOver(settings.wallets ?? {}),
    sms: openSms(settings.sms ?? {}, clock, say),
    smsOptions: { ...usualOptions, ...settings.sms?.options },
    mail: mail.mailer,
    mailOptions: { ...usualMailOptions, ...settings.mail?.options },
    ...(settings.browserPath ? { browser: browserAt(settings.browserPath) } : {}),
    ...(settings.recognition ? { recognition: recognitionOver(settings.recognition) } : {}),
    ...(faces.faces ? { faces: faces.faces } : {}),
    ...(settings.realNames ? { realNames: realNamesOver(settings.realNames, clock) } : {}),
    ...(settings.moderation ? { moderation: moderationOver(settings.moderation) } : {}),
    files: settings.s3 ? s3Files(settings.s3) : localFiles(join(folder, 'files')),
    gateways: payments.gateways,
    joined: payments.joined,
    ...apps,
    sandbox: {
      ...payments.sandbox,
      ...(app ? { messagingapp: app } : {}),
      ...(mail.sandbox ? { mail: mail.sandbox } : {}),
      ...(sandboxBeacon ? { beacon: sandboxBeacon } : {}),
      ...(firm.sandbox ? { timingFirm: firm.sandbox } : {}),
      push: push.sandbox,
      ...(faces.sandbox ? { faces: faces.sandbox } : {}),
    },
    close: async () => {
      mail.close()
      await Promise.all([payments.close(), app?.close(), closeBeacon(), firm.close(), push.close(), faces.close()])
    },
  }
}
