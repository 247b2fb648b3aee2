import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  authorization,
  openSealed,
  publicKeyFrom,
  readAuthorization,
  requestText,
  sealText,
  signedFrom,
  whyNotSigned,
} from './crypto.ts'
import { signRsa, verifyRsa } from '../payment/signature.ts'
import { wechatPay } from './client.ts'
import { fetchedKeys } from './platformKeys.ts'
import { describeShared, shared } from '#test/beside.ts'

const ours = new URL('../../test/vectors/wechatpay/vectors.json', import.meta.url)
const vendors = 'data/pay/wechatpay_v3_go_vectors.json'

type Vectors = {
  sign_sha256_rsa2048: {
    message: string
    private_key_pem_test_fixture: string
    signature_base64: string
    platform_serial: string
    certificate_pem: string
    public_key_pem: string
    negative: { message?: string; signature?: string; serial?: string }[]
  }
  authorization_header: {
    mchid: string
    serial_no: string
    nonce_str: string
    timestamp: number
    cases: { method: string; url: string; body: string; string_to_sign: string }[]
    header_field_order: string
  }
  aead_aes_gcm: {
    APIV3Key: string
    Ciphertext: string
    Plaintext: string
    Nonce: string
    AssociatedData: string
    negative: { Ciphertext?: string; APIV3Key?: string }[]
  }
  notify: {
    headers: Record<string, string>
    body: string
    api_v3_key: string
    certificate_pem: string
    plaintext: string
  }
}

const serialOf = (pem: string) => new X509Certificate(pem).serialNumber
const read = (file: string | URL) => JSON.parse(readFileSync(file, 'utf8')) as Vectors

