import { createVerify } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesReturn } from '#features/sales/contract.ts'
import { ticketName, ticketOffer, ticketTake } from '#features/tickets/contract.ts'
import { consoleTicketsScan } from '#features/tickets/gate.contract.ts'
import { RACE } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { passesRegistration, passesTicket } from './contract.ts'
import { type WalletScene, openWallets } from '#test/scenes/phones/wallets.ts'

let scene: WalletScene
let desk: WalletScene['desk']
let director: WalletScene['director']
let buyer: WalletScene['buyer']
let friend: WalletScene['friend']
let google: WalletScene['google']
let text: WalletScene['text']
let appleFiles: WalletScene['appleFiles']
let putWallets: WalletScene['putWallets']
let boughtTicket: WalletScene['boughtTicket']
let linksOf: WalletScene['linksOf']
let sameCode: WalletScene['sameCode']
let fetched: WalletScene['fetched']
let opened: WalletScene['opened']
const name = '龙䶮😀'
beforeAll(async () => {
  scene = await openWallets()
  ;({
    desk,
    director,
    buyer,
    friend,
    google,
    text,
    appleFiles,
    putWallets,
    boughtTicket,
    linksOf,
    sameCode,
    fetched,
    opened,
  } = scene)
}, 60_000)
afterAll(() => scene?.close())

test('a ticket becomes a signed pass for Apple Wallet with its code, its time and a rare name', async () => {
  const { ticket } = await boughtTicket({ named: true })
  expect(await linksOf(ticket._key)).toMatchObject({ pdf: null, apple: null, google: null })
  const { ticket: filled } = await desk.ask(ticketName, { id: ticket._key, name }, buyer)
  const { apple } = await linksOf(ticket._key, buyer, 'en')
  const file = await fetched(apple)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/vnd.apple.pkpass'])
  const pass = await opened(file.rawPayload)
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.example.startline',
    teamIdentifier: 'ABCDE12345',
    organizationName: 'River City Marathon',
    serialNumber: expect.stringMatching(/^t-2026-\d+-1$/) as string,
    relevantDate: '2026-10-31T10:00:00.000Z',
    barcodes: [{ format: 'PKBarcodeFormatQR', message: sameCode(filled.code) }],
  })
  const fields = (pass.eventTicket as { secondaryFields: { label: string; value: string }[] }).secondaryFields
  expect(fields).toMatchObject([
    { label: 'Name', value: name },
    { label: 'Time', value: '31 October 2026 18:00–19:30' },
  ])
})

test('Google Wallet gets a signed JWT that every browser keeps whole', async () => {
  const long = '江城国际马拉松'.repeat(14)
  const { ticket } = await boughtTicket({ place: long })
  const { google: link } = await linksOf(ticket._key)
  const jwt = /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(link!)![1]!
  expect(jwt.length).toBeLessThanOrEqual(1800)
  const [head, claims, signature] = jwt.split('.') as [string, string, string]
  const check = (part: string) =>
    createVerify('sha256').update(part).verify(google.publicKey, Buffer.from(signature, 'base64url'))
  expect([check(`${head}.${claims}`), check(`${head}.${claims}x`)]).toEqual([true, false])
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT' })
  expect(read(claims)).toMatchObject({
    iss: 'passes@startline.iam.example',
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(desk.clock.now().getTime() / 1000),
    origins: ['http://localhost:3000'],
    payload: {
      eventTicketClasses: [
        {
          id: expect.stringMatching(/^3388000000012345678\.t-2026-/) as string,
          eventName: { defaultValue: { language: 'zh-cn', value: '意面晚宴' } },
          reviewStatus: 'UNDER_REVIEW',
        },
      ],
      eventTicketObjects: [{ state: 'ACTIVE', barcode: { type: 'QR_CODE', value: sameCode(ticket.code) } }],
    },
  })
})

