import { afterAll, beforeAll, expect, test } from 'vitest'
import { placesLedger } from '#features/invitations/ledger/contract.ts'
import { inviteShow } from '#features/invitations/contract.ts'
import { invoiceShow } from '#features/invoices/contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationChecklist } from '#features/registrations/checklist/checklist.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { closeOrder } from '#features/payments/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleClubsClose,
  consoleClubsInvite,
  consoleClubsList,
  consoleClubsMembers,
  consoleClubsSave,
} from './contract.ts'
import { clubsWaiting } from './service.ts'
import { sweeps } from './jobs.ts'
import {
  clubAccept,
  clubComplete,
  clubInvited,
  clubPerson,
  clubJoin,
  clubMine,
  clubPay,
  clubRead,
  clubRemove,
  clubShow,
  clubSwap,
} from './desk/desk.contract.ts'

let world: World
let director: { token: string }
let captain: { token: string; uid: number }
let clubid = 0
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  captain = await runnerSession(world)
})
afterAll(() => world?.close())

const soon = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
const quota = (places: number, change: object = {}) => ({
  eventid: 1,
  places,
  price: 9_000,
  until: soon(20),
  ...change,
})
const { consents } = entrant(1)
const pay = async (key: string, token: string) => {
  await world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, { token })
  const sandbox = world.parts.integrations.sandbox.wechatpay!
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  sandbox.pay(tradeno)
  await sandbox.deliver('all')
}
const nth = (n: number) => ({
  name: `沈${'甲乙丙丁戊己庚辛'[n % 8]}`,
  idnum: idnumOf(n),
  mobile: `139${String(n).padStart(8, '0')}`,
})
const listOf = (...people: readonly number[]) =>
  `姓名,证件号码,手机号,组别\n${people.map((n) => Object.values(nth(n)).concat('半程马拉松').join(',')).join('\n')}\n`
