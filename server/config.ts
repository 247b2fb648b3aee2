import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { Mendable } from '#db/mendable.ts'

const flag = z.enum(['0', '1'], { error: 'is 0 or 1' }).transform((value) => value === '1')
const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `is a whole number from ${from} to ${to}` })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: `is a whole number from ${from} to ${to}` })
const databaseAddress = z.string().regex(/^postgres(ql)?:\/\/\S+$/, { error: 'is an address like postgres://user:password@host:5432/database' })
const origin = z
  .url({ protocol: /^https?$/, error: 'is an address like https://run.example.org' })
  .transform((address) => address.replace(/\/+$/, ''))
const keyBytes = z
  .string()
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64url'))
  .refine((bytes) => bytes.length === 32, { error: 'is 32 random bytes in base64 or hexadecimal (openssl rand -base64 32)' })
const formerKeys = z.string().transform((text, context) =>
  text.split(',').map((one) => {
    const parsed = keyBytes.safeParse(one.trim())
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: 'is one or several keys of 32 bytes in base64 or hexadecimal, separated by commas' })
    return z.NEVER
  }),
)
/** One machine before us is one hop: of what it forwards only the last address is its own word, the others are the caller's. */
const trusted = z.string().transform((text): false | 1 | string[] => {
  if (text === '0') return false
  if (text === '1') return 1
  return text.split(',').map((address) => address.trim())
})
const wordOf = z.string().min(1, { error: 'is empty' })
const file = wordOf.transform((path, context) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    context.addIssue({ code: 'custom', message: `names a file that can't be read (${path})` })
    return z.NEVER
  }
})

const addresses = z.string().transform((text, context) => {
  const given = text.split(',').map((one) => one.trim().replace(/\/+$/, ''))
  if (given.every((one) => /^https?:\/\/[^\s/]+(\/\S*)?$/.test(one))) return given
  context.addIssue({ code: 'custom', message: 'is one or several addresses like https://api.drand.sh, separated by commas' })
  return z.NEVER
})

type Setting = { schema: z.ZodType; says: string; example?: string }

