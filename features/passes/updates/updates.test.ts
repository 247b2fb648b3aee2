import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesReturn } from '#features/sales/contract.ts'
import { ticketName, ticketOffer, ticketTake } from '#features/tickets/contract.ts'
import { RACE } from '#test/entrants.ts'
import { drainPasses, sweeps } from './jobs.ts'
import { type WalletScene, issuer, openWallets } from '#test/scenes/phones/wallets.ts'

let scene: WalletScene
let desk: WalletScene['desk']
let buyer: WalletScene['buyer']
let friend: WalletScene['friend']
let phones: WalletScene['phones']
let cloud: WalletScene['cloud']
let boughtTicket: WalletScene['boughtTicket']
let linksOf: WalletScene['linksOf']
let fetched: WalletScene['fetched']
let opened: WalletScene['opened']
const name = '龙䶮😀'
beforeAll(async () => {
  scene = await openWallets()
  ;({ desk, buyer, friend, phones, cloud, boughtTicket, linksOf, fetched, opened } = scene)
}, 60_000)
afterAll(() => scene?.close())

/** Takes a ticket into Apple Wallet on a phone. Returns the calls of this phone. */
const phoneWith = async (id: string, device: string, pushToken: string) => {
  // A phone calls only addresses with HTTPS.
  desk.parts.origin = 'https://race.example'
  const { apple } = await linksOf(id)
  const pass = await opened((await fetched(apple)).rawPayload)
  const { serialNumber, webServiceURL, authenticationToken } = pass as Record<string, string>
  const base = `${new URL(webServiceURL!).pathname}/v1`
  const type = 'pass.example.startline'
  const headers = { authorization: `ApplePass ${authenticationToken}` }
  const at = `${base}/devices/${device}/registrations/${type}`
  phones.phones.add(pushToken)
  const register = (change: Record<string, string> = {}) =>
    desk.app.inject({
      method: 'POST',
      url: `${at}/${serialNumber}`,
      headers: { ...headers, ...change },
      payload: { pushToken },
    })
  return {
    base,
    at,
    serialNumber: serialNumber!,
    headers,
    register,
    changed: (since?: string) => desk.app.inject(since === undefined ? at : `${at}?passesUpdatedSince=${since}`),
    newest: (change: Record<string, string> = {}, serial = serialNumber) =>
      desk.app.inject({ url: `${base}/passes/${type}/${serial}`, headers: { ...headers, ...change } }),
    leave: (change: Record<string, string> = {}) =>
      desk.app.inject({ method: 'DELETE', url: `${at}/${serialNumber}`, headers: { ...headers, ...change } }),
  }
}
const sweep = async () => {
  desk.clock.advance(60_000)
  await sweeps[0]!.run({ ...desk.parts, now: desk.clock.now() })
}

test('a pass in a phone gets the news of a new name, loads its newest version once, and ends when the ticket is handed on', async () => {
  const { ticket } = await boughtTicket({ named: true })
  await desk.ask(ticketName, { id: ticket._key, name }, buyer)
  const phone = await phoneWith(ticket._key, 'phone-one', 'ab12cd34ef56')
  expect((await phone.changed()).statusCode).toBe(204)
  expect((await phone.register({ authorization: 'ApplePass 00aaaaaaaaaaaaaaaaaaaaaa' })).statusCode).toBe(401)
  expect((await phone.register({ authorization: '' })).statusCode).toBe(401)
  expect((await phone.register()).statusCode).toBe(201)
  expect((await phone.register()).statusCode).toBe(200)
  const sealed = await desk.db.selectFrom('wallet_devices').select('push_token').executeTakeFirstOrThrow()
  expect(sealed.push_token.toString('latin1')).not.toContain('ab12cd34ef56')

  const first = (await phone.changed()).json<{ serialNumbers: string[]; lastUpdated: string }>()
  expect(first.serialNumbers).toEqual([phone.serialNumber])
  expect((await phone.changed(first.lastUpdated)).statusCode).toBe(204)
  await sweep()
  expect(phones.pushed).toEqual([])

  await desk.ask(ticketName, { id: ticket._key, name: '沈跑跑' }, buyer)
  await sweep()
  expect(phones.pushed).toEqual(['ab12cd34ef56'])
  await sweep()
  expect(phones.pushed).toHaveLength(1)
  const next = (await phone.changed(first.lastUpdated)).json<{ serialNumbers: string[]; lastUpdated: string }>()
  expect(next.serialNumbers).toEqual([phone.serialNumber])
  const newest = await phone.newest()
  expect(newest.statusCode).toBe(200)
  expect(JSON.stringify(await opened(newest.rawPayload))).toContain('沈跑跑')
  const since = String(newest.headers['last-modified'])
  expect((await phone.newest({ 'if-modified-since': since })).statusCode).toBe(304)

  const { token } = await desk.ask(ticketOffer, { id: ticket._key }, buyer)
  await desk.ask(ticketTake, { raceid: RACE, token }, friend)
  await sweep()
  expect(phones.pushed).toHaveLength(2)
  const over = await opened((await phone.newest({ 'if-modified-since': since })).rawPayload)
  expect(over).toMatchObject({ voided: true, serialNumber: phone.serialNumber })
  expect(JSON.stringify(over)).not.toMatch(/沈跑跑|SLT1/)

  expect((await phone.leave({ authorization: 'x' })).statusCode).toBe(401)
  expect((await phone.leave()).statusCode).toBe(200)
  expect((await phone.changed()).statusCode).toBe(204)
})

