import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SandboxSms } from '../sandbox/sms/server.ts'
import { startSandboxAliyunSms } from '../sandbox/sms/aliyun.ts'
import { startSandboxTencentSms } from '../sandbox/sms/tencent.ts'
import { SmsBusy, SmsDown, SmsLost, SmsRefused, SmsUnable, type SmsVendor, type TextMessage } from './client.ts'
import { aliyunSms, signAcs3 } from './aliyun.ts'
import { failover } from './failover.ts'
import { signTc3, tencentSms } from './tencent.ts'

let now = new Date('2026-03-01T04:00:00Z')
const clock = () => now
const advance = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000))
const aliyunKeys = { keyId: 'LTAIpretend', keySecret: 'a secret of the sandbox Aliyun' }
const tencentKeys = { secretId: 'AKIDpretend', secretKey: 'a secret of the sandbox Tencent', appId: '1400006666' }
const templates = { login_code: { 'zh-cn': 'SMS_1', en: 'SMS_2' }, drawn_won: { 'zh-cn': 'SMS_3' } } as const
let sandboxAliyun: SandboxSms
let sandboxTencent: SandboxSms
let aliyun: SmsVendor
let tencent: SmsVendor
beforeAll(async () => {
  sandboxAliyun = await startSandboxAliyunSms({
    clock,
    keys: aliyunKeys,
    signNames: ['起跑线', 'Startline'],
    templates: {
      SMS_1: '验证码 ${code}，${minutes} 分钟内有效',
      SMS_2: 'Your code is ${code}',
      SMS_3: '恭喜中签${race}，${until}前缴费',
    },
  })
  sandboxTencent = await startSandboxTencentSms({
    clock,
    keys: tencentKeys,
    signNames: ['起跑线'],
    templates: { '101': '验证码 {1}，{2} 分钟内有效', '102': 'Your code is {1}', '103': '恭喜中签{1}，{2}前缴费' },
  })
  aliyun = aliyunSms(
    { ...aliyunKeys, signName: '起跑线', templates },
    { base: sandboxAliyun.base, clock, timeoutMs: 2000 },
  )
  tencent = tencentSms(
    {
      ...tencentKeys,
      signName: '起跑线',
      templates: { login_code: { 'zh-cn': '101', en: '102' }, drawn_won: { 'zh-cn': '103' } },
    },
    { base: sandboxTencent.base, clock, timeoutMs: 2000 },
  )
})
afterAll(() => Promise.all([sandboxAliyun?.close(), sandboxTencent?.close()]))
beforeEach(() => {
  for (const one of [sandboxAliyun, sandboxTencent]) {
    one.sent.length = 0
    Object.assign(one.weather, { down: false, lose: false, garbled: false, code: undefined })
  }
})

let count = 0
const message = (part: Partial<TextMessage> = {}): TextMessage => ({
  to: `+8613800${String(++count).padStart(6, '0')}`,
  template: 'login_code',
  lang: 'zh-cn',
  values: { code: '246810', minutes: '5' },
  text: '【起跑线】',
  key: `key ${count}`,
  ...part,
})