/** Every variable there is, in the order of .env.example; `example` is what counts when it is unset. */
export const settings = {
  PORT: { schema: whole(0, 65_535), says: 'Where the server listens (0: any free port).', example: '3000' },
  HOST: { schema: wordOf, says: 'The address it listens on; 0.0.0.0 for every one.', example: '127.0.0.1' },
  ORIGIN: { schema: origin, says: "The server's address as people reach it, for links and QR codes. Unset: http://localhost and the port." },
  PARTNER_ORIGIN: { schema: origin, says: "The shopping partner's host, which this server answers too: pages opened with app=jd call it instead of their own. Unset: every page calls its own host." },
  TRUST_PROXY: { schema: trusted, says: 'Whose forwarded addresses count: 0 nobody, 1 the machine before us, or a list of addresses.', example: '0' },
  STARTLINE_DATA: { schema: wordOf, says: 'The folder for database, files and keys.', example: './data' },
  DATABASE_URL: { schema: databaseAddress, says: 'A PostgreSQL 15 or later of your own. Unset: the embedded one, in the data folder.' },
  STARTLINE_KEY: { schema: keyBytes, says: 'The key over all keys of sealed data: 32 bytes in base64. Unset: made once and kept in the data folder. It is no part of a backup.' },
  STARTLINE_KEY_OLD: { schema: formerKeys, says: 'Former keys that still open what STARTLINE_KEY does not, separated by commas: while it is being changed (docs/keys.md).' },
  STARTLINE_DEMO: { schema: flag, says: 'Fills an empty database with the demo races. Unset: 1, but 0 where NODE_ENV is production.' },
  STARTLINE_WORKERS: { schema: whole(1, 64), says: 'Server processes on this machine.', example: '1' },
  WECHATPAY_MCHID: { schema: wordOf, says: 'WeChat Pay: the merchant number. All of this block unset: a pretend gateway.' },
  WECHATPAY_APPID: { schema: wordOf, says: 'WeChat Pay: the app that payments belong to.' },
  WECHATPAY_SERIAL: { schema: wordOf, says: "WeChat Pay: the serial number of the merchant's certificate." },
  WECHATPAY_KEY_FILE: { schema: file, says: "WeChat Pay: the file with the merchant's private key (PEM)." },
  WECHATPAY_API_KEY: { schema: z.string().length(32, { error: 'has 32 characters' }), says: 'WeChat Pay: the APIv3 key.' },
  WECHATPAY_PLATFORM_SERIAL: { schema: wordOf, says: "WeChat Pay: the id of the platform's public key (PUB_KEY_ID_…) or its certificate's serial number." },
  WECHATPAY_PLATFORM_FILE: { schema: file, says: "WeChat Pay: the file with the platform's public key or certificate (PEM)." },
  ALIPAY_APP_ID: { schema: wordOf, says: "Alipay: the app that payments belong to. All of this block unset: a pretend gateway, or none beside a real one." },
  ALIPAY_SELLER_ID: { schema: wordOf, says: "Alipay: the merchant's own number (PID, 2088…)." },
  ALIPAY_KEY_FILE: { schema: file, says: "Alipay: the file with the app's private key (PEM, or as Alipay's tool saves it)." },
  ALIPAY_PUBLIC_KEY_FILE: { schema: file, says: "Alipay: the file with Alipay's public key. Unset where the three certificates are given." },
  ALIPAY_APP_CERT_FILE: { schema: file, says: "Alipay, with certificates: the app's own (appCertPublicKey_….crt)." },
  ALIPAY_CERT_FILE: { schema: file, says: 'Alipay, with certificates: its own (alipayCertPublicKey_RSA2.crt).' },
  ALIPAY_ROOT_CERT_FILE: { schema: file, says: 'Alipay, with certificates: its root (alipayRootCert.crt).' },
  ALIPAY_ADDRESS: { schema: z.url({ protocol: /^https$/, error: 'is an address like https://openapi.alipay.com/gateway.do' }), says: 'Alipay: where it answers; its sandbox is https://openapi-sandbox.dl.alipaydev.com/gateway.do. Unset: https://openapi.alipay.com/gateway.do.' },
  MESSAGINGAPP_APPID: { schema: wordOf, says: "Messaging app (WeChat): the official account that logs people in and tells who pays in its webview; WECHATPAY_APPID must be the same. Unset: a pretend one." },
  MESSAGINGAPP_SECRET: { schema: wordOf, says: 'Messaging app: its secret.' },
  MINIPROGRAM_APPID: { schema: wordOf, says: 'Mini-program of the messaging app, for log-ins from it. Unset: a pretend one, or none beside a real messaging app.' },
  MINIPROGRAM_SECRET: { schema: wordOf, says: 'Mini-program: its secret.' },
  BEACON_URLS: { schema: addresses, says: 'Relays of the randomness beacon (drand, chain quicknet) that seeds ballots, separated by commas: https://api.drand.sh,https://drand.cloudflare.com. Unset: a pretend one.' },
} as const satisfies Record<string, Setting>

type Name = keyof typeof settings
type Value<N extends Name> = z.output<(typeof settings)[N]['schema']>

export type WechatPaySettings = {
  mchid: string
  appid: string
  serial: string
  privateKey: string
  apiKey: string
  platformSerial: string
  platformKey: string
}

export type AlipaySettings = {
  credentials: { appid: string; sellerid: string; privateKey: string } & ({ publicKey: string } | { certificates: { app: string; alipay: string; root: string } })
  address: string
}

