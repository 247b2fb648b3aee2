import { existsSync } from 'node:fs'
import * as z from 'zod'
import {
  listedAddresses,
  countries,
  databaseAddress,
  file,
  flag,
  formerKeys,
  googleAccount,
  secretBytes,
  origin,
  share,
  quietHours,
  sandbox,
  templateIds,
  trustedProxies,
  vapidKey,
  whole,
  wordSetting,
} from './kinds.ts'
import { mailVariables } from './mail.ts'
import { servicesOfOthers } from './servicesOfOthers.ts'

export type Setting = { schema: z.ZodType; description: string; example?: string }

/** Every variable, in the order of .env.example. `example` is the default of the variable. */
export const settings = {
  PORT: { schema: whole(0, 65_535), description: 'Where the server listens (0: any free port).', example: '3000' },
  HOST: { schema: wordSetting, description: 'The address it listens on; 0.0.0.0 for every one.', example: '127.0.0.1' },
  ORIGIN: {
    schema: origin,
    description:
      "The server's address as people reach it, for links and QR codes. Unset: http://localhost and the port.",
  },
  PARTNER_ORIGIN: {
    schema: origin,
    description:
      "The shopping partner's host, which this server answers too: pages opened with app=jd call it instead of " +
      'their own. Unset: every page calls its own host.',
  },
  TRUST_PROXY: {
    schema: trustedProxies,
    description: 'Whose forwarded addresses count: 0 nobody, 1 the machine before us, or a list of addresses.',
    example: '0',
  },
  STARTLINE_DATA: { schema: wordSetting, description: 'The folder for database, files and keys.', example: './data' },
  DATABASE_URL: {
    schema: databaseAddress,
    description: 'A PostgreSQL 15 or later of your own. Unset: the embedded one, in the data folder.',
  },
  DATABASE_REPLICA_URL: {
    schema: databaseAddress,
    description:
      'A streaming standby of the database, for reads that everybody may see (docs/scale.md). Unset: the database ' +
      'answers all reads.',
  },
  STARTLINE_ARCHIVE: {
    schema: wordSetting,
    description:
      'Where the embedded database keeps its log, so that a backup can be brought to any second (docs/operate.md): a ' +
      'folder on another disk, or s3 for the bucket of S3_BUCKET. Unset: nowhere.',
  },
  STARTLINE_ARCHIVE_SECONDS: {
    schema: whole(1, 3600),
    description: 'The most seconds of changes that are lost with the disk, where STARTLINE_ARCHIVE is set.',
    example: '60',
  },
  STARTLINE_KEY: {
    schema: secretBytes,
    description:
      'The key over all keys of sealed data: 32 bytes in base64. Unset: made once and kept in the data folder. ' +
      'It is no part of a backup.',
  },
  STARTLINE_KEY_OLD: {
    schema: formerKeys,
    description:
      'Former keys that still open what STARTLINE_KEY does not, separated by commas: while it is being changed ' +
      '(docs/keys.md).',
  },
  STARTLINE_DEMO: {
    schema: flag,
    description:
      'Fills an empty database with the demo races. Unset: 1 for a trial, 0 where NODE_ENV is production, or ORIGIN or ' +
      'DATABASE_URL is set.',
  },
  STARTLINE_SANDBOX: {
    schema: sandbox,
    description:
      'What may be a sandbox where NODE_ENV is production, separated by commas: payment, sms, mail, messagingapp, ' +
      'beacon, timing, faces. Without it the server does not start while one of them is missing. Faces are missing ' +
      'nowhere: without FACE_URL and without this word no desk compares them.',
  },
  METRICS_PORT: {
    schema: whole(0, 65_535),
    description:
      'The port at which /metrics answers Prometheus, apart from the port of the apps (docs/operate.md, Metrics). ' +
      'Unset: nothing is counted.',
  },
  METRICS_HOST: {
    schema: wordSetting,
    description: 'The address of METRICS_PORT. Another one than 127.0.0.1 needs METRICS_TOKEN. Unset: 127.0.0.1.',
  },
  METRICS_TOKEN: {
    schema: z.string().regex(/^\S{16,200}$/, { error: 'is a token of 16 to 200 signs without spaces' }),
    description: 'The bearer token that Prometheus sends. Unset: whoever reaches METRICS_PORT may read.',
  },
  TRACES_URL: {
    schema: origin,
    description:
      'The OpenTelemetry collector that takes traces by OTLP over HTTP, such as http://127.0.0.1:4318 (docs/operate.md, ' +
      'Traces). Unset: nothing is traced.',
  },
  TRACES_SHARE: {
    schema: share,
    description: 'The share of calls that are traced, from 0 to 1. Unset: 0.01.',
  },
  SHUTDOWN_WAIT: {
    schema: whole(0, 120),
    description:
      'On a signal to stop, the seconds in which /ready already answers 503 and calls are still answered, so that ' +
      'load balancers look away first. Unset: 5 where NODE_ENV is production, else 0.',
  },
  STARTLINE_WORKERS: { schema: whole(1, 64), description: 'Server processes on this machine.', example: '1' },
  WECHATPAY_MCHID: {
    schema: wordSetting,
    description: 'WeChat Pay: the merchant number. All of this block unset: a sandbox gateway.',
  },
  WECHATPAY_APPID: { schema: wordSetting, description: 'WeChat Pay: the app that payments belong to.' },
  WECHATPAY_SERIAL: {
    schema: wordSetting,
    description: "WeChat Pay: the serial number of the merchant's certificate.",
  },
  WECHATPAY_KEY_FILE: { schema: file, description: "WeChat Pay: the file with the merchant's private key (PEM)." },
  WECHATPAY_API_KEY: {
    schema: z.string().length(32, { error: 'has 32 characters' }),
    description: 'WeChat Pay: the APIv3 key.',
  },
  WECHATPAY_PLATFORM_SERIAL: {
    schema: wordSetting,
    description: "WeChat Pay: the id of the platform's public key (PUB_KEY_ID_…) or its certificate's serial number.",
  },
  WECHATPAY_PLATFORM_FILE: {
    schema: file,
    description: "WeChat Pay: the file with the platform's public key or certificate (PEM).",
  },
  ALIPAY_APP_ID: {
    schema: wordSetting,
    description:
      'Alipay: the app that payments belong to. All of this block unset: a sandbox gateway, or none beside a ' +
      'real one.',
  },
  ALIPAY_SELLER_ID: { schema: wordSetting, description: "Alipay: the merchant's own number (PID, 2088…)." },
  ALIPAY_KEY_FILE: {
    schema: file,
    description: "Alipay: the file with the app's private key (PEM, or as Alipay's tool saves it).",
  },
  ALIPAY_PUBLIC_KEY_FILE: {
    schema: file,
    description: "Alipay: the file with Alipay's public key. Unset where the three certificates are given.",
  },
  ALIPAY_APP_CERT_FILE: {
    schema: file,
    description: "Alipay, with certificates: the app's own (appCertPublicKey_….crt).",
  },
  ALIPAY_CERT_FILE: { schema: file, description: 'Alipay, with certificates: its own (alipayCertPublicKey_RSA2.crt).' },
  ALIPAY_ROOT_CERT_FILE: { schema: file, description: 'Alipay, with certificates: its root (alipayRootCert.crt).' },
  ALIPAY_ADDRESS: {
    // The gateway of a proof runs on this machine, so its address needs no https (addresses.ts).
    schema: z
      .url({ protocol: /^https?$/, error: 'is an address like https://openapi.alipay.com/gateway.do' })
      .refine((address) => /^https:|^http:\/\/127\.0\.0\.1:/.test(address), {
        error: 'is an address like https://openapi.alipay.com/gateway.do',
      }),
    description:
      'Alipay: where it answers; its sandbox is https://openapi-sandbox.dl.alipaydev.com/gateway.do. Unset: ' +
      'https://openapi.alipay.com/gateway.do.',
  },
  PAYPAL_CLIENT_ID: {
    schema: wordSetting,
    description:
      'PayPal: the client of the REST app. All of this block unset: a sandbox gateway, or none beside a real one.',
  },
  PAYPAL_SECRET: { schema: wordSetting, description: 'PayPal: its secret.' },
  PAYPAL_WEBHOOK_ID: {
    schema: wordSetting,
    description:
      'PayPal: the id of the webhook that sends to <ORIGIN>/pay/paypal/notify, with the events ' +
      'CHECKOUT.ORDER.APPROVED and PAYMENT.CAPTURE.*.',
  },
  PAYPAL_MERCHANT_ID: { schema: wordSetting, description: 'PayPal: the merchant that is paid.' },
  PAYPAL_ADDRESS: {
    schema: z.url({ protocol: /^https$/, error: 'is an address like https://api-m.paypal.com' }),
    description:
      'PayPal: where it answers; its sandbox is https://api-m.sandbox.paypal.com. Unset: https://api-m.paypal.com.',
  },
  CMB_BRANCH_NO: {
    schema: wordSetting,
    description:
      'China Merchants Bank (一网通支付, bank cards): the branch, four digits. All of this block unset: a sandbox ' +
      'one, or none beside a real gateway.',
  },
  CMB_MERCHANT_NO: { schema: wordSetting, description: 'CMB: the merchant, six digits.' },
  CMB_KEY: { schema: wordSetting, description: 'CMB: the key of sixteen signs that merchant and bank share.' },
  MESSAGINGAPP_APPID: {
    schema: wordSetting,
    description:
      'Messaging app (WeChat): the official account that logs people in and tells who pays in its webview; ' +
      'WECHATPAY_APPID must be the same. Unset: a sandbox one.',
  },
  MESSAGINGAPP_SECRET: { schema: wordSetting, description: 'Messaging app: its secret.' },
  MINIPROGRAM_APPID: {
    schema: wordSetting,
    description:
      'Mini-program of the messaging app, for log-ins from it. Unset: a sandbox one, or none beside a real ' +
      'messaging app.',
  },
  MINIPROGRAM_SECRET: { schema: wordSetting, description: 'Mini-program: its secret.' },
  TNF100_MINIPROGRAM_APPID: {
    schema: wordSetting,
    description: "Further mini-programs that a race's QR codes may open, each with its secret: tnf100 …",
  },
  TNF100_MINIPROGRAM_SECRET: { schema: wordSetting, description: '… its secret;' },
  DANMA_MINIPROGRAM_APPID: { schema: wordSetting, description: 'danma …' },
  DANMA_MINIPROGRAM_SECRET: { schema: wordSetting, description: '… its secret;' },
  JD_MINIPROGRAM_APPID: { schema: wordSetting, description: 'jd …' },
  JD_MINIPROGRAM_SECRET: { schema: wordSetting, description: '… its secret.' },
  ALIYUN_SMS_KEY_ID: {
    schema: wordSetting,
    description:
      'Text messages over Aliyun: the AccessKey id. This block and the next unset: a sandbox provider, read at ' +
      '/console/outbox. Both set: the second takes over when the first can not.',
  },
  ALIYUN_SMS_KEY_SECRET: { schema: wordSetting, description: 'Aliyun text messages: the AccessKey secret.' },
  ALIYUN_SMS_SIGN: {
    schema: wordSetting,
    description: 'Aliyun text messages: the approved signature, without its brackets.',
  },
  ALIYUN_SMS_SIGN_ABROAD: {
    schema: wordSetting,
    description: 'Aliyun text messages: the signature for numbers outside the mainland. Unset: the same.',
  },
  ALIYUN_SMS_TEMPLATES_FILE: {
    schema: templateIds,
    description:
      'Aliyun text messages: a JSON file with the codes of the approved templates by name and language ' +
      '(docs/text-messages.md).',
  },
  TENCENT_SMS_SECRET_ID: { schema: wordSetting, description: 'Text messages over Tencent Cloud: the SecretId.' },
  TENCENT_SMS_SECRET_KEY: { schema: wordSetting, description: 'Tencent text messages: the SecretKey.' },
  TENCENT_SMS_APP_ID: { schema: wordSetting, description: 'Tencent text messages: the SdkAppId.' },
  TENCENT_SMS_SIGN: {
    schema: wordSetting,
    description: 'Tencent text messages: the approved signature, without its brackets.',
  },
  TENCENT_SMS_SIGN_ABROAD: {
    schema: wordSetting,
    description: 'Tencent text messages: the signature for numbers outside the mainland. Unset: none.',
  },
  TENCENT_SMS_TEMPLATES_FILE: {
    schema: templateIds,
    description:
      'Tencent text messages: a JSON file with the ids of the approved templates by name and language ' +
      '(docs/text-messages.md).',
  },
  TENCENT_SMS_REGION: { schema: wordSetting, description: 'Tencent text messages: the region. Unset: ap-guangzhou.' },
  SMS_QUIET_HOURS: {
    schema: quietHours,
    description: "When text messages that are not urgent wait for the morning, by the clock of the number's country.",
    example: '22-8',
  },
  SMS_PER_DAY: {
    schema: whole(1, 100_000_000),
    description:
      'How many text messages go out in a day; more wait for the next. Codes for logging in are not among them.',
    example: '100000',
  },
  SMS_CODES_PER_DAY: {
    schema: whole(1, 100_000_000),
    description:
      'How many codes for logging in go out in a day; then people are asked to come back later. The console warns ' +
      'from four fifths on.',
    example: '20000',
  },
  SMS_COUNTRIES: {
    schema: countries,
    description: 'The countries and regions whose mobiles get codes, by ISO 3166, separated by commas; * for all.',
    example: 'CN,HK,MO,TW',
  },
  SMS_PER_NUMBER: {
    schema: whole(1, 1000),
    description: 'How many text messages one number gets in a day, codes apart.',
    example: '20',
  },
  ...mailVariables,
  S3_ENDPOINT: {
    schema: origin,
    description:
      'Object storage over the S3 protocol: its address, such as https://s3.eu-central-1.amazonaws.com. This ' +
      'block unset: files lie in the data folder (docs/object-storage.md).',
  },
  S3_BUCKET: { schema: wordSetting, description: 'Object storage: the bucket.' },
  S3_REGION: { schema: wordSetting, description: 'Object storage: the region that its signatures name.' },
  S3_KEY_ID: { schema: wordSetting, description: 'Object storage: the access key.' },
  S3_KEY_SECRET: { schema: wordSetting, description: 'Object storage: its secret.' },
  S3_OVER_HTTP: {
    schema: flag,
    description:
      'Object storage: 1 lets its address begin with http:// in production, where nobody else can read the network ' +
      'between. Unset: 0, only https:// or this machine.',
  },
  S3_PATH_STYLE: {
    schema: flag,
    description:
      "Object storage: 1 puts the bucket into the path, as most servers of one's own want it. Unset: 0, in " +
      'front of the host.',
  },
  S3_PUBLIC_URL: {
    schema: origin,
    description: 'Object storage: where browsers fetch public pictures themselves. Unset: this server passes them on.',
  },
  S3_RESIZES: {
    schema: flag,
    description:
      'Object storage: 1 where it makes smaller copies by the resize suffix itself (Aliyun OSS). Unset: 0, ' +
      'this server makes them.',
  },
  TIMING_FIRM_URL: {
    schema: origin,
    description:
      'Another timing firm whose results stand beside ours: its address (docs/decisions/2026-11-21-timing.md). ' +
      'Unset: a sandbox one.',
  },
  TIMING_FIRM_KEY: { schema: wordSetting, description: 'The key that the timing firm gave.' },
  VAPID_PRIVATE_KEY: {
    schema: vapidKey,
    description:
      'Web push: the private key by which push services know this platform, 32 bytes in base64url. Browsers subscribe ' +
      'for its public key and must subscribe anew after a change. Unset: made once and kept sealed in the database.',
  },
  VAPID_SUBJECT: {
    schema: z.string().regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, { error: 'begins with mailto: or https://' }),
    description: 'Web push: where the operators of push services find you. Unset: ORIGIN.',
  },
  ...servicesOfOthers,
  APPLE_PASS_TYPE: {
    schema: z.string().regex(/^pass\.[\w.-]+$/, { error: 'is a pass type identifier like pass.org.example.race' }),
    description: 'Apple Wallet: the pass type identifier. All of this block unset: no passes for Apple Wallet.',
  },
  APPLE_PASS_TEAM: {
    schema: z.string().regex(/^[A-Z0-9]{10}$/, { error: 'has ten letters and digits' }),
    description: 'Apple Wallet: the team of the developer account.',
  },
  APPLE_PASS_CERT_FILE: { schema: file, description: 'Apple Wallet: the certificate of the pass type (PEM).' },
  APPLE_PASS_KEY_FILE: { schema: file, description: 'Apple Wallet: its private key (PEM, RSA).' },
  APPLE_PASS_KEY_PASSWORD: {
    schema: wordSetting,
    description: 'Apple Wallet: the password of the key. Unset: it has none.',
  },
  APPLE_PASS_WWDR_FILE: {
    schema: file,
    description: "Apple Wallet: the certificate of Apple's authority that issued the pass certificate (WWDR, PEM).",
  },
  GOOGLE_WALLET_ISSUER: {
    schema: z.string().regex(/^\d{10,25}$/, { error: 'is a number of 10 to 25 digits' }),
    description: 'Google Wallet: the issuer id. All of this block unset: no passes for Google Wallet.',
  },
  GOOGLE_WALLET_KEY_FILE: {
    schema: googleAccount,
    description: 'Google Wallet: the key file of the service account (JSON).',
  },
  BROWSER_PATH: {
    schema: z
      .string()
      .refine((path) => existsSync(path), { error: 'is the path of an installed Chromium, such as /usr/bin/chromium' }),
    description:
      'A Chromium on this machine, to draw certificates that are HTML for a whole event. Unset: only those ' +
      "made of boxes are drawn so; runners' own devices draw both.",
  },
  BEACON_URLS: {
    schema: listedAddresses,
    description:
      'Relays of the randomness beacon (drand, chain quicknet) that seeds ballots, separated by commas: ' +
      'https://api.drand.sh,https://drand.cloudflare.com. Unset: a sandbox one.',
  },
} as const satisfies Record<string, Setting>

export type Name = keyof typeof settings
export type Value<N extends Name> = z.output<(typeof settings)[N]['schema']>
