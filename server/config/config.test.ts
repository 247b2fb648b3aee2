import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exampleText, readConfig } from './config.ts'
import { refuseSilentSandboxes } from './sandboxes.ts'

test('an empty environment starts a trial', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    demo: true,
    workers: 1,
    key: undefined,
    databaseUrl: undefined,
    wechatpay: undefined,
    alipay: undefined,
  })
  expect(readConfig({ PORT: '', STARTLINE_KEY: ' ' })).toEqual(readConfig({}))
})

test('in production no demo races are added, unless the operator asks for them', () => {
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', STARTLINE_DEMO: '1' }).demo).toBe(true)
})

test('demo races are for a trial: not if an origin or a database is named', () => {
  expect(readConfig({}).demo).toBe(true)
  expect(readConfig({ ORIGIN: 'https://run.example.org' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://a@b/c' }).demo).toBe(false)
})

test('in production no sandbox runs unless the operator names it', () => {
  const inProduction =
    (more: Record<string, string> = {}) =>
    () =>
      refuseSilentSandboxes(readConfig({ NODE_ENV: 'production', ...more }))
  expect(() => refuseSilentSandboxes(readConfig({}))).not.toThrow()
  expect(inProduction()).toThrow('payment, sms, mail, messagingapp, beacon, timing')
  expect(inProduction({ STARTLINE_SANDBOX: 'payment,sms' })).toThrow('mail, messagingapp, beacon, timing')
  // The message gives a setting that keeps the sandboxes which the operator has named.
  expect(inProduction({ STARTLINE_SANDBOX: 'payment,sms' })).toThrow(
    'STARTLINE_SANDBOX=payment,sms,mail,messagingapp,beacon,timing',
  )
  expect(inProduction({ STARTLINE_SANDBOX: 'payment, sms, mail, messagingapp, beacon, timing' })).not.toThrow()
  expect(inProduction({ STARTLINE_SANDBOX: 'everything' })).toThrow('STARTLINE_SANDBOX')
  const own = { FACE_URL: 'https://faces.example.org', FACE_KEY: 'k' }
  expect(readConfig({}).faces, 'a trial has the demo races').toBe('sandbox')
  expect(readConfig({ STARTLINE_DEMO: '0' }).faces).toBeUndefined()
  expect(readConfig({ DATABASE_URL: 'postgres://db/startline' }).faces).toBeUndefined()
  expect(readConfig({ NODE_ENV: 'production', STARTLINE_DEMO: '1' }).faces).toBeUndefined()
  expect(readConfig({ NODE_ENV: 'production', STARTLINE_SANDBOX: 'faces' }).faces).toBe('sandbox')
  expect(readConfig(own).faces).toEqual({ url: own.FACE_URL, key: own.FACE_KEY })
})

test('a key comes in base64, base64url or hexadecimal', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, place) => 250 - place))
  for (const text of [key.toString('base64'), key.toString('base64url'), key.toString('hex')])
    expect(readConfig({ STARTLINE_KEY: text }).key).toEqual(key)
})

test('one machine before us is one hop, whatever the caller writes', () => {
  expect(['0', '1', '10.0.0.1, 10.0.0.2'].map((TRUST_PROXY) => readConfig({ TRUST_PROXY }).trustProxy)).toEqual([
    false,
    1,
    ['10.0.0.1', '10.0.0.2'],
  ])
})

