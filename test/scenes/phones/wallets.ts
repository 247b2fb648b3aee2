import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { appleSettings } from '#integrations/wallets/apple.ts'
import { walletsOver } from '#integrations/wallets/wallets.ts'
import { startSandboxPassPush } from '#integrations/sandbox/wallets/applePush.ts'
import { startSandboxGoogleWallet } from '#integrations/sandbox/wallets/google.ts'
import { passesTicket } from '#features/passes/contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { ticketBuy, ticketMy } from '#features/tickets/contract.ts'
import { openCashdesk } from '#test/cashdesk.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { unzipped } from '#test/storage/unzipped.ts'

export const issuer = '3388000000012345678'

/**
 * Makes a race that sells tickets, and sandboxes of both wallets on loopback. The certificate that signs passes comes
 * from an authority of the test.
 */
export const openWallets = async () => {
  const google = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const folder = mkdtempSync(join(tmpdir(), 'passes-'))
  const openssl = (...given: string[]): string =>
    execFileSync('openssl', given, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
  const text = (file: string): string => readFileSync(join(folder, file), 'utf8')

  /**
   * Makes a certificate authority, and the certificate of a pass type. The authority signs the certificate, as Apple
   * does.
   */
  const makeChain = () => {
    const subject = '/UID=pass.example.startline/CN=Pass Type ID: pass.example.startline/OU=ABCDE12345/O=Startline'
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'wwdr.key',
      '-out',
      'wwdr.pem',
      '-subj',
      '/CN=WWDR',
    )
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'pass.key', '-out', 'pass.csr', '-subj', subject)
    openssl(
      'x509',
      '-req',
      '-in',
      'pass.csr',
      '-CA',
      'wwdr.pem',
      '-CAkey',
      'wwdr.key',
      '-CAcreateserial',
      '-out',
      'pass.pem',
    )
    openssl('rsa', '-in', 'pass.key', '-aes256', '-passout', 'pass:secret', '-out', 'locked.key')
  }
  const appleFiles = (change: Partial<Record<'key' | 'authority' | 'password', string>> = {}) =>
    appleSettings({
      passType: 'pass.example.startline',
      team: 'ABCDE12345',
      certificate: text('pass.pem'),
      key: text('locked.key'),
      authority: text('wwdr.pem'),
      password: 'secret',
      ...change,
    })
  makeChain()
  const desk = await openCashdesk()
  await openRace(desk, { names: { en: 'River City Marathon' } })
  await openEvent(desk)
  const director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  const [buyer, friend] = [await runnerSession(desk), await runnerSession(desk)]
  const phones = await startSandboxPassPush(text('wwdr.pem'))
  const cloud = await startSandboxGoogleWallet(
    { email: 'passes@startline.iam.example', key: google.publicKey, issuer },
    () => desk.clock.now().getTime(),
  )
  const putWallets = (on: boolean) =>
    Object.assign(desk.parts.integrations, {
      wallets: on
        ? walletsOver(
            {
              apple: appleFiles(),
              google: {
                issuer,
                account: {
                  email: 'passes@startline.iam.example',
                  privateKey: google.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
                },
              },
            },
            { applePush: phones, google: cloud },
          )
        : {},
    })

  putWallets(true)
  const boughtTicket = async (settings: object = {}, slot: object = {}) => {
    const kind = await desk.ask(
      consoleGoodsSave,
      {
        raceid: RACE,
        room: 'tickets',
        name: '意面晚宴',
        names: { en: 'Pasta party' },
        open: '1',
        settings: { kind: 'pasta', place: '城市体育馆', ...settings },
        refund: { tiers: [{ from: null, until: '2099-01-01', percent: 0, fixed: 0 }], before: [] },
        variants: [
          {
            price: 0,
            stock: [
              {
                slot: '18:00',
                pieces: 9,
                starts_at: '2026-10-31T18:00:00+08:00',
                ends_at: '2026-10-31T19:30:00+08:00',
                ...slot,
              },
            ],
          },
        ],
      },
      director,
    )
    const lines = [{ variantid: kind.variants[0]!.id, slot: '18:00', n: 1 }]
    const { order } = await desk.ask(ticketBuy, { raceid: RACE, lines }, buyer)
    const { items } = await desk.ask(ticketMy, { raceid: RACE }, buyer)
    return { order, kind, ticket: items.find(({ goodsid }) => goodsid === kind.id)! }
  }
  const linksOf = (id: string, as = buyer, lang: 'zh-cn' | 'en' = 'zh-cn') =>
    desk.ask(passesTicket, { id }, { ...as, lang })
  /** Matches a code with the same signed part. The signature is not compared, because each signature is different. */
  const sameCode = (code: string | null): string =>
    expect.stringContaining(`${code!.slice(0, code!.lastIndexOf('.'))}.`) as string
  const fetched = (url: string | null) => desk.app.inject({ method: 'GET', url: url! })

  /** Checks manifest and signature of a pass as a phone does. Returns `pass.json`. */
  const opened = async (bytes: Buffer): Promise<Record<string, unknown>> => {
    const files = await unzipped(bytes)
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as Record<string, string>
    const content = [...files.keys()].filter((one) => one !== 'manifest.json' && one !== 'signature')
    expect(Object.keys(manifest).toSorted()).toEqual(content.toSorted())
    for (const one of content) expect(manifest[one]).toBe(createHash('sha1').update(files.get(one)!).digest('hex'))
    expect(content).toEqual(expect.arrayContaining(['icon.png', 'icon@2x.png', 'logo.png', 'pass.json']))
    writeFileSync(join(folder, 'manifest.json'), files.get('manifest.json')!)
    writeFileSync(join(folder, 'signature'), files.get('signature')!)
    const check = [
      'smime',
      '-verify',
      '-inform',
      'DER',
      '-in',
      'signature',
      '-content',
      'manifest.json',
      '-purpose',
      'any',
    ]
    expect(openssl(...check, '-CAfile', 'wwdr.pem')).toContain('pass.json')
    // The same check must refuse changed content and a different authority.
    writeFileSync(join(folder, 'manifest.json'), '{}')
    expect(() => openssl(...check, '-CAfile', 'wwdr.pem')).toThrow('Verification failure')
    writeFileSync(join(folder, 'manifest.json'), files.get('manifest.json')!)
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'other.key',
      '-out',
      'other.pem',
      '-subj',
      '/CN=Other',
    )
    expect(() => openssl(...check, '-CAfile', 'other.pem')).toThrow('Verification failure')
    return JSON.parse(files.get('pass.json')!.toString()) as Record<string, unknown>
  }

  return {
    desk,
    director,
    buyer,
    friend,
    google,
    phones,
    cloud,
    openssl,
    text,
    appleFiles,
    putWallets,
    boughtTicket,
    linksOf,
    sameCode,
    fetched,
    opened,
    folder,
    close: async () => {
      await phones.close()
      await cloud.close()
      await desk.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type WalletScene = Awaited<ReturnType<typeof openWallets>>