test('the files of a ticket end when it is handed on or given back, and the gate refuses the code of the old pass', async () => {
  const { ticket, order } = await boughtTicket()
  const before = await linksOf(ticket._key)
  const { token } = await desk.ask(ticketOffer, { id: ticket._key }, buyer)
  await desk.ask(ticketTake, { raceid: RACE, token }, friend)
  for (const url of [before.apple, before.pdf, before.calendar]) expect((await fetched(url)).statusCode).toBe(404)
  expect(await desk.call(passesTicket, { id: ticket._key }, buyer)).toMatchObject({ refusal: 'own_ticket_unknown' })
  const after = await linksOf(ticket._key, friend)
  const pass = await opened((await fetched(after.apple)).rawPayload)
  const [{ message: code }] = pass.barcodes as [{ message: string }]
  let gate: { token: string } = director
  const scan = async (given: string, nth: number) =>
    (
      await desk.ask(
        consoleTicketsScan,
        {
          raceid: RACE,
          scans: [
            { scan: `pass-scan-${nth}`, code: given, gate: 'A', direction: 'in', at: desk.clock.now().toISOString() },
          ],
        },
        gate,
      )
    ).items[0]!.outcome
  // The ticket lets its holder in on the day of its slot.
  const start = desk.clock.now()
  desk.clock.set('2026-10-31T10:00:00Z')
  gate = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  expect([await scan(ticket.code!, 1), await scan(code, 2)]).toEqual(['revoked', 'ok'])
  desk.clock.set(start)
  gate = director
  const other = await boughtTicket()
  const links = await linksOf(other.ticket._key)
  await desk.ask(salesReturn, { id: other.order, lines: [{ id: other.ticket.item_key!, pieces: 1 }] }, buyer)
  expect((await fetched(links.apple)).statusCode).toBe(404)
  expect(await desk.call(passesTicket, { id: other.ticket._key }, buyer)).toMatchObject({ refusal: 'ticket_gone' })
  expect(await scan(other.ticket.code!, 3)).toBe('revoked')
  expect(order).not.toBe(other.order)
})

test('an address of a file is for one pass and one hour, and nobody can invent one', async () => {
  const { ticket } = await boughtTicket()
  const { calendar } = await linksOf(ticket._key)
  expect((await fetched(calendar)).statusCode).toBe(200)
  const [, start, number, end] = /^(\/passes\/file\/t-\w+-)(\w+)(-.+)$/.exec(calendar!)!
  expect((await fetched(`${start}${Number.parseInt(number!, 36) - 1}${end}`)).statusCode).toBe(404)
  for (const url of [
    '/passes/file/x',
    calendar!.replace('.ics', '.zip'),
    calendar!.replace('/t-', '/r-'),
    '/passes/file/t-zzzzz-1-1-0-1-zzzzzz.aaaaaaaaaaaaaaaaaaaaaa.ics',
  ])
    expect((await fetched(url)).statusCode, url).toBe(404)
  desk.clock.advance(3_601_000)
  expect((await fetched(calendar)).statusCode).toBe(404)
})

test('the calendar file has the slot in universal time and one id, and a postponed slot moves the entry', async () => {
  const { ticket, kind } = await boughtTicket()
  const file = async () => (await fetched((await linksOf(ticket._key)).calendar)).body.replaceAll('\r\n ', '')
  const first = await file()
  expect(first).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(first).toContain('DTSTART:20261031T100000Z\r\n')
  expect(first).toContain('DTEND:20261031T113000Z\r\n')
  expect(first).toContain('LOCATION:城市体育馆\r\n')
  await desk.db
    .updateTable('stock')
    .set({ starts_at: new Date('2026-11-07T10:00:00Z'), ends_at: null })
    .where('variantid', '=', kind.variants[0]!.id)
    .execute()
  desk.clock.advance(120_000)
  const moved = await file()
  expect(moved).toContain('DTSTART:20261107T100000Z\r\n')
  const of = (what: string, content: string) => new RegExp(`^${what}:(.+)\r$`, 'm').exec(content)![1]
  expect(of('UID', moved)).toBe(of('UID', first))
  expect(Number(of('SEQUENCE', moved))).toBeGreaterThan(Number(of('SEQUENCE', first)))
})

test('the PDF shows the code that the gate reads, and draws a rare character', async () => {
  const { ticket } = await boughtTicket({ named: true })
  const { ticket: filled } = await desk.ask(ticketName, { id: ticket._key, name }, buyer)
  const file = await fetched((await linksOf(ticket._key)).pdf)
  expect(file.headers['content-type']).toBe('application/pdf')
  const bytes = file.rawPayload
  const latin = bytes.toString('latin1')
  for (const character of ['䶮', '龙']) expect(latin).toContain(`/S${Buffer.from(`text ${character}`).toString('hex')}`)
  const [{ index, 0: head, 1: length }] = [
    ...latin.matchAll(/\n<<\/Filter\/FlateDecode\/Length (\d+)>>\nstream\n/g),
  ] as [RegExpExecArray]
  const drawing = inflateSync(bytes.subarray(index + head.length, index + head.length + Number(length))).toString(
    'latin1',
  )
  const canvas = createCanvas(1260, 1800)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 1260, 1800)
  context.fillStyle = '#000'
  for (const [, x, y, w, h] of drawing.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm))
    context.fillRect(Number(x) * 3, 1800 - (Number(y) + Number(h)) * 3, Number(w) * 3 + 0.2, Number(h) * 3 + 0.2)
  const { data, width, height } = context.getImageData(0, 0, 1260, 1800)
  expect(decodeQR({ width, height, data: new Uint8Array(data) })).toEqual(sameCode(filled.code))
})