const read = async (content: string, { dry = false, as = captain, id = clubid, mapping = {} } = {}) => {
  const form = new FormData()
  const fields = {
    raceid: RACE,
    id,
    dry: dry ? 1 : 0,
    _token: as.token,
    _lang: 'zh-cn',
    mapping: JSON.stringify(mapping),
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', new Blob([content]), '名单.csv')
  const made = new Response(form)
  const answered = await world.app.inject({
    method: 'POST',
    url: clubRead.path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
  return answered.json<{
    code: string
    refusal?: string
    data: { counts: Record<string, number>; faults: { line: number; says: string }[]; report: string }
  }>()
}
const desk = () => world.ask(clubShow, { raceid: RACE, id: clubid }, captain)
const memberOf = async (n: number) =>
  (await desk()).members.find(({ name, idnum }) => name === nth(n).name && idnum.endsWith(idnumOf(n).slice(-2)))!
const entryOf = (n: number, change: object = {}) => {
  const { raceid: _, ...entry } = entrant(n, { name: nth(n).name, mobile: nth(n).mobile, consents })
  return { ...entry, ...change }
}
const complete = async (n: number, key: string, change: object = {}, as?: { token: string }) =>
  world.call(clubComplete, { _key: key, entry: entryOf(n, change) } as never, as ?? (await runnerSession(world)))

const toFollow = async () =>
  (await world.ask(consoleClubsList, { raceid: RACE, follow: true }, director)).items.map(({ name, follow }) => [
    name,
    follow,
  ])
const clubLine = async () => {
  const { _key } = await world.db
    .selectFrom('registrations')
    .select('_key')
    .where('raceid', '=', RACE)
    .where('uid', '=', captain.uid)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { items } = await world.ask(registrationChecklist, { id: _key }, { ...captain, lang: 'en' })
  return items.find(({ step }) => step === 'club')
}

test('a captain comes by a link that works once, and nobody else sees the club', async () => {
  const made = await world.ask(
    consoleClubsSave,
    { raceid: RACE, name: '鹭江跑团', quotas: [quota(5)], swap_until: soon(60) },
    director,
  )
  clubid = made.id
  expect(made).toMatchObject({ name: '鹭江跑团', captains: 0, quotas: [{ places: 5, used: 0, price: 9_000 }] })
  expect(await toFollow(), 'nobody leads it').toEqual([['鹭江跑团', 'no_captain']])
  const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  expect(await world.call(consoleClubsInvite, { raceid: RACE, id: clubid }, cashier)).toMatchObject({ code: '403' })
  const other = await staffSession(world, [{ raceid: RACE + 1, role: 'director' }])
  expect(await world.call(consoleClubsList, { raceid: RACE }, other)).toMatchObject({ code: '403' })
  const invited = { raceid: RACE, id: clubid, _once: 'the captain of this club' }
  const { link } = await world.ask(consoleClubsInvite, invited, director)
  const token = link.split('captain=')[1]!
  expect((await world.ask(consoleClubsInvite, invited, director)).link).toBe(link)
  const kept = JSON.stringify(await world.db.selectFrom('once_answers').selectAll().execute())
  expect(kept.length).toBeGreaterThan(100)
  expect(kept).not.toContain(token)
  expect(await world.ask(clubInvited, { raceid: RACE, token })).toMatchObject({ name: '鹭江跑团' })
  expect(await world.call(clubInvited, { raceid: RACE, token: 'x'.repeat(43) })).toMatchObject({
    refusal: 'club_link_over',
  })
  const both = await Promise.all([
    world.call(clubAccept, { raceid: RACE, token }, captain),
    world.call(clubAccept, { raceid: RACE, token }, await runnerSession(world)),
  ])
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', '404'])
  if (both[0]!.code !== '200') {
    const again = await world.ask(consoleClubsInvite, { raceid: RACE, id: clubid }, director)
    await world.ask(clubAccept, { raceid: RACE, token: again.link.split('captain=')[1]! }, captain)
  }
  expect(await world.call(clubShow, { raceid: RACE, id: clubid }, await runnerSession(world))).toMatchObject({
    refusal: 'club_not_found',
  })
  expect((await world.ask(clubMine, {}, captain)).items).toMatchObject([{ id: clubid, race: '江城马拉松' }])
})

test('a list is tried, refused rows are named and corrected, and no more people enter than the quota', async () => {
  const bad = listOf(1, 2).replace(idnumOf(2), '110105194912310021')
  const tried = await read(bad, { dry: true })
  expect(tried.data).toMatchObject({ counts: { rows: 2, added: 1, refused: 1 }, faults: [{ line: 3 }] })
  expect((await desk()).members).toEqual([])
  const done = await read(bad)
  expect(done.data.counts).toMatchObject({ added: 1, refused: 1 })
  expect(done.data.report).toContain('110105194912310021')
  expect((await read(listOf(1, 2))).data.counts).toMatchObject({ added: 1, same: 1, refused: 0 })
  expect((await read(listOf(3, 4, 5, 6))).data).toMatchObject({
    counts: { added: 3, refused: 1 },
    faults: [{ says: expect.stringContaining('名额已用完') as string }],
  })
  expect((await read(listOf(1, 1))).data.counts).toMatchObject({ same: 1, refused: 1 })
  const stranger = await runnerSession(world)
  expect(await read(listOf(7), { as: stranger as typeof captain })).toMatchObject({ refusal: 'club_not_found' })
  expect((await desk()).quotas).toMatchObject([{ places: 5, used: 0, listed: 5 }])
})

test('the captain sees what is missing, but no sealed value', async () => {
  const { members } = await desk()
  const text = JSON.stringify(members)
  for (const n of [1, 2, 3]) {
    expect(text).not.toContain(idnumOf(n))
    expect(text).not.toContain(nth(n).mobile)
  }
  expect(members[0]).toMatchObject({ state: 'waiting', lacks: expect.arrayContaining(['本人同意']) as string[] })
  expect(await world.call(clubPay, { raceid: RACE, id: clubid }, captain)).toMatchObject({
    refusal: 'club_nobody_ready',
  })
})

test('only the person with the document completes an entry, with own consents', async () => {
  const one = await memberOf(1)
  const key = one._key!
  expect(JSON.stringify(await world.ask(clubPerson, { _key: key }))).not.toContain(nth(1).name)
  const runner = await runnerSession(world)
  expect(await world.call(clubJoin, { _key: key, idnum: idnumOf(2) }, runner)).toMatchObject({
    refusal: 'idnum_inconsistent',
  })
  expect(await world.ask(clubJoin, { _key: key, idnum: idnumOf(1) }, runner)).toMatchObject({
    eventid: 1,
    values: { name: nth(1).name, mobile: nth(1).mobile },
  })
  expect(await complete(2, key)).toMatchObject({ refusal: 'idnum_inconsistent' })
  expect(await complete(1, key, { consents: {} })).toMatchObject({ code: '422' })
  expect(await complete(1, key)).toMatchObject({ code: '200', data: { swapped: false } })
  for (const n of [2, 3]) expect(await complete(n, (await memberOf(n))._key!)).toMatchObject({ code: '200' })
  expect((await desk()).members.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'waiting', 'waiting'])
  for (let tries = 0; tries < 21; tries++) await world.call(clubJoin, { _key: key, idnum: '1' }, runner)
  expect(await world.call(clubJoin, { _key: key, idnum: idnumOf(1) }, runner)).toMatchObject({ code: '429' })
})

test('strangers who try numbers at a link do not lock its person out, and nobody gets many tries', async () => {
  const { _key } = await memberOf(4)
  const stranger = await runnerSession(world)
  for (let tries = 0; tries < 21; tries++) await world.call(clubJoin, { _key: _key!, idnum: '1' }, stranger)
  const person = await runnerSession(world)
  const open = (n: number, as: { token: string }) => world.call(clubJoin, { _key: _key!, idnum: idnumOf(n) }, as)
  expect((await open(4, stranger)).refusal).toBe('too_often')
  expect((await open(5, person)).refusal, 'a mistype').toBe('idnum_inconsistent')
  for (let times = 0; times < 3; times++) expect((await open(4, person)).code, 'right numbers are no tries').toBe('200')
  const guesser = await runnerSession(world)
  const atOnce = await Promise.all([5, 6, 5, 6, 5, 6].map((n) => open(n, guesser)))
  expect(atOnce.filter(({ refusal }) => refusal === 'idnum_inconsistent')).toHaveLength(2)
  expect((await open(4, guesser)).refusal).toBe('too_often')
})

test('numbers tried when an entry is completed count like numbers tried before', async () => {
  const [key, stranger] = [(await memberOf(5))._key!, await runnerSession(world)]
  const tried = []
  for (let tries = 0; tries < 21; tries++) tried.push((await complete(6, key, {}, stranger)).refusal)
  expect([tried[0], tried.at(-1)]).toEqual(['idnum_inconsistent', 'too_often'])
  expect((await world.call(clubJoin, { _key: key, idnum: idnumOf(5) }, await runnerSession(world))).code).toBe('200')
})

test('the captain pays once for all, the places belong to the club, and one order has one invoice', async () => {
  const once = 'club-pay-once'
  const [first, second] = await Promise.all([
    world.call(clubPay, { raceid: RACE, id: clubid, _once: once }, captain),
    world.call(clubPay, { raceid: RACE, id: clubid, _once: once }, captain),
  ])
  expect(first).toMatchObject({ code: '200', data: { people: 3, amount: 27_000, payable: 1 } })
  expect(second).toMatchObject({ code: '200', data: first.data })
  const open = (await desk()).open!
  expect(open).toMatchObject({ amount: 27_000, people: 3 })
  await pay(open._key, captain.token)
  const after = await desk()
  expect(after.members.map(({ state }) => state)).toEqual(['entered', 'entered', 'entered', 'waiting', 'waiting'])
  expect(after.paid).toMatchObject([{ amount: 27_000 }])
  expect(after.quotas).toMatchObject([{ used: 3, listed: 2, unpaid: 0 }])
  expect(await world.ask(invoiceShow, { id: after.paid[0]!._key }, captain)).toMatchObject({
    amount: 27_000,
    why: null,
  })
  const ledger = (await world.ask(placesLedger, { raceid: RACE })).events[0]!
  expect(ledger.sources).toEqual([{ source: 'club', n: 3 }])
  const shown = await world.ask(registrationShow, { id: open._key }, captain)
  expect(
    await world.call(inviteShow, { raceid: RACE, code: String((shown as { invite?: string }).invite) }),
  ).toMatchObject({
    refusal: 'invite_unknown',
  })
})

test('a payment that runs out gives the places back, and the captain begins again', async () => {
  await complete(4, (await memberOf(4))._key!)
  const begun = await world.ask(clubPay, { raceid: RACE, id: clubid }, captain)
  expect(
    await world.call(clubRemove, { raceid: RACE, id: clubid, member: (await memberOf(4)).id }, captain),
  ).toMatchObject({
    refusal: 'club_member_registered',
  })
  expect((await desk()).quotas).toMatchObject([{ used: 4, unpaid: 1, listed: 1 }])
  const { orderid } = await world.db
    .selectFrom('registrations')
    .select('orderid')
    .where('_key', '=', begun._key)
    .executeTakeFirstOrThrow()
  expect(await clubLine()).toMatchObject({
    state: 'todo',
    says: 'Pay for 1 person of 鹭江跑团',
    page: `/club?raceid=${RACE}&id=${clubid}`,
  })
  expect(await toFollow(), 'the deadline is far').toEqual([])
  expect(await clubsWaiting(world.db, RACE, new Date(Date.parse(soon(18)))), 'shortly before it').toBe(1)
  expect(await clubsWaiting(world.db, RACE, new Date(Date.parse(soon(21)))), 'after it').toBe(0)
  await closeOrder(world.parts, RACE, orderid!, 'expired', world.clock.now())
  expect((await desk()).quotas).toMatchObject([{ used: 3, unpaid: 0, listed: 2 }])
  expect((await memberOf(4)).state).toBe('ready')
})

test('a person is replaced: place, order and money stay, and the former person is out', async () => {
  const former = await memberOf(2)
  const before = await world.db
    .selectFrom('events')
    .select('taken')
    .where('raceid', '=', RACE)
    .executeTakeFirstOrThrow()
  const swap = (n: number, member = former.id) =>
    world.call(clubSwap, { raceid: RACE, id: clubid, member, ...nth(n), idtype: 'idcard' }, captain)
  expect(await swap(3)).toMatchObject({ refusal: 'club_person_listed' })
  expect(await swap(10, (await memberOf(5)).id)).toMatchObject({ refusal: 'club_member_not_found' })
  const named = await swap(10)
  expect(named).toMatchObject({ code: '200' })
  expect(await swap(11)).toMatchObject({ refusal: 'club_swap_pending' })
  const key = (named.data as { _key: string })._key
  const done = await complete(10, key)
  expect(done).toMatchObject({ code: '200', data: { swapped: true } })
  const rows = await world.db
    .selectFrom('registrations')
    .select(['name', 'orderid', 'price', 'pay_at', 'deleted_at', 'place_held', '_key'])
    .where('raceid', '=', RACE)
    .where('_key', 'in', [former.registration!, (done.data as { registration: string }).registration])
    .orderBy('id')
    .execute()
  expect(rows[0]).toMatchObject({ orderid: null, price: 0, pay_at: null, place_held: false })
  expect(rows[0]!.deleted_at).not.toBeNull()
  expect(rows[1]).toMatchObject({ name: nth(10).name, price: 9_000, place_held: true, deleted_at: null })
  expect(rows[1]!.pay_at).not.toBeNull()
  const after = await world.db.selectFrom('events').select('taken').where('raceid', '=', RACE).executeTakeFirstOrThrow()
  expect(after.taken).toBe(before.taken)
  expect((await desk()).quotas).toMatchObject([{ used: 3 }])
  // The replaced person may enter by the public sign-up.
  expect(
    await world.call(registrationSave, entrant(2, { name: nth(2).name }), await runnerSession(world)),
  ).toMatchObject({
    code: '200',
  })
})

test('after its end nobody is replaced, and a closed desk lets nobody in', async () => {
  const change = (swap_until: string | null) =>
    world.ask(
      consoleClubsSave,
      { raceid: RACE, id: clubid, name: '鹭江跑团', quotas: [quota(5)], swap_until },
      director,
    )
  await change(null)
  const one = (await memberOf(1)).id
  expect(
    await world.call(clubSwap, { raceid: RACE, id: clubid, member: one, ...nth(12), idtype: 'idcard' }, captain),
  ).toMatchObject({ refusal: 'club_swap_over' })
  expect(
    await world.call(consoleClubsSave, { raceid: RACE, id: clubid, name: 'x', quotas: [quota(2)] }, director),
  ).toMatchObject({ refusal: 'quota_below_used' })
  expect(
    await world.call(consoleClubsSave, { raceid: RACE, name: 'x', quotas: [quota(2), quota(3)] }, director),
  ).toMatchObject({ refusal: 'quota_twice' })
  await world.ask(consoleClubsClose, { raceid: RACE, id: clubid }, director)
  expect(await world.call(clubPay, { raceid: RACE, id: clubid }, captain)).toMatchObject({ refusal: 'club_closed' })
  expect(await read(listOf(20))).toMatchObject({ refusal: 'club_closed' })
  expect(await complete(5, (await memberOf(5))._key!)).toMatchObject({ refusal: 'club_join_over' })
  await world.ask(consoleClubsClose, { raceid: RACE, id: clubid, closed: false }, director)
  const removed = (await memberOf(5)).id
  await world.ask(clubRemove, { raceid: RACE, id: clubid, member: removed }, captain)
  const row = await world.db.selectFrom('club_members').selectAll().where('id', '=', removed).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: '', idnum_mask: '', mobile_mask: '' })
  expect(row.draft).toHaveLength(0)
  const { items } = await world.ask(consoleClubsMembers, { raceid: RACE, id: clubid }, director)
  expect(items.map(({ state }) => state)).toEqual(['entered', 'entered', 'ready', 'entered'])
})

