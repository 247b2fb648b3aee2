import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError } from '#db/operatorError.ts'
import type { TraceSettings } from '#db/tracing/tracing.ts'
import type { MiniName } from '#integrations/wechat/miniProgram.ts'
import type { S3Settings } from '#integrations/files/objectStorage.ts'
import type { PushSettings } from '#integrations/push/client.ts'
import type { MailSettings } from '#integrations/mail/mailers.ts'
import type { SmsSettings } from '#integrations/sms/providers.ts'
import { appleSettings } from '#integrations/wallets/apple.ts'
import type { WalletSettings } from '#integrations/wallets/wallets.ts'
import { refusePlainAddresses } from './addresses.ts'
import { type SandboxName, tracesOf } from './kinds.ts'
import { mailSettings } from './mailSettings.ts'
import { type Name, type Setting, type Value, settings } from './settings.ts'

export type WechatPayConfig = {
  mchid: string
  appid: string
  serial: string
  privateKey: string
  apiKey: string
  platformSerial: string
  platformKey: string
}

export type AlipayConfig = {
  credentials: { appid: string; sellerid: string; privateKey: string } & (
    | { publicKey: string }
    | { certificates: { app: string; alipay: string; root: string } }
  )
  address: string
}

export type PaypalConfig = {
  credentials: { clientid: string; secret: string; webhookid: string; merchantid: string }
  address: string
}
export type CmbConfig = { branchNo: string; merchantNo: string; key: string }

/** The port and host at which /metrics answers. A host that other machines can reach needs a token. */
export type MetricsConfig = { port: number; host: string; token: string | undefined }

export type Config = {
  port: number
  host: string
  /**
   * The origin of the server's links. Undefined if the operator sets no origin. The server then uses http://localhost
   * and its port.
   */
  origin: string | undefined
  /** The address to which pages opened with app=jd send their calls. */
  partnerOrigin: string | undefined
  trustProxy: false | 1 | string[]
  /** The absolute path of the data folder. */
  folder: string
  /** The archive of the embedded database's log: a folder, or the bucket of `s3`. Undefined if no archive is kept. */
  archive: { folder: string | undefined; seconds: number } | undefined
  databaseUrl: string | undefined
  /** A standby of the database for public reads. */
  replicaUrl: string | undefined
  key: Buffer | undefined
  /** The former keys, while a rotation of the key runs. */
  formerKeys: readonly Buffer[]
  demo: boolean
  workers: number
  /** Undefined if the server publishes no metrics. */
  metrics: MetricsConfig | undefined
  traces: TraceSettings | undefined
  /** The milliseconds between the signal to stop and the end of the listener. */
  shutdownWaitMs: number
  production: boolean
  /** The services that may be sandboxes in production. */
  sandbox: readonly SandboxName[]
  /** Undefined if the operator has not set up this gateway. If no gateway is set up, all gateways are sandboxes. */
  wechatpay: WechatPayConfig | undefined
  alipay: AlipayConfig | undefined
  paypal: PaypalConfig | undefined
  cmb: CmbConfig | undefined
  webhooks: { loopback: boolean }
  /** Undefined if the sandbox stands in for the messaging app. */
  messagingapp: { appid: string; secret: string } | undefined
  miniprogram: { appid: string; secret: string } | undefined
  miniprograms: Partial<Record<MiniName, { appid: string; secret: string }>>
  sms: SmsSettings
  mail: MailSettings
  /** Undefined if files lie in the data folder. `overHttp` allows an address with http:// in production. */
  s3: (S3Settings & { overHttp: boolean }) | undefined
  /** Undefined if no service reads bibs in photos. */
  recognition: { url: string; key: string; faces: string | undefined } | undefined
  /** Undefined if no service judges the texts of people. */
  moderation: { url: string; key: string } | undefined
  /** Undefined if no service compares names with the numbers of identity cards. */
  realNames: { secretId: string; secretKey: string; url: string | undefined } | undefined
  /** Undefined if no service compares faces at desks. `sandbox` means our own counterpart of such a service. */
  faces: { url: string; key: string } | 'sandbox' | undefined
  /** The path of the browser that draws HTML certificates. If it is undefined, only runners' devices draw them. */
  browserPath: string | undefined
  /** Undefined if the sandbox stands in for the beacons. */
  beaconUrls: readonly string[] | undefined
  timingFirm: { base: string; key: string } | undefined
  push: PushSettings
  wallets: WalletSettings
}