test('a registration has a pass with bib, zone and the code of the desk, and other people do not see a hidden name on it', async () => {
  const [entry] = await numbered(desk, ['B|0042'], { uid: buyer.uid, names: [name], zone: 'C', hide_name: true })
  const own = await desk.ask(passesRegistration, { id: entry!._key }, buyer)
  const pass = await opened((await fetched(own.apple)).rawPayload)
  expect(pass).toMatchObject({
    barcodes: [{ message: `http://localhost:3000/queryDetail?_key=${entry!._key}` }],
    eventTicket: {
      headerFields: [{ value: 'B0042' }],
      secondaryFields: [{ value: name }, { label: '出发区', value: 'C' }],
    },
  })
  const stranger = await desk.ask(passesRegistration, { id: entry!._key }, { lang: 'en' })
  const seen = await opened((await fetched(stranger.apple)).rawPayload)
  expect(seen.eventTicket).toMatchObject({ secondaryFields: [{ value: 'Anonymous runner' }, { value: 'C' }] })
  expect((await fetched(own.calendar)).body).toContain('DTSTART:20261031T233000Z')
  await desk.db.updateTable('registrations').set({ closed_at: desk.clock.now() }).where('id', '=', entry!.id).execute()
  expect(await desk.ask(passesRegistration, { id: entry!._key }, buyer)).toEqual({
    calendar: null,
    pdf: null,
    apple: null,
    google: null,
  })
  expect((await fetched(own.apple)).statusCode).toBe(404)
})

test('the calendar file of a registration has no note of a plan that a later plan of its event replaced', async () => {
  const [entry] = await numbered(desk, ['B0043'], { uid: buyer.uid })
  const eventid = 1
  const plan = (eventids: number[], day: string) => ({
    raceid: RACE,
    kind: 'postpone',
    whole: eventids.length === 2,
    eventids,
    new_start: new Date(`${day}T23:00:00Z`),
    reason: '{}',
    distances: '{}',
    choices: ['keep'],
    fallback: 'keep',
    kept_percent: 0,
    until: desk.clock.now(),
    before: '{}',
    staffid: director.staffid,
    created_at: desk.clock.now(),
  })
  const plans = [plan([eventid, 999], '2027-03-06'), plan([eventid], '2027-04-03')]
  await desk.db
    .insertInto('disruptions')
    .values(plans as never)
    .execute()
  const { calendar } = await desk.ask(passesRegistration, { id: entry!._key }, buyer)
  const file = (await fetched(calendar)).body.replaceAll('\r\n ', '')
  expect(file).toMatch(/4月4日|2027-04-04/)
  expect(file).not.toMatch(/3月7日|2027-03-07/)
  await desk.db.deleteFrom('disruptions').where('raceid', '=', RACE).execute()
})

test('without credentials there is no wallet, and a mistake in the files stops the start', async () => {
  const { ticket } = await boughtTicket()
  const { apple } = await linksOf(ticket._key)
  putWallets(false)
  expect(await linksOf(ticket._key)).toMatchObject({ apple: null, google: null, pdf: expect.any(String) as string })
  expect((await fetched(apple)).statusCode).toBe(404)
  putWallets(true)
  expect(() => appleFiles({ password: 'wrong' })).toThrow('APPLE_PASS_KEY_FILE cannot be opened')
  expect(() => appleFiles({ key: text('wwdr.key') })).toThrow('APPLE_PASS_KEY_FILE is not the RSA key')
  expect(() => appleFiles({ authority: text('pass.pem') })).toThrow('APPLE_PASS_WWDR_FILE is not the authority')
  expect(() => appleFiles({ authority: 'nothing' })).toThrow('APPLE_PASS_WWDR_FILE holds no certificate')
})