test('two captains of one club fill the last place once', async () => {
  const { id } = await world.ask(consoleClubsSave, { raceid: RACE, name: '潮汐跑团', quotas: [quota(1)] }, director)
  const { link } = await world.ask(consoleClubsInvite, { raceid: RACE, id }, director)
  await world.ask(clubAccept, { raceid: RACE, token: link.split('captain=')[1]! }, captain)
  const lists = await Promise.all([read(listOf(30), { id }), read(listOf(31), { id })])
  expect(lists.reduce((sum, { data }) => sum + data.counts.added!, 0)).toBe(1)
})

test('drafts of registered people are emptied, and people who never entered are erased after the race', async () => {
  const draftsOf = async () =>
    (await world.db.selectFrom('club_members').select('draft').where('ended_at', 'is', null).execute()).filter(
      ({ draft }) => draft.length > 0,
    ).length
  const before = await draftsOf()
  await sweeps[0]!.run({ ...world.parts, now: world.clock.now() })
  expect(await draftsOf(), 'three people are registered and paid').toBe(before - 3)
  await sweeps[0]!.run({ ...world.parts, now: new Date('2027-03-01T00:00:00Z') })
  expect(await draftsOf()).toBe(0)
  const named = await world.db
    .selectFrom('club_members')
    .select('id')
    .where('registrationid', 'is', null)
    .where('name', '<>', '')
    .execute()
  expect(named).toEqual([])
})