export type Config = {
  port: number
  host: string
  /** Unset until the port is known, when it is any free one. */
  origin: string | undefined
  /** Where pages opened with app=jd send their calls. */
  partnerOrigin: string | undefined
  trustProxy: false | 1 | string[]
  /** The data folder, whole path. */
  folder: string
  databaseUrl: string | undefined
  key: Buffer | undefined
  /** Of a rotation under way. */
  formerKeys: readonly Buffer[]
  demo: boolean
  workers: number
  production: boolean
  /** Both undefined: pretend gateways. */
  wechatpay: WechatPaySettings | undefined
  alipay: AlipaySettings | undefined
  /** Undefined: the pretend one. */
  messagingapp: { appid: string; secret: string } | undefined
  miniprogram: { appid: string; secret: string } | undefined
  /** Undefined: the pretend one. */
  beaconUrls: readonly string[] | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

const read = <N extends Name>(env: Environment, name: N): Value<N> | undefined => {
  const setting: Setting = settings[name]
  const given = env[name]?.trim() || setting.example
  if (given === undefined) return undefined
  const parsed = setting.schema.safeParse(given)
  if (parsed.success) return parsed.data as Value<N>
  throw new Mendable(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}.`)
}

/** All of a block's variables or none, but for `optional` ones: half a gateway is a mistake, not a pretend one. */
const block = (env: Environment, prefix: string, optional: readonly Name[] = []): boolean => {
  const names = (Object.keys(settings) as Name[]).filter((name) => name.startsWith(prefix))
  if (!names.some((name) => env[name]?.trim())) return false
  const missing = names.filter((name) => !optional.includes(name) && !env[name]?.trim())
  if (missing.length > 0) throw new Mendable(`${missing.join(', ')} must be set, since other ${prefix}… variables are.`)
  return true
}

const wechatpay = (env: Environment): WechatPaySettings | undefined => {
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

const alipay = (env: Environment): AlipaySettings | undefined => {
  const certificates = ['ALIPAY_APP_CERT_FILE', 'ALIPAY_CERT_FILE', 'ALIPAY_ROOT_CERT_FILE'] as const
  const byCertificates = certificates.some((name) => env[name]?.trim())
  // One of the two modes is enough, and the address has one that counts when it is unset.
  const optional: readonly Name[] = ['ALIPAY_ADDRESS', ...(byCertificates ? (['ALIPAY_PUBLIC_KEY_FILE'] as const) : certificates)]
  if (!block(env, 'ALIPAY_', optional)) return undefined
  const mine = { appid: read(env, 'ALIPAY_APP_ID') ?? '', sellerid: read(env, 'ALIPAY_SELLER_ID') ?? '', privateKey: read(env, 'ALIPAY_KEY_FILE') ?? '' }
  const theirs = byCertificates
    ? { certificates: { app: read(env, 'ALIPAY_APP_CERT_FILE') ?? '', alipay: read(env, 'ALIPAY_CERT_FILE') ?? '', root: read(env, 'ALIPAY_ROOT_CERT_FILE') ?? '' } }
    : { publicKey: read(env, 'ALIPAY_PUBLIC_KEY_FILE') ?? '' }
  return { credentials: { ...mine, ...theirs }, address: read(env, 'ALIPAY_ADDRESS') ?? 'https://openapi.alipay.com/gateway.do' }
}

/** The configuration from the environment; throws Mendable with one sentence that names what is wrong. */
export const readConfig = (env: Environment): Config => {
  const production = env.NODE_ENV === 'production'
  return {
    port: read(env, 'PORT') ?? 3000,
    host: read(env, 'HOST') ?? '127.0.0.1',
    origin: read(env, 'ORIGIN'),
    partnerOrigin: read(env, 'PARTNER_ORIGIN'),
    trustProxy: read(env, 'TRUST_PROXY') ?? false,
    folder: resolve(read(env, 'STARTLINE_DATA') ?? './data'),
    databaseUrl: read(env, 'DATABASE_URL'),
    key: read(env, 'STARTLINE_KEY'),
    formerKeys: read(env, 'STARTLINE_KEY_OLD') ?? [],
    demo: read(env, 'STARTLINE_DEMO') ?? !production,
    workers: read(env, 'STARTLINE_WORKERS') ?? 1,
    production,
    beaconUrls: read(env, 'BEACON_URLS'),
    wechatpay: wechatpay(env),
    alipay: alipay(env),
    messagingapp: block(env, 'MESSAGINGAPP_') ? { appid: read(env, 'MESSAGINGAPP_APPID') ?? '', secret: read(env, 'MESSAGINGAPP_SECRET') ?? '' } : undefined,
    miniprogram: block(env, 'MINIPROGRAM_') ? { appid: read(env, 'MINIPROGRAM_APPID') ?? '', secret: read(env, 'MINIPROGRAM_SECRET') ?? '' } : undefined,
  }
}

/** The text of .env.example. */
export const exampleText = (): string =>
  Object.entries<Setting>(settings)
    .map(([name, { says, example }]) => `# ${says}\n${example === undefined ? '#' : ''}${name}=${example ?? ''}\n`)
    .join('\n')