/** Proves that our functions accept the right test vectors of a file and reject the wrong ones. */
const everyRule = (file: string | URL) => {
  it('a message gets exactly the published signature', () => {
    const { message, private_key_pem_test_fixture, signature_base64 } = read(file).sign_sha256_rsa2048
    expect(signRsa(message, createPrivateKey(private_key_pem_test_fixture))).toBe(signature_base64)
  })

  it('a signature verifies by certificate and by public key, and every wrong one fails', () => {
    const given = read(file).sign_sha256_rsa2048
    for (const pem of [given.certificate_pem, given.public_key_pem])
      expect(verifyRsa(given.message, given.signature_base64, publicKeyFrom(pem))).toBe(true)
    expect(serialOf(given.certificate_pem)).toBe(given.platform_serial)
    const keys = new Map([[given.platform_serial, publicKeyFrom(given.certificate_pem)]])
    for (const wrong of given.negative) {
      const serial = wrong.serial ?? given.platform_serial
      const key = keys.get(serial)
      const holds =
        key !== undefined && verifyRsa(wrong.message ?? given.message, wrong.signature ?? given.signature_base64, key)
      expect({ wrong, holds }).toEqual({ wrong, holds: false })
    }
  })

  it("a request is signed over the right text, its header in the vendor's order", () => {
    const given = read(file).authorization_header
    const privateKey = createPrivateKey(read(file).sign_sha256_rsa2048.private_key_pem_test_fixture)
    const publicKey = publicKeyFrom(read(file).sign_sha256_rsa2048.public_key_pem)
    for (const one of given.cases) {
      expect(requestText(one.method, one.url, String(given.timestamp), given.nonce_str, one.body)).toBe(
        one.string_to_sign,
      )
      const header = authorization(
        { mchid: given.mchid, serial: given.serial_no, privateKey },
        one.method,
        one.url,
        one.body,
        String(given.timestamp),
        given.nonce_str,
      )
      expect([...header.matchAll(/(\w+)="/g)].map((found) => found[1]).join(',')).toBe(given.header_field_order)
      const read = readAuthorization(header)!
      expect(read).toMatchObject({
        mchid: given.mchid,
        nonce_str: given.nonce_str,
        timestamp: String(given.timestamp),
        serial_no: given.serial_no,
      })
      expect(verifyRsa(one.string_to_sign, read.signature, publicKey)).toBe(true)
    }
  })

  it('a ciphertext opens only with its key', () => {
    const given = read(file).aead_aes_gcm
    const open = (change: { Ciphertext?: string; APIV3Key?: string } = {}) =>
      openSealed(change.APIV3Key ?? given.APIV3Key, {
        ciphertext: change.Ciphertext ?? given.Ciphertext,
        nonce: given.Nonce,
        associated_data: given.AssociatedData,
      })
    expect(open()).toBe(given.Plaintext)
    for (const wrong of given.negative) expect(() => open(wrong), JSON.stringify(wrong)).toThrow()
  })

  it('a whole notice verifies and opens; if it is altered, stale or of another serial, it does not', () => {
    const given = read(file).notify
    const headers = Object.fromEntries(
      Object.entries(given.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const keys = new Map([[serialOf(given.certificate_pem), publicKeyFrom(given.certificate_pem)]])
    const sent = Number(headers['wechatpay-timestamp']) * 1000
    const why = (body = given.body, at = sent, change: Record<string, string> = {}) =>
      whyNotSigned(signedFrom({ ...headers, ...change }, body)!, keys, new Date(at))
    expect(why()).toBeUndefined()
    expect(why(given.body, sent + 300_000)).toBeUndefined()
    expect(why(given.body, sent + 301_000)).toBe('stale')
    expect(why(given.body, sent - 301_000)).toBe('stale')
    expect(why(`${given.body} `)).toBe('bad_signature')
    expect(why(given.body, sent, { 'wechatpay-nonce': 'another' })).toBe('bad_signature')
    expect(why(given.body, sent, { 'wechatpay-serial': '0000000000000001' })).toBe('unknown_serial')
    expect(signedFrom({ ...headers, 'wechatpay-signature': undefined }, given.body)).toBeUndefined()
    const { resource } = JSON.parse(given.body) as {
      resource: { ciphertext: string; nonce: string; associated_data: string }
    }
    expect(openSealed(given.api_v3_key, resource)).toBe(given.plaintext)
  })
}

describeShared(vendors, "the vendor's own vectors", () => everyRule(shared(vendors)))

describe('vectors made with OpenSSL', () => {
  everyRule(ours)

  type Notice = { headers: Record<string, string>; body: string }
  const { sign_sha256_rsa2048: signing, ...given } = read(ours) as Vectors & {
    refund_notify: Notice
    certificates: Notice
  }
  const now = new Date(Number(given.notify.headers['Wechatpay-Timestamp']) * 1000)
  const lower = ({ headers }: Notice) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const platform = { id: given.notify.headers['Wechatpay-Serial']!, pem: given.notify.certificate_pem }
  const mine = {
    appid: 'wx0000000000000001',
    mchid: '1900000001',
    serial: signing.platform_serial,
    privateKeyPem: signing.private_key_pem_test_fixture,
    apiV3Key: given.notify.api_v3_key,
    publicKey: platform,
  }
  const reader = (change: Partial<typeof mine> = {}) =>
    wechatPay({ ...mine, ...change }, { base: '', sandbox: false, clock: () => now })

  it('only its recipient can read a notice of a payment', async () => {
    expect(await reader().readNotice(lower(given.notify), given.notify.body)).toEqual({
      id: 'vector-notice-1',
      kind: 'trade',
      trade: {
        state: 'paid',
        tradeno: 'vector-trade-1',
        number: '4200000000000000000000000001',
        amount: 16_020,
        currency: 'CNY',
        paidAt: new Date('2026-05-31T23:59:58Z'),
        merchant: '1900000001',
      },
    })
    for (const other of [{ appid: 'wx2' }, { mchid: '1900000002' }])
      await expect(reader(other).readNotice(lower(given.notify), given.notify.body)).rejects.toThrow('another_merchant')
  })

  it('a notice of a refund has the refunded sum', async () => {
    expect(await reader().readNotice(lower(given.refund_notify), given.refund_notify.body)).toEqual({
      id: 'vector-notice-2',
      kind: 'refund',
      refund: {
        state: 'done',
        refundno: 'vector-trade-1-r1',
        amount: 6000,
        currency: 'CNY',
        doneAt: new Date('2026-05-31T23:59:59Z'),
      },
    })
  })

  it('a list of certificates is accepted if one of them signed it', async () => {
    const keysFrom = (body: string) =>
      fetchedKeys(
        mine.apiV3Key,
        async () => ({ headers: lower(given.certificates), body }),
        () => now,
      )
    const keys = await keysFrom(given.certificates.body).forSerial(platform.id)
    expect([...keys.keys()]).toEqual([platform.id])
    await expect(keysFrom(`${given.certificates.body} `).forSerial(platform.id)).rejects.toThrow('bad_signature')
  })
})

it('a text that is sealed with a 32-byte key opens again, but only with its associated data', () => {
  const key = '0123456789abcdef0123456789abcdef'
  const sealed = sealText(key, '{"钱":1}', 'transaction')
  expect(openSealed(key, sealed)).toBe('{"钱":1}')
  expect(() => openSealed(key, { ...sealed, associated_data: 'refund' })).toThrow()
  expect(() => openSealed('short', sealed)).toThrow()
})