describe('a wrong value is named in one sentence', () => {
  const cases: [Record<string, string>, string][] = [
    [{ PORT: '70000' }, 'PORT is a whole number from 0 to 65535.'],
    [{ PORT: '-1' }, 'PORT is a whole number from 0 to 65535.'],
    [{ STARTLINE_WORKERS: '0' }, 'STARTLINE_WORKERS is a whole number from 1 to 64.'],
    [{ STARTLINE_DEMO: 'yes' }, 'STARTLINE_DEMO is 0 or 1.'],
    [
      { STARTLINE_KEY: 'short' },
      'STARTLINE_KEY is 32 random bytes in base64 or hexadecimal (openssl rand -base64 32).',
    ],
    [{ ORIGIN: 'run.example.org' }, 'ORIGIN is an address like https://run.example.org.'],
    [
      { DATABASE_URL: 'localhost:5432' },
      'DATABASE_URL is an address like postgres://user:password@host:5432/database.',
    ],
  ]
  test.each(cases)('%j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  test('a half-configured payment gateway does not become a sandbox', () => {
    expect(() => readConfig({ ALIPAY_APP_ID: '2021000000000000' })).toThrow(
      /^ALIPAY_SELLER_ID, ALIPAY_KEY_FILE, ALIPAY_PUBLIC_KEY_FILE must be set, since other ALIPAY_… variables are\.$/,
    )
    expect(() => readConfig({ ALIPAY_APP_CERT_FILE: 'package.json' })).toThrow(
      /^ALIPAY_APP_ID, ALIPAY_SELLER_ID, ALIPAY_KEY_FILE, ALIPAY_CERT_FILE, ALIPAY_ROOT_CERT_FILE must be set/,
    )
    expect(() => readConfig({ ALIPAY_ADDRESS: 'http://openapi.alipay.com' })).toThrow('ALIPAY_APP_ID')
    expect(() => readConfig({ WECHATPAY_MCHID: '1900000000' })).toThrow(
      /^WECHATPAY_APPID, .* must be set, since other WECHATPAY_… variables are\.$/,
    )
  })
})

test('Alipay is real with either of its two modes, at the address of its own or of its sandbox', () => {
  const file = 'package.json'
  const mine = { ALIPAY_APP_ID: '2021', ALIPAY_SELLER_ID: '2088', ALIPAY_KEY_FILE: file }
  expect(readConfig({ ...mine, ALIPAY_PUBLIC_KEY_FILE: file }).alipay).toMatchObject({
    address: 'https://openapi.alipay.com/gateway.do',
    credentials: { appid: '2021', sellerid: '2088', publicKey: expect.any(String) },
  })
  const sandbox = 'https://openapi-sandbox.dl.alipaydev.com/gateway.do'
  expect(
    readConfig({
      ...mine,
      ALIPAY_APP_CERT_FILE: file,
      ALIPAY_CERT_FILE: file,
      ALIPAY_ROOT_CERT_FILE: file,
      ALIPAY_ADDRESS: sandbox,
    }).alipay,
  ).toMatchObject({ address: sandbox, credentials: { certificates: { root: expect.any(String) } } })
})