test('one phone never reads or ends the pass of another, and other pass types and races have none', async () => {
  const [one, other] = [(await boughtTicket()).ticket, (await boughtTicket()).ticket]
  const mine = await phoneWith(one._key, 'phone-two', 'aaaa1111aaaa')
  const theirs = await phoneWith(other._key, 'phone-three', 'bbbb2222bbbb')
  await mine.register()
  await theirs.register()
  expect((await mine.newest({}, theirs.serialNumber)).statusCode).toBe(401)
  expect((await mine.newest({}, 't-1-1')).statusCode).toBe(401)
  const foreign = { method: 'DELETE', url: `${theirs.at}/${theirs.serialNumber}`, headers: mine.headers } as const
  expect((await desk.app.inject(foreign)).statusCode).toBe(401)
  for (const url of [
    mine.at.replace('pass.example.startline', 'pass.example.other'),
    mine.at.replace(`/${RACE}/`, '/0/'),
    mine.at.replace(`/${RACE}/`, '/99999999999/'),
  ])
    expect((await desk.app.inject(url)).statusCode, url).toBe(404)
  expect((await desk.app.inject(mine.at.replace(`/${RACE}/`, '/999/'))).statusCode).toBe(204)
  const odd = await desk.app.inject({
    method: 'POST',
    url: `${mine.at}/${mine.serialNumber}`,
    headers: mine.headers,
    payload: { pushToken: "'; drop table" },
  })
  expect(odd.statusCode).toBe(400)
  expect(
    (await desk.app.inject({ method: 'POST', url: `${mine.base}/log`, payload: { logs: ['x'] } })).statusCode,
  ).toBe(200)
  expect((await desk.app.inject({ method: 'DELETE', url: '/up' })).statusCode).toBe(405)
})

test('a phone that has left is removed, and a busy push service is asked again', async () => {
  const { ticket } = await boughtTicket({ named: true })
  await desk.ask(ticketName, { id: ticket._key, name }, buyer)
  const phone = await phoneWith(ticket._key, 'phone-four', 'cccc3333cccc')
  await phone.register()
  await sweep()
  const before = phones.pushed.length
  await desk.ask(ticketName, { id: ticket._key, name: '林晚晴' }, buyer)
  phones.weather.status = 503
  await sweep()
  expect(phones.pushed).toHaveLength(before)
  phones.weather.status = 200
  await sweep()
  expect(phones.pushed).toHaveLength(before + 1)
  phones.phones.delete('cccc3333cccc')
  await desk.ask(ticketName, { id: ticket._key, name: '许知远' }, buyer)
  await sweep()
  expect((await phone.changed()).statusCode).toBe(204)
  expect(phones.refused).toEqual([])
})