type Environment = Readonly<Record<string, string | undefined>>

const read = <N extends Name>(env: Environment, name: N): Value<N> | undefined => {
  const setting: Setting = settings[name]
  const given = env[name]?.trim() || setting.example
  if (given === undefined) return undefined
  const parsed = setting.schema.safeParse(given)
  if (parsed.success) return parsed.data as Value<N>
  throw new OperatorError(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}.`)
}

/**
 * Tells whether the operator has set the variables with this prefix. The operator sets all of them or none, except for
 * `optional` variables. An incomplete block is a mistake: it throws an error and does not become a sandbox.
 */
const block = (env: Environment, prefix: string, optional: readonly Name[] = []): boolean => {
  const names = (Object.keys(settings) as Name[]).filter((name) => name.startsWith(prefix))
  if (!names.some((name) => env[name]?.trim())) return false
  const missing = names.filter((name) => !optional.includes(name) && !env[name]?.trim())
  if (missing.length > 0)
    throw new OperatorError(`${missing.join(', ')} must be set, since other ${prefix}… variables are.`)
  return true
}

const wechatpay = (env: Environment): WechatPayConfig | undefined => {
  if (!block(env, 'WECHATPAY_')) return undefined
  return {
    mchid: read(env, 'WECHATPAY_MCHID') ?? '',
    appid: read(env, 'WECHATPAY_APPID') ?? '',
    serial: read(env, 'WECHATPAY_SERIAL') ?? '',
    privateKey: read(env, 'WECHATPAY_KEY_FILE') ?? '',
    apiKey: read(env, 'WECHATPAY_API_KEY') ?? '',
    platformSerial: read(env, 'WECHATPAY_PLATFORM_SERIAL') ?? '',
    platformKey: read(env, 'WECHATPAY_PLATFORM_FILE') ?? '',
  }
}

const alipay = (env: Environment): AlipayConfig | undefined => {
  const certificates = ['ALIPAY_APP_CERT_FILE', 'ALIPAY_CERT_FILE', 'ALIPAY_ROOT_CERT_FILE'] as const
  const byCertificates = certificates.some((name) => env[name]?.trim())
  // Alipay needs a public key or certificates. If both are set, the certificates are used. The address has a default.
  const optional: readonly Name[] = [
    'ALIPAY_ADDRESS',
    ...(byCertificates ? (['ALIPAY_PUBLIC_KEY_FILE'] as const) : certificates),
  ]
  if (!block(env, 'ALIPAY_', optional)) return undefined
  const mine = {
    appid: read(env, 'ALIPAY_APP_ID') ?? '',
    sellerid: read(env, 'ALIPAY_SELLER_ID') ?? '',
    privateKey: read(env, 'ALIPAY_KEY_FILE') ?? '',
  }
  const theirs = byCertificates
    ? {
        certificates: {
          app: read(env, 'ALIPAY_APP_CERT_FILE') ?? '',
          alipay: read(env, 'ALIPAY_CERT_FILE') ?? '',
          root: read(env, 'ALIPAY_ROOT_CERT_FILE') ?? '',
        },
      }
    : { publicKey: read(env, 'ALIPAY_PUBLIC_KEY_FILE') ?? '' }
  return {
    credentials: { ...mine, ...theirs },
    address: read(env, 'ALIPAY_ADDRESS') ?? 'https://openapi.alipay.com/gateway.do',
  }
}

const sms = (env: Environment): SmsSettings => {
  const abroad = (name: 'ALIYUN_SMS_SIGN_ABROAD' | 'TENCENT_SMS_SIGN_ABROAD') => ({ signNameAbroad: read(env, name) })
  return {
    aliyun: block(env, 'ALIYUN_SMS_', ['ALIYUN_SMS_SIGN_ABROAD'])
      ? {
          keyId: read(env, 'ALIYUN_SMS_KEY_ID') ?? '',
          keySecret: read(env, 'ALIYUN_SMS_KEY_SECRET') ?? '',
          signName: read(env, 'ALIYUN_SMS_SIGN') ?? '',
          ...abroad('ALIYUN_SMS_SIGN_ABROAD'),
          templates: read(env, 'ALIYUN_SMS_TEMPLATES_FILE') ?? {},
        }
      : undefined,
    tencent: block(env, 'TENCENT_SMS_', ['TENCENT_SMS_SIGN_ABROAD', 'TENCENT_SMS_REGION'])
      ? {
          secretId: read(env, 'TENCENT_SMS_SECRET_ID') ?? '',
          secretKey: read(env, 'TENCENT_SMS_SECRET_KEY') ?? '',
          appId: read(env, 'TENCENT_SMS_APP_ID') ?? '',
          signName: read(env, 'TENCENT_SMS_SIGN') ?? '',
          ...abroad('TENCENT_SMS_SIGN_ABROAD'),
          templates: read(env, 'TENCENT_SMS_TEMPLATES_FILE') ?? {},
          region: read(env, 'TENCENT_SMS_REGION'),
        }
      : undefined,
    options: {
      quiet: read(env, 'SMS_QUIET_HOURS') ?? { from: 22, to: 8 },
      perDay: read(env, 'SMS_PER_DAY') ?? 100_000,
      perNumber: read(env, 'SMS_PER_NUMBER') ?? 20,
      codesPerDay: read(env, 'SMS_CODES_PER_DAY') ?? 20_000,
      countries: read(env, 'SMS_COUNTRIES') ?? ['CN', 'HK', 'MO', 'TW'],
    },
  }
}

const paypal = (env: Environment): PaypalConfig | undefined =>
  block(env, 'PAYPAL_', ['PAYPAL_ADDRESS'])
    ? {
        credentials: {
          clientid: read(env, 'PAYPAL_CLIENT_ID') ?? '',
          secret: read(env, 'PAYPAL_SECRET') ?? '',
          webhookid: read(env, 'PAYPAL_WEBHOOK_ID') ?? '',
          merchantid: read(env, 'PAYPAL_MERCHANT_ID') ?? '',
        },
        address: (read(env, 'PAYPAL_ADDRESS') ?? 'https://api-m.paypal.com').replace(/\/$/, ''),
      }
    : undefined
const cmb = (env: Environment): CmbConfig | undefined =>
  block(env, 'CMB_')
    ? {
        branchNo: read(env, 'CMB_BRANCH_NO') ?? '',
        merchantNo: read(env, 'CMB_MERCHANT_NO') ?? '',
        key: read(env, 'CMB_KEY') ?? '',
      }
    : undefined

const timingFirm = (env: Environment): { base: string; key: string } | undefined =>
  block(env, 'TIMING_FIRM_')
    ? { base: read(env, 'TIMING_FIRM_URL') ?? '', key: read(env, 'TIMING_FIRM_KEY') ?? '' }
    : undefined

const wallets = (env: Environment): WalletSettings => ({
  apple: block(env, 'APPLE_PASS_', ['APPLE_PASS_KEY_PASSWORD'])
    ? appleSettings({
        passType: read(env, 'APPLE_PASS_TYPE') ?? '',
        team: read(env, 'APPLE_PASS_TEAM') ?? '',
        certificate: read(env, 'APPLE_PASS_CERT_FILE') ?? '',
        key: read(env, 'APPLE_PASS_KEY_FILE') ?? '',
        password: read(env, 'APPLE_PASS_KEY_PASSWORD'),
        authority: read(env, 'APPLE_PASS_WWDR_FILE') ?? '',
      })
    : undefined,
  google: block(env, 'GOOGLE_WALLET_')
    ? { issuer: read(env, 'GOOGLE_WALLET_ISSUER') ?? '', account: read(env, 'GOOGLE_WALLET_KEY_FILE')! }
    : undefined,
})

const s3 = (env: Environment): Config['s3'] => {
  if (!block(env, 'S3_', ['S3_OVER_HTTP', 'S3_PATH_STYLE', 'S3_PUBLIC_URL', 'S3_RESIZES'])) return undefined
  return {
    endpoint: read(env, 'S3_ENDPOINT') ?? '',
    bucket: read(env, 'S3_BUCKET') ?? '',
    region: read(env, 'S3_REGION') ?? '',
    keyId: read(env, 'S3_KEY_ID') ?? '',
    keySecret: read(env, 'S3_KEY_SECRET') ?? '',
    pathStyle: read(env, 'S3_PATH_STYLE') ?? false,
    publicUrl: read(env, 'S3_PUBLIC_URL'),
    resizes: read(env, 'S3_RESIZES') ?? false,
    overHttp: read(env, 'S3_OVER_HTTP') ?? false,
  }
}

const archive = (env: Environment): Config['archive'] => {
  const place = read(env, 'STARTLINE_ARCHIVE')
  if (place === undefined) return undefined
  if (read(env, 'DATABASE_URL'))
    throw new OperatorError('STARTLINE_ARCHIVE does not archive the database of DATABASE_URL.')
  if (place === 's3' && !s3(env)) throw new OperatorError('STARTLINE_ARCHIVE is s3, but S3_BUCKET names no bucket.')
  return { folder: place === 's3' ? undefined : resolve(place), seconds: read(env, 'STARTLINE_ARCHIVE_SECONDS') ?? 60 }
}

/**
 * Tells whether the server is a trial on a person's own machine. A server whose operator names an origin or a database
 * is no trial.
 */
const isTrial = (env: Environment): boolean =>
  env.NODE_ENV !== 'production' && !env.ORIGIN?.trim() && !env.DATABASE_URL?.trim()

const metrics = (env: Environment): MetricsConfig | undefined => {
  const port = read(env, 'METRICS_PORT')
  if (port === undefined) return undefined
  const [host, token] = [read(env, 'METRICS_HOST') ?? '127.0.0.1', read(env, 'METRICS_TOKEN')]
  if (token === undefined && !['127.0.0.1', '::1', 'localhost'].includes(host))
    throw new OperatorError(
      `METRICS_HOST=${host} lets other machines read /metrics: set METRICS_TOKEN, or leave METRICS_HOST unset.`,
    )
  return { port, host, token }
}

/** Returns the address and the key of another firm's service. */
const service = (env: Environment, prefix: 'MODERATION_' | 'FACE_') =>
  block(env, prefix) ? { url: read(env, `${prefix}URL`) ?? '', key: read(env, `${prefix}KEY`) ?? '' } : undefined
/**
 * Tells whether a sandbox compares faces if no service is set. In production, STARTLINE_SANDBOX must name the sandbox.
 * Elsewhere, the server must have the demo races.
 */
const hasSandboxFaces = (env: Environment): boolean =>
  env.NODE_ENV === 'production'
    ? (read(env, 'STARTLINE_SANDBOX') ?? []).includes('faces')
    : (read(env, 'STARTLINE_DEMO') ?? isTrial(env))
const further = ['TNF100', 'DANMA', 'JD'] as const
/** Returns the id and the secret of an app of the messaging app. */
const wechatApp = (
  env: Environment,
  prefix: `${'MESSAGINGAPP' | 'MINIPROGRAM' | `${(typeof further)[number]}_MINIPROGRAM`}_`,
) =>
  block(env, prefix)
    ? { appid: read(env, `${prefix}APPID`) ?? '', secret: read(env, `${prefix}SECRET`) ?? '' }
    : undefined
/** Returns the further mini-programs that codes of a race may open, by their names in calls. */
const miniprograms = (env: Environment): Config['miniprograms'] =>
  Object.fromEntries(
    further.flatMap((name) => {
      const app = wechatApp(env, `${name}_MINIPROGRAM_`)
      return app ? [[name.toLowerCase(), app]] : []
    }),
  )

const readSettings = (env: Environment): Config => {
  const production = env.NODE_ENV === 'production'
  return {
    port: read(env, 'PORT') ?? 3000,
    host: read(env, 'HOST') ?? '127.0.0.1',
    origin: read(env, 'ORIGIN'),
    partnerOrigin: read(env, 'PARTNER_ORIGIN'),
    trustProxy: read(env, 'TRUST_PROXY') ?? false,
    folder: resolve(read(env, 'STARTLINE_DATA') ?? './data'),
    archive: archive(env),
    databaseUrl: read(env, 'DATABASE_URL'),
    replicaUrl: read(env, 'DATABASE_REPLICA_URL'),
    key: read(env, 'STARTLINE_KEY'),
    formerKeys: read(env, 'STARTLINE_KEY_OLD') ?? [],
    demo: read(env, 'STARTLINE_DEMO') ?? isTrial(env),
    workers: read(env, 'STARTLINE_WORKERS') ?? 1,
    metrics: metrics(env),
    traces: tracesOf(read(env, 'TRACES_URL'), read(env, 'TRACES_SHARE')),
    shutdownWaitMs: 1000 * (read(env, 'SHUTDOWN_WAIT') ?? (production ? 5 : 0)),
    production,
    sandbox: read(env, 'STARTLINE_SANDBOX') ?? [],
    beaconUrls: read(env, 'BEACON_URLS'),
    timingFirm: timingFirm(env),
    webhooks: { loopback: read(env, 'WEBHOOK_LOOPBACK') ?? false },
    push: { privateKey: read(env, 'VAPID_PRIVATE_KEY'), subject: read(env, 'VAPID_SUBJECT') },
    s3: s3(env),
    recognition: block(env, 'RECOGNITION_', ['RECOGNITION_FACES_URL'])
      ? {
          url: read(env, 'RECOGNITION_URL') ?? '',
          key: read(env, 'RECOGNITION_KEY') ?? '',
          faces: read(env, 'RECOGNITION_FACES_URL'),
        }
      : undefined,
    moderation: service(env, 'MODERATION_'),
    realNames: block(env, 'REALNAMES_', ['REALNAMES_URL'])
      ? {
          secretId: read(env, 'REALNAMES_SECRET_ID') ?? '',
          secretKey: read(env, 'REALNAMES_SECRET_KEY') ?? '',
          url: read(env, 'REALNAMES_URL'),
        }
      : undefined,
    faces: service(env, 'FACE_') ?? (hasSandboxFaces(env) ? 'sandbox' : undefined),
    browserPath: read(env, 'BROWSER_PATH'),
    wallets: wallets(env),
    sms: sms(env),
    mail: mailSettings(
      (name) => read(env, name),
      (prefix, optional) => block(env, prefix, optional),
    ),
    wechatpay: wechatpay(env),
    alipay: alipay(env),
    paypal: paypal(env),
    cmb: cmb(env),
    messagingapp: wechatApp(env, 'MESSAGINGAPP_'),
    miniprogram: wechatApp(env, 'MINIPROGRAM_'),
    miniprograms: miniprograms(env),
  }
}

/**
 * Reads the configuration from the environment. Throws OperatorError with one sentence that names the wrong setting.
 */
export const readConfig = (env: Environment): Config => {
  const config = readSettings(env)
  refusePlainAddresses(config)
  return config
}

export const exampleText = (): string =>
  Object.entries<Setting>(settings)
    .map(
      ([name, { description, example }]) =>
        `# ${description}\n${example === undefined ? '#' : ''}${name}=${example ?? ''}\n`,
    )
    .join('\n')

/** Returns the configuration of this folder, as every command reads it. The environment overrides the file `.env`. */
export const configHere = (): Config => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}