test("the vendors' published examples are signed as on their pages", () => {
  const acs = signAcs3(
    { keyId: 'YourAccessKeyId', keySecret: 'YourAccessKeySecret' },
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
      body: '',
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
    },
  )
  expect(acs.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;' +
      'x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
  // The vendor's page has two editions. The older edition signs two headers. The current edition shows asterisks in
  // place of the key.
  const call = {
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    action: 'DescribeInstances',
    version: '2017-03-12',
    region: 'ap-guangzhou',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    timestamp: 1_551_113_065,
  }
  expect(
    signTc3(
      { secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' },
      { ...call, signed: ['content-type', 'host'] },
    ).authorization,
  ).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, ' +
      'SignedHeaders=content-type;host, ' +
      'Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  )
  expect(signTc3({ secretId: 'x', secretKey: '*'.repeat(32) }, call).authorization).toContain(
    'Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  )
})

test('each provider sends a template with its values, home and abroad, and reports the outcome', async () => {
  for (const [vendor, sandbox, home] of [
    [aliyun, sandboxAliyun, '13900000001'],
    [tencent, sandboxTencent, '+8613900000001'],
  ] as const) {
    const one = message({ to: '+8613900000001' })
    const { number } = await vendor.send(one)
    expect(sandbox.sent).toMatchObject([{ to: home, text: '【起跑线】验证码 246810，5 分钟内有效', number }])
    const sent = { to: one.to, key: one.key, handedAt: now }
    sandbox.receive(home, true)
    expect(await vendor.look(sent)).toMatchObject({ state: 'delivered', at: now })
    expect(await vendor.look({ ...sent, key: 'another' })).toEqual({ state: 'unknown' })
    const abroad = message({ to: '+85251234567', lang: 'en', values: { code: '1' } })
    await vendor.send(abroad)
    expect(sandbox.sent[1]).toMatchObject({ to: vendor === aliyun ? '85251234567' : '+85251234567' })
    sandbox.receive(sandbox.sent[1]!.to, false)
    expect(await vendor.look({ to: abroad.to, key: abroad.key, handedAt: now })).toMatchObject({
      state: 'undelivered',
      code: 'UNDELIV',
    })
  }
})

test('with a wrong key, template, signature or value the provider cannot send; a bad number or text is refused', async () => {
  const at = { clock, timeoutMs: 2000 }
  const settings = { signName: '起跑线', templates }
  const wrong: [SmsVendor, string][] = [
    [
      aliyunSms({ ...aliyunKeys, keySecret: 'other', ...settings }, { ...at, base: sandboxAliyun.base }),
      'SignatureDoesNotMatch',
    ],
    [
      aliyunSms({ ...aliyunKeys, ...settings, signName: '别人' }, { ...at, base: sandboxAliyun.base }),
      'isv.SMS_SIGNATURE_ILLEGAL',
    ],
    [
      aliyunSms(
        { ...aliyunKeys, ...settings, templates: { login_code: { 'zh-cn': 'SMS_9' } } },
        { ...at, base: sandboxAliyun.base },
      ),
      'isv.SMS_TEMPLATE_ILLEGAL',
    ],
    [
      tencentSms({ ...tencentKeys, secretKey: 'other', ...settings }, { ...at, base: sandboxTencent.base }),
      'AuthFailure.SignatureFailure',
    ],
    [
      tencentSms({ ...tencentKeys, ...settings, appId: '1' }, { ...at, base: sandboxTencent.base }),
      'InvalidParameterValue.SdkAppIdNotExist',
    ],
    [
      tencentSms({ ...tencentKeys, ...settings }, { ...at, base: sandboxTencent.base }),
      'FailedOperation.TemplateIncorrectOrUnapproved',
    ],
  ]
  for (const [vendor, code] of wrong) {
    const thrown = await vendor.send(message()).catch((error: unknown) => error)
    expect(thrown, code).toBeInstanceOf(SmsUnable)
    expect((thrown as Error).message).toContain(code)
  }
  await expect(aliyun.send(message({ lang: 'zh-tw' })), 'no such language').rejects.toBeInstanceOf(SmsUnable)
  await expect(aliyun.send(message({ values: { code: '1' } }))).rejects.toMatchObject({
    code: 'isv.TEMPLATE_MISSING_PARAMETERS',
  })
  await expect(aliyun.send(message({ to: '+861380' }))).rejects.toBeInstanceOf(SmsRefused)
  await expect(tencent.send(message({ to: '8613800001234' }))).rejects.toMatchObject({
    code: 'InvalidParameterValue.IncorrectPhoneNumber',
  })
  expect([...sandboxAliyun.sent, ...sandboxTencent.sent]).toEqual([])
})

test('a limit of a number is reported with the time to wait', async () => {
  for (const [vendor, wait] of [
    [aliyun, 60],
    [tencent, 30],
  ] as const) {
    const one = message()
    await vendor.send(one)
    const busy = await vendor.send({ ...one, key: 'again' }).catch((error: unknown) => error)
    expect(busy).toBeInstanceOf(SmsBusy)
    expect((busy as SmsBusy).seconds).toBe(wait)
    for (let i = 0; i < 4; i++) {
      advance(61)
      await vendor.send({ ...one, key: `${one.key} ${i}` })
    }
    advance(61)
    expect(await vendor.send({ ...one, key: 'sixth' }).catch((error: unknown) => error)).toMatchObject({
      seconds: 3600,
    })
  }
})

test('if a provider is down or has no money, the other one takes over, and the first comes last for a minute', async () => {
  const both = failover([aliyun, tencent], clock)
  sandboxAliyun.weather.code = 'isv.AMOUNT_NOT_ENOUGH'
  expect(await both.send(message())).toMatchObject({ provider: 'tencent' })
  sandboxAliyun.weather.code = undefined
  expect(await both.send(message()), 'it rests').toMatchObject({ provider: 'tencent' })
  expect(both.vendors!()).toMatchObject([
    { name: 'aliyun', resting: true, unproved: true, last: 'aliyun: isv.AMOUNT_NOT_ENOUGH' },
    { name: 'tencent', sent: 2 },
  ])
  advance(61)
  expect(await both.send(message())).toMatchObject({ provider: 'aliyun' })
  const gone = await startSandboxAliyunSms({ clock, keys: aliyunKeys, signNames: [], templates: {} })
  await gone.close()
  const nobody = aliyunSms({ ...aliyunKeys, signName: '起跑线', templates }, { base: gone.base, clock })
  expect(await failover([nobody, tencent], clock).send(message()), 'nobody listens').toMatchObject({
    provider: 'tencent',
  })
  await expect(failover([nobody], clock).send(message())).rejects.toBeInstanceOf(SmsDown)
  // The first provider refuses the number, and the second would refuse it as well, so the sender does not ask the
  // second.
  const before = sandboxTencent.sent.length
  sandboxAliyun.weather.code = 'isv.BLACK_KEY_CONTROL_LIMIT'
  await expect(both.send(message())).rejects.toBeInstanceOf(SmsRefused)
  expect(sandboxTencent.sent.length).toBe(before)
})

test('a message whose answer is lost is never given to another provider; its mark finds the provider that took it', async () => {
  const both = failover([aliyun, tencent], clock)
  const weathers = [{ lose: true }, { garbled: true }] as const
  for (const weather of weathers) {
    Object.assign(sandboxAliyun.weather, { lose: false, garbled: false }, weather)
    advance(61)
    const one = message()
    const lost = await both.send(one).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(SmsLost)
    expect((lost as SmsLost).provider).toBe('aliyun')
    expect(sandboxTencent.sent).toEqual([])
    Object.assign(sandboxAliyun.weather, { lose: false, garbled: false })
    expect(await both.look!({ to: one.to, key: one.key, handedAt: now }, null)).toMatchObject({
      state: 'sent',
      provider: 'aliyun',
    })
    expect(await both.look!({ to: one.to, key: 'never sent', handedAt: now }, 'aliyun')).toMatchObject({
      state: 'unknown',
    })
  }
  advance(61)
  sandboxAliyun.weather.code = 'isp.SYSTEM_ERROR'
  await expect(both.send(message())).rejects.toBeInstanceOf(SmsLost)
})
