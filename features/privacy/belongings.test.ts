import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceScope } from '#db/sealing/seal.ts'
import { consoleInvoicesExport } from '#features/invoices/contract.ts'
import { invoiceFile } from '#features/invoices/rules.ts'
import { consoleParcelsExport, consoleParcelsSend, postageShow } from '#features/postage/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { unzipped } from '#test/storage/unzipped.ts'
import { type World, makeWorld } from '#test/world.ts'
import { mydataExport, mydataOpen, mydataPlan, mydataShow } from './contract.ts'
import { askErasure, doErasure } from './erasing.service.ts'
import { eraseWhatIsDue } from './retaining.service.ts'

type Session = Awaited<ReturnType<typeof runnerSession>>
let world: World
const DAY = 24 * 3_600_000
const MAIL = 'fapiao@example.org'
const ADDRESS = '湖滨路8号三单元'
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { time: new Date('2026-03-20T00:00:00Z') })
  await openEvent(world)
})
afterAll(() => world?.close())

/** Makes a person with a parcel, a shift, followed photos and an invoice. Only an issued invoice has a file. */
const holderOf = async (n: number, { issued = true, sent = true } = {}) => {
  const { db, parts, clock } = world
  const mobile = `1390000${4000 + n}`
  const session = await runnerSession(world, mobile)
  const { _key } = await world.ask(registrationSave, entrant(n, { mobile }), session)
  const row = await db
    .selectFrom('registrations')
    .select(['id', 'orderid'])
    .where('raceid', '=', RACE)
    .where('_key', '=', _key)
    .executeTakeFirstOrThrow()
  const [now, scope, orderid] = [clock.now(), raceScope(RACE), row.orderid!]
  await parts.seal.prepare(scope)
  const key = `${RACE.toString(36)}-${String(n).padStart(22, 'x')}`
  await db
    .insertInto('invoices')
    .values({
      raceid: RACE,
      orderid,
      _key: key,
      uid: session.uid,
      kind: 'personal',
      title: '沈跑跑',
      email: parts.seal.seal(scope, 'invoice email', MAIL),
      email_mask: 'f***@example.org',
      amount: 100,
      state: issued ? 'issued' : 'asked',
      file: issued,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (issued)
    await parts.integrations.files.write(
      invoiceFile(RACE, key),
      parts.seal.seal(scope, 'invoice file', Buffer.from('%PDF-1').toString('base64')),
    )
  await db
    .insertInto('parcels')
    .values({
      raceid: RACE,
      registrationid: row.id,
      uid: session.uid,
      orderid,
      size: 'M',
      seconds: 1,
      contact: parts.seal.seal(scope, 'parcel contact', JSON.stringify({ name: '沈跑跑', mobile, address: ADDRESS })),
      contact_mask: '沈** · 湖滨路…',
      state: sent ? 'sent' : 'paid',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('volunteers')
    .values({
      raceid: RACE,
      _key: `${RACE.toString(36)}-${String(n).padStart(22, 'v')}`,
      name: '沈跑跑',
      idnum: parts.seal.seal(scope, 'volunteer idnum', `V${n}`),
      idnum_mask: '*',
      idnum_ix: parts.seal.blind(scope, 'idnum', `V${n}`),
      mobile: parts.seal.seal(scope, 'volunteer mobile', mobile),
      mobile_mask: '*',
      mobile_ix: parts.seal.blind(scope, 'mobile', mobile),
      post: '饮水站',
      leader: '赵队长',
      notes: '膝伤，不搬重物',
      state: 'confirmed',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('photo_subscriptions')
    .values({ raceid: RACE, bib: String(n), uid: session.uid, lang: 'en', created_at: now, notified_at: now })
    .execute()
  return { session, _key, ...row, orderid, invoice: key, mobile }
}
const ofHolder = async ({ session }: { session: Session }) => ({
  invoices: await world.db
    .selectFrom('invoices')
    .select(['email', 'email_mask', 'title', 'state'])
    .where('uid', '=', session.uid)
    .execute(),
  parcels: await world.db
    .selectFrom('parcels')
    .select(['contact', 'contact_mask'])
    .where('uid', '=', session.uid)
    .execute(),
})
const nothing = Buffer.alloc(0)
const erased = { email: nothing, email_mask: '', title: '沈跑跑', state: 'issued' }
const copyOf = async (session: Session) => {
  const { path } = await world.ask(mydataExport, {}, session)
  const { rawPayload: zip } = await world.app.inject({
    method: 'GET',
    url: path,
    headers: { authorization: `Bearer ${session.token}`, 'accept-language': 'zh-CN' },
  })
  return new Map([...(await unzipped(zip))].map(([name, bytes]) => [name, bytes.toString()]))
}

test('data beside a registration is kept, opened, reported when staff remove it, and part of the copy', async () => {
  const holder = await holderOf(1)
  const { session } = holder
  const stranger = await runnerSession(world, '13900009999')
  expect((await world.ask(mydataShow, {}, stranger)).account).toMatchObject({ invoices: 0, parcels: 0 })
  expect(JSON.stringify(await world.ask(mydataOpen, { kind: 'account' }, stranger))).not.toContain(ADDRESS)
  const shown = await world.ask(mydataShow, {}, session)
  expect(shown.account).toMatchObject({ invoices: 1, parcels: 1 })
  expect(JSON.stringify(shown)).not.toContain(MAIL)
  expect((await world.ask(mydataOpen, { kind: 'account' }, session)).values.map(({ value }) => value)).toEqual([
    holder.mobile,
    MAIL,
    `沈跑跑 ${holder.mobile} ${ADDRESS}`,
  ])

  const desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  await world.ask(consoleParcelsExport, { raceid: RACE, state: 'sent' }, desk)
  await world.ask(consoleInvoicesExport, { raceid: RACE, opened: false }, desk)
  const opened = async () =>
    (await world.ask(mydataShow, {}, { ...session, lang: 'en' })).registrations[0]!.opened.map(({ what }) => what)
  expect(await opened(), 'a list without mail addresses opens none').toEqual(['Viewed the postal address'])
  await world.ask(consoleInvoicesExport, { raceid: RACE, opened: true }, desk)
  expect(await opened()).toEqual(['Viewed the invoice email', 'Viewed the postal address'])

  const files = await copyOf(session)
  expect([...files.keys()]).toEqual(['data.json', 'data.html', `files/invoice-${holder.invoice}.pdf`])
  expect(files.get(`files/invoice-${holder.invoice}.pdf`)).toBe('%PDF-1')
  const data = JSON.parse(files.get('data.json')!) as Record<string, object[]>
  expect(data).toMatchObject({
    invoices: [{ email: MAIL, title: '沈跑跑' }],
    parcels: [{ contact: { address: ADDRESS } }],
    shifts: [{ idnum: 'V1', mobile: holder.mobile, post: '饮水站' }],
    photos: { followed: [{ bib: '1' }] },
  })
  expect(files.get('data.html')).toContain('<th scope="row">收件人</th>')
})

test('an erasure also removes addresses and mail, and leaves the parts of an issued invoice that law requires', async () => {
  const [whole, one, waiting] = [await holderOf(2), await holderOf(3), await holderOf(4, { issued: false })]
  const due = new Date(world.clock.now().getTime() + 60 * DAY)
  const erase = async ({ session, id }: typeof whole, scope: 'account' | 'registration') => {
    const { id: erasure } = await world.db.transaction().execute((tx) =>
      askErasure(tx, {
        uid: session.uid,
        scope,
        raceid: scope === 'account' ? null : RACE,
        registrationid: scope === 'account' ? null : id,
        person: null,
        anonymous: true,
        asked_at: world.clock.now(),
        due_at: due,
      }),
    )
    await doErasure(world.parts, erasure, due)
  }
  await erase(whole, 'account')
  await erase(one, 'registration')
  await erase(waiting, 'registration')
  for (const each of [whole, one])
    expect(await ofHolder(each)).toEqual({ invoices: [erased], parcels: [{ contact: nothing, contact_mask: '' }] })
  expect((await ofHolder(waiting)).invoices, 'never issued').toEqual([])
  expect(
    await world.db.selectFrom('photo_subscriptions').selectAll().where('uid', '=', whole.session.uid).execute(),
  ).toEqual([])
  expect((await world.ask(postageShow, { id: one._key }, one.session)).parcel).toMatchObject({
    contact: { name: '', mobile: '', address: '' },
  })
  const desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  expect(
    (await world.ask(consoleParcelsExport, { raceid: RACE, state: 'sent' }, desk)).items.find(
      ({ to }) => to.address === '',
    ),
  ).toBeDefined()
})

test.each(['account', 'registration'] as const)(
  'an erased %s keeps the address of a shirt until it is sent, says so before, and loses the address afterwards',
  async (scope) => {
    const holder = await holderOf(scope === 'account' ? 7 : 8, { sent: false })
    const { session, id, _key } = holder
    const plan = await world.ask(mydataPlan, scope === 'account' ? { kind: scope } : { kind: scope, id: _key }, session)
    expect(plan.kept.join()).toContain('江城马拉松尚未寄出的参赛服（M）：收货地址保留到寄出或取消之后，再自动删除')
    const due = new Date(world.clock.now().getTime() + 60 * DAY)
    const { id: erasure } = await world.db.transaction().execute((tx) =>
      askErasure(tx, {
        uid: session.uid,
        scope,
        raceid: scope === 'account' ? null : RACE,
        registrationid: scope === 'account' ? null : id,
        person: null,
        anonymous: true,
        asked_at: world.clock.now(),
        due_at: due,
      }),
    )
    await doErasure(world.parts, erasure, due)
    const night = () => eraseWhatIsDue({ ...world.parts, now: world.clock.now() })
    await night()
    const desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
    const { items } = await world.ask(consoleParcelsExport, { raceid: RACE, state: 'paid' }, desk)
    const parcel = items.find(({ to }) => to.mobile === holder.mobile)
    expect(parcel?.to.address).toBe(ADDRESS)
    await world.ask(consoleParcelsSend, { raceid: RACE, id: parcel!.id, carrier: '顺丰', number: 'SF1' }, desk)
    await night()
    expect((await ofHolder(holder)).parcels).toEqual([{ contact: nothing, contact_mask: '' }])
  },
)

test('the plan names a shirt that another account ordered for the registration', async () => {
  const [holder, other] = [await holderOf(9, { sent: false }), await runnerSession(world, '13900004990')]
  await world.db.updateTable('orders').set({ uid: other.uid }).where('id', '=', holder.orderid).execute()
  for (const of of [{ kind: 'account' as const }, { kind: 'registration' as const, id: holder._key }])
    expect((await world.ask(mydataPlan, of, holder.session)).kept.join()).toContain('尚未寄出的参赛服（M）')
  expect((await world.ask(mydataPlan, { kind: 'account' }, other)).kept.join()).toContain('尚未寄出的参赛服（M）')
})

test('after its time the data is erased: not before a shirt is sent or an invoice issued; the invoice after its ten years, with its file', async () => {
  const [settled, open] = [await holderOf(5), await holderOf(6, { issued: false, sent: false })]
  const raceTime = new Date('2026-03-20T00:00:00Z').getTime()
  const after = (days: number) => eraseWhatIsDue({ ...world.parts, now: new Date(raceTime + days * DAY) })
  await after(364)
  expect((await ofHolder(settled)).parcels[0]!.contact).not.toHaveLength(0)
  await after(366)
  expect(await ofHolder(settled)).toEqual({ invoices: [erased], parcels: [{ contact: nothing, contact_mask: '' }] })
  expect((await ofHolder(open)).parcels[0]!.contact, 'a paid shirt must still be sent').not.toHaveLength(0)
  expect((await ofHolder(open)).invoices[0]!.email, 'asked for and not issued').not.toHaveLength(0)
  await world.db.updateTable('parcels').set({ state: 'sent' }).where('uid', '=', open.session.uid).execute()
  await after(367)
  expect((await ofHolder(open)).parcels).toEqual([{ contact: nothing, contact_mask: '' }])
  const volunteers = () =>
    world.db
      .selectFrom('volunteers')
      .select(['idnum', 'mobile', 'leader', 'notes'])
      .where('raceid', '=', RACE)
      .execute()
  expect((await volunteers()).every(({ idnum, mobile }) => mobile === null && idnum.length > 0)).toBe(true)
  expect((await volunteers()).every(({ leader, notes }) => leader === '' && notes === '')).toBe(true)
  await after(1096)
  expect((await volunteers()).every(({ idnum }) => idnum.length === 0)).toBe(true)
  expect(await world.parts.integrations.files.read(invoiceFile(RACE, settled.invoice))).toBeDefined()
  await after(11 * 366)
  expect((await ofHolder(settled)).invoices).toEqual([{ ...erased, title: '' }])
  expect(await world.parts.integrations.files.read(invoiceFile(RACE, settled.invoice))).toBeUndefined()
})