test('a saved pass of Google Wallet changes with its ticket and expires with it', async () => {
  const { ticket, order } = await boughtTicket({ named: true })
  await desk.ask(ticketName, { id: ticket._key, name }, buyer)
  await linksOf(ticket._key)
  const kept = await desk.db
    .selectFrom('wallet_passes')
    .select('serial')
    .where('google', '=', true)
    .orderBy('created_at', 'desc')
    .execute()
  const id = `${issuer}.${kept[0]!.serial}`
  // Nobody has saved the pass yet.
  await desk.ask(ticketName, { id: ticket._key, name: '叶青禾' }, buyer)
  await sweep()
  expect(cloud.saved.has(id)).toBe(false)
  cloud.saved.set(id, { state: 'ACTIVE', ticketHolderName: name })
  await desk.ask(ticketName, { id: ticket._key, name: '沈星河' }, buyer)
  await sweep()
  expect(cloud.saved.get(id)).toMatchObject({ state: 'ACTIVE', ticketHolderName: '沈星河' })
  await desk.ask(salesReturn, { id: order, lines: [{ id: ticket.item_key!, pieces: 1 }] }, buyer)
  await sweep()
  expect(cloud.saved.get(id)).toMatchObject({ state: 'EXPIRED' })
  expect(cloud.refused).toEqual([])
})

test('the queue of changed passes is emptied in one run, however many passes changed', async () => {
  const { ticket } = await boughtTicket({ named: true })
  await desk.ask(ticketName, { id: ticket._key, name }, buyer)
  const phone = await phoneWith(ticket._key, 'phone-five', 'dddd5555dddd')
  await phone.register()
  await sweep()
  const { id } = await desk.db
    .selectFrom('tickets')
    .select('id')
    .where('_key', '=', ticket._key)
    .executeTakeFirstOrThrow()
  // Each turn of a ticket may have a pass, so the test gets many passes from one order.
  const of = await desk.db.selectFrom('wallet_passes').selectAll().where('ticketid', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 250 }, (_, n) => ({ ...of, serial: `t-${RACE}-${id}-${n + 50}`, turn: n + 50 }))
  await desk.db.insertInto('wallet_passes').values(copies).execute()
  desk.clock.advance(60_000)
  expect(await drainPasses({ ...desk.parts, now: desk.clock.now() }, 90)).toBe(0)
  await desk.ask(ticketName, { id: ticket._key, name: '新名字' }, buyer)
  phones.weather.status = 503
  desk.clock.advance(60_000)
  expect(await drainPasses({ ...desk.parts, now: desk.clock.now() }, 90)).toBe(251)
  phones.weather.status = 200
  const before = phones.pushed.length
  desk.clock.advance(60_000)
  const now = desk.clock.now()
  // The wallets of the other passes have answered, so only the pass whose wallet did not answer is in the queue.
  expect(await drainPasses({ ...desk.parts, now }, 90)).toBe(1)
  expect(phones.pushed).toHaveLength(before + 1)
  expect(await drainPasses({ ...desk.parts, now }, 90)).toBe(0)
})

test('an error of one pass takes no other pass out of the queue', async () => {
  const { ticket } = await boughtTicket({ named: true })
  await desk.ask(ticketName, { id: ticket._key, name }, buyer)
  const phone = await phoneWith(ticket._key, 'phone-six', 'eeee6666eeee')
  await phone.register()
  await sweep()
  const of = await desk.db
    .selectFrom('wallet_passes')
    .selectAll()
    .where('serial', '=', phone.serialNumber)
    .executeTakeFirstOrThrow()
  const serial = `t-${RACE}-${of.ticketid}-90`
  await desk.db
    .insertInto('wallet_passes')
    .values({ ...of, serial, turn: 90 })
    .execute()
  await sweep()
  await desk.db
    .updateTable('wallet_passes')
    .set({ fingerprint: Buffer.of(1) })
    .where('serial', '=', serial)
    .execute()
  await sql`create function refuse_pass() returns trigger language plpgsql as 'begin raise ''no pass''; end'`.execute(
    desk.db,
  )
  await sql`create trigger refuse_pass before update of changed_at on wallet_passes for each row
    when (new.serial = ${sql.lit(serial)}) execute function refuse_pass()`.execute(desk.db)
  await desk.ask(ticketName, { id: ticket._key, name: '新名字' }, buyer)
  phones.weather.status = 503
  desk.clock.advance(60_000)
  await expect(drainPasses({ ...desk.parts, now: desk.clock.now() })).rejects.toThrow('no pass')
  phones.weather.status = 200
  await sql`drop function refuse_pass cascade`.execute(desk.db)
  const before = phones.pushed.length
  desk.clock.advance(60_000)
  expect(await drainPasses({ ...desk.parts, now: desk.clock.now() })).toBe(1)
  expect(phones.pushed).toHaveLength(before + 1)
})
