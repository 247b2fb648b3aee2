import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  certificateNumber,
  signedFormFields,
  keyOfCertificate,
  privateKeyFrom,
  publicKeyFrom,
  rawMembers,
  rootNumber,
  signedText,
} from './crypto.ts'
import { decimalOf, minorOf } from '../payment/money.ts'
import { beijingText, momentOf, withinSkew } from '../payment/moments.ts'
import { signRsa, verifyRsa } from '../payment/signature.ts'
import { makeAlipayKeys } from '../sandbox/alipay/keys.ts'
import { issued, selfSigned } from '../sandbox/payment/certificate.ts'
import { rsaPem } from '../sandbox/payment/keys.ts'
import { describeShared, shared } from '#test/beside.ts'

const ours = join(import.meta.dirname, '../../test/vectors/alipay/vectors.json')
const vendors = 'data/pay/alipay_notify_vectors.json'

/** Proves that the vectors of a file hold, and that each broken rule makes a signed notice invalid. */
const everyRule = (file: string) => {
  /** The vectors hold one field as parsed JSON. On the wire the field is JSON as text. */
  const read = () => {
    const vectors = JSON.parse(readFileSync(file, 'utf8')) as {
      public_key_base64_spki: string
      trade_notify: Record<string, unknown>
      string_to_verify: string
      expected: boolean
    }
    const notice: Record<string, string> = Object.fromEntries(
      Object.entries(vectors.trade_notify).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    const key = publicKeyFrom(vectors.public_key_base64_spki)
    const holds = (fields: Record<string, string>) =>
      verifyRsa(signedText(fields, ['sign', 'sign_type']), fields.sign!, key)
    return { ...vectors, notice, holds }
  }
  test('verifies over exactly the text that its vectors give', () => {
    const { notice, holds, string_to_verify, expected } = read()
    expect(signedText(notice, ['sign', 'sign_type'])).toBe(string_to_verify)
    expect(holds(notice)).toBe(expected)
  })
  test('does not verify with one changed, missing or added field', () => {
    const { notice, holds } = read()
    for (const name of Object.keys(notice).filter((one) => one !== 'sign' && one !== 'sign_type')) {
      expect(holds({ ...notice, [name]: `${notice[name]} ` }), name).toBe(false)
      const { [name]: _, ...without } = notice
      expect(holds(without), name).toBe(false)
    }
    expect(holds({ ...notice, another: '1' })).toBe(false)
    for (const sign of ['', '!', notice.sign!.slice(4), `${notice.sign}AAAA`])
      expect(holds({ ...notice, sign }), sign).toBe(false)
    const { sign_type: _, ...bare } = notice
    expect(holds(bare)).toBe(true)
  })
  test('is the same after it went through a form', () => {
    const { notice } = read()
    expect(signedFormFields(new URLSearchParams(notice).toString())).toEqual(notice)
    expect(signedFormFields('a=1&a=2'), 'no name stands twice').toBeUndefined()
  })
}

describeShared(vendors, "the vendor's own notice", () => everyRule(shared(vendors)))
describe('a notice signed by OpenSSL', () => {
  everyRule(ours)
  test('of a partial refund is signed over the refunded sum', () => {
    const made = JSON.parse(readFileSync(ours, 'utf8')) as {
      public_key_base64_spki: string
      refund_notify: Record<string, string | object>
      refund_string_to_verify: string
    }
    const fields: Record<string, string> = Object.fromEntries(
      Object.entries(made.refund_notify).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    const text = signedText(fields, ['sign', 'sign_type'])
    expect(text).toBe(made.refund_string_to_verify)
    const key = publicKeyFrom(made.public_key_base64_spki)
    expect(verifyRsa(text, fields.sign!, key)).toBe(true)
    expect(verifyRsa(text.replace('refund_fee=60.00', 'refund_fee=160.20'), fields.sign!, key)).toBe(false)
  })
})

test('fen and yuan are converted without rounding', () => {
  for (const fen of [0, 1, 9, 10, 99, 100, 101, 1999, 2_147_483_647]) expect(minorOf(decimalOf(fen))).toBe(fen)
  expect([decimalOf(1), decimalOf(120), decimalOf(16_020)]).toEqual(['0.01', '1.20', '160.20'])
  expect(['0.1', '12', '88.88', '0.29'].map(minorOf)).toEqual([10, 1200, 8888, 29])
  expect(['', '1.', '.5', '1.234', '-1.00', '1e3', ' 1', '1,00', '10000000000.00'].map(minorOf)).toEqual(
    Array.from({ length: 9 }, () => undefined),
  )
})

test('moments are Beijing time', () => {
  const at = new Date('2026-02-28T16:00:05Z')
  expect(beijingText(at)).toBe('2026-03-01 00:00:05')
  expect(momentOf('2026-03-01 00:00:05')).toEqual(at)
  expect(momentOf('2026-03-01 00:00:05.123')).toEqual(at)
  expect(['', '2026-13-01 00:00:00', '2026-03-01T00:00:00Z'].map(momentOf)).toEqual([undefined, undefined, undefined])
  expect([299, 300, 301, -301].map((seconds) => withinSkew(at, new Date(at.getTime() + seconds * 1000)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(withinSkew(momentOf(''), at)).toBe(false)
})

test('the members of an answer are the exact text of the answer', () => {
  const response = String.raw`{"msg":"a}\"{","list":[{"x":1}, 2],"n":1.50}`
  const said =
    `{ "alipay_trade_query_response" : ${response} ` + String.raw`, "alipay_cert_sn":"7","n": 12,"sign":"a\/b="}`
  expect(rawMembers(said)).toEqual({
    alipay_trade_query_response: response,
    alipay_cert_sn: '"7"',
    n: '12',
    sign: String.raw`"a\/b="`,
  })
  expect(rawMembers('{"a":1,"b":true}')).toEqual({ a: '1', b: 'true' })
  for (const wrong of ['', '[]', '"a"', '{', 'null', '{"a":1,"a":2,"b":3}', '{"a":1}x'])
    expect(rawMembers(wrong) ?? {}, wrong).not.toHaveProperty('b')
})

test("keys are PEM or the bare base64 of the vendor's tool, and certificates have their numbers", () => {
  const keys = makeAlipayKeys()
  const signing = privateKeyFrom(keys.merchantKeyPem)
  const bare = (type: 'pkcs8' | 'pkcs1') => signing.export({ type, format: 'der' }).toString('base64')
  for (const key of [signing, privateKeyFrom(bare('pkcs8')), privateKeyFrom(bare('pkcs1'))])
    expect(verifyRsa('a=1', signRsa('a=1', key), createPublicKey(keys.merchantKeyPem))).toBe(true)
  expect(certificateNumber(keys.merchantCertificatePem)).toMatch(/^[0-9a-f]{32}$/)
  expect(certificateNumber(keys.merchantCertificatePem)).not.toBe(certificateNumber(keys.platformCertificatePem))
  expect(rootNumber(keys.merchantCertificatePem + keys.platformCertificatePem)).toBe(
    `${certificateNumber(keys.merchantCertificatePem)}_${certificateNumber(keys.platformCertificatePem)}`,
  )
  expect(
    keyOfCertificate(keys.platformCertificatePem, keys.platformCertificatePem).export({ type: 'spki', format: 'pem' }),
  ).toBe(createPublicKey(keys.platformKeyPem).export({ type: 'spki', format: 'pem' }))
  expect(() => certificateNumber('')).toThrow(RangeError)
  expect(() => keyOfCertificate('', keys.platformCertificatePem)).toThrow(RangeError)
})

test("Alipay's certificate is accepted alone, as its console gives it; a certificate with its chain is checked", () => {
  const [root, between, leaf, other] = Array.from({ length: 4 }, () => createPrivateKey(rsaPem()))
  const rootIs = { privateKey: root!, commonName: 'Root R1' }
  const betweenIs = { privateKey: between!, commonName: 'Class 2 R1' }
  const rootPem = selfSigned(root!, 'Root R1', '2A01')
  const betweenPem = issued(between!, 'Class 2 R1', '2A02', rootIs)
  const leafPem = issued(leaf!, 'Alipay', '2A03', betweenIs)
  const key = createPublicKey(leaf!).export({ type: 'spki', format: 'pem' })
  const read = (pem: string, roots = rootPem) => keyOfCertificate(pem, roots).export({ type: 'spki', format: 'pem' })
  expect(read(leafPem), 'the certificate between it and the root is in neither file').toBe(key)
  expect(read(leafPem + betweenPem)).toBe(key)
  expect(read(leafPem + betweenPem + rootPem)).toBe(key)
  const stranger = selfSigned(other!, 'Root R1', '2A04')
  expect(() => read(leafPem + betweenPem, stranger), 'another root').toThrow(RangeError)
  expect(() => read(leafPem + stranger), 'another chain').toThrow(RangeError)
})