describe('in production', () => {
  const file = 'package.json'
  const gateway = {
    NODE_ENV: 'production',
    ALIPAY_APP_ID: '2021',
    ALIPAY_SELLER_ID: '2088',
    ALIPAY_KEY_FILE: file,
    ALIPAY_PUBLIC_KEY_FILE: file,
  }
  const at = (port: number, change: Record<string, string> = {}) => ({
    ...gateway,
    ALIPAY_ADDRESS: `http://127.0.0.1:${port}/gateway.do`,
    ...change,
  })

  test('a gateway on this machine is a sandbox, which the operator must name', () => {
    const refused = /^ALIPAY_ADDRESS names this machine, .* STARTLINE_SANDBOX names payment\.$/
    expect(() => readConfig(at(8080))).toThrow(refused)
    expect(() => readConfig(at(8080, { STARTLINE_SANDBOX: 'sms,mail' }))).toThrow(refused)
    expect(readConfig(at(8080, { STARTLINE_SANDBOX: 'payment' })).alipay?.address).toContain(':8080')
    expect(readConfig({ ...at(8080), NODE_ENV: 'test' }).alipay?.address).toContain(':8080')
    expect(readConfig(gateway).alipay?.address).toContain('https://')
  })

  const key = 'k'
  const plain: [string, Record<string, string>][] = [
    ['TIMING_FIRM_URL', { TIMING_FIRM_KEY: key }],
    ['RECOGNITION_URL', { RECOGNITION_KEY: key }],
    ['MODERATION_URL', { MODERATION_KEY: key }],
    ['FACE_URL', { FACE_KEY: key }],
    ['REALNAMES_URL', { REALNAMES_SECRET_ID: key, REALNAMES_SECRET_KEY: key }],
    ['BEACON_URLS', {}],
  ]
  test.each(plain)('%s cannot be read on the way', (name, others) => {
    const given = (address: string) => ({ NODE_ENV: 'production', ...others, [name]: address })
    expect(() => readConfig(given('http://service.example.org/v1'))).toThrow(
      `${name} begins with https:// in production.`,
    )
    expect(() => readConfig(given('https://service.example.org/v1'))).not.toThrow()
    const own = given('http://localhost:9000/v1')
    if (['TIMING_FIRM_URL', 'BEACON_URLS'].includes(name)) expect(() => readConfig(own)).toThrow('names this machine')
    else expect(() => readConfig(own)).not.toThrow()
  })

  test('an object storage over http is refused, except on this machine or if the operator allows it', () => {
    const storage = { S3_BUCKET: 'files', S3_REGION: 'cn', S3_KEY_ID: key, S3_KEY_SECRET: key }
    const at = (S3_ENDPOINT: string, change: Record<string, string> = {}) =>
      readConfig({ NODE_ENV: 'production', ...storage, S3_ENDPOINT, ...change }).s3?.endpoint
    const plain = 'http://storage.example.org:9000'
    const refused =
      'S3_ENDPOINT begins with https:// in production, or S3_OVER_HTTP is 1 where nobody else can read the network.'
    expect(() => at(plain)).toThrow(refused)
    expect(() => at(plain, { S3_OVER_HTTP: '0' })).toThrow(refused)
    expect(() => at('http://10.0.0.5:9000'), 'a private address is another machine').toThrow(refused)
    expect(at(plain, { S3_OVER_HTTP: '1' })).toBe(plain)
    expect(at(plain, { NODE_ENV: 'test' })).toBe(plain)
    for (const good of ['https://storage.example.org', 'http://127.0.0.1:9000', 'http://[::1]:9000'])
      expect(at(good)).toBe(good)
  })
})

test('.env.example has the same content as the settings', () => {
  expect(readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')).toBe(exampleText())
})

test('every command reads the file .env of its folder, as the server does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-env-'))
  try {
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=mysql://nobody@localhost/x\n')
    const root = join(import.meta.dirname, '../..')
    const said = await Promise.all(
      [
        ['start.ts'],
        ['backup.ts', join(folder, 'backup')],
        ['restore.ts', join(folder, 'backup')],
        ['db.ts', 'status'],
        ['import.ts', 'results', join(folder, '.env'), '--race', '1', '--event', '1'],
        ['reconcile.ts', '--gateway', 'wechat', '--day', '2026-11-20'],
        ['live.ts'],
      ].map(
        ([command, ...given]) =>
          new Promise<string>((resolve) => {
            const env = { PATH: process.env.PATH, HOME: folder }
            execFile(process.execPath, [join(root, 'tools', command!), ...given], { cwd: folder, env }, (_, out, err) =>
              resolve(`${command}: ${out}${err}`),
            )
          }),
      ),
    )
    for (const one of said) expect(one).toContain('DATABASE_URL is an address like postgres://')
    expect(readdirSync(folder)).toEqual(['.env'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('metrics are off unless a port is set, and another machine reads them only with a token', () => {
  const METRICS_TOKEN = 'a-token-of-sixteen'
  expect(readConfig({}).metrics).toBeUndefined()
  expect(readConfig({ METRICS_TOKEN }).metrics).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1', token: undefined })
  expect(() => readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_TOKEN')
  expect(() => readConfig({ METRICS_PORT: '9464', METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN }).metrics?.host).toBe('0.0.0.0')
})

test('a server in production waits before it closes its listener', () => {
  expect(readConfig({}).shutdownWaitMs).toBe(0)
  expect(readConfig({ NODE_ENV: 'production' }).shutdownWaitMs).toBe(5000)
  expect(readConfig({ NODE_ENV: 'production', SHUTDOWN_WAIT: '0' }).shutdownWaitMs).toBe(0)
})
