import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alterOneCharacter } from '#test/alter.ts'
import { type Role, roles } from '#contract/rights.ts'
import { runnerSession, staffSession, pictureFor, workFor } from '#test/people.ts'
import { ownerLink } from './service.ts'
import {
  consoleClaim,
  consoleClaimShow,
  consoleLogin,
  consoleLogout,
  consoleMe,
  consoleStaffList,
  consoleStaffRemove,
  consoleStaffSave,
} from './contract.ts'
import { world, password, tokenIn, hour, sessionOf, raw, openStaff } from '#test/scenes/staffDesk.ts'

beforeAll(openStaff)
afterAll(() => world?.close())
beforeEach(() => world.clock.advance(24 * hour))

/** The first owner, who used the link of the server's start. */
let owner: { token: string }
let ownerId: number

describe('the first owner', () => {
  test('an invalid, replaced, old or used link makes nobody an owner', async () => {
    const claim = { login: 'Chen', name: '陈晨', password }
    expect(await world.call(consoleClaim, { token: 'guessed', ...claim })).toMatchObject({
      code: '404',
      refusal: 'link_spent',
    })
    expect(await world.call(consoleClaimShow, { token: 'guessed' })).toMatchObject({ refusal: 'link_spent' })
    const first = tokenIn(await ownerLink(world.parts))
    const second = tokenIn(await ownerLink(world.parts))
    expect(await world.call(consoleClaim, { token: first, ...claim }), 'each start makes a new one').toMatchObject({
      refusal: 'link_spent',
    })
    world.clock.advance(24 * hour)
    expect(await world.call(consoleClaim, { token: second, ...claim }), 'a day later').toMatchObject({
      refusal: 'link_spent',
    })
    expect(await world.db.selectFrom('staff').selectAll().execute()).toEqual([])
  })

  test('a missing or weak value is named at its field, and the link stays valid', async () => {
    const token = tokenIn(await ownerLink(world.parts))
    const says = async (given: object) =>
      (await world.call(consoleClaim, { token, ...given } as never)).data as unknown as {
        fields: Record<string, string>
      }
    expect((await says({ name: '陈晨', password })).fields).toEqual({ login: '必填哦' })
    expect((await says({ login: 'chen', password })).fields).toEqual({ name: '必填哦' })
    expect((await says({ login: 'a b', name: '陈晨', password })).fields).toHaveProperty('login')
    expect((await says({ login: 'chen', name: '陈晨', password: 'elevenchars' })).fields).toEqual({
      password: '最少应该输入12个字符哦',
    })
    for (const weak of ['aaaaaaaaaaaaaaa', 'abcdefghijklmnop', '123456789012345', 'chenchenchen!', 'xyzxyzxyzxyzxyz'])
      expect((await says({ login: 'chen', name: '陈晨', password: weak })).fields, weak).toHaveProperty('password')
    expect(await world.call(consoleClaimShow, { token })).toMatchObject({
      code: '200',
      data: { owner: true, login: '', name: '' },
    })
  })

  test('the first person who opens the link is the owner; of many at once one', async () => {
    const token = tokenIn(await ownerLink(world.parts))
    expect(await world.db.selectFrom('staff_links').select('token_hash').execute(), 'only its hash is kept').toEqual([
      { token_hash: expect.any(Buffer) as Buffer },
    ])
    const answers = await Promise.all(
      ['chen', 'lin', 'wu'].map((login) =>
        raw(
          '/console/claim',
          { token, login: ` ${login.toUpperCase()} `, name: login, password },
          { origin: 'http://localhost', host: 'localhost' },
        ),
      ),
    )
    const won = answers.filter((answered) => answered.json<{ code: string }>().code === '200')
    expect(won).toHaveLength(1)
    expect(String(won[0]!.headers['set-cookie'])).toMatch(
      /^startline_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/,
    )
    owner = sessionOf(won[0]!.headers['set-cookie'])
    const me = await world.ask(consoleMe, {}, owner)
    ownerId = me.staffid
    expect(me).toMatchObject({ roles: [{ raceid: null, role: 'owner' }], rights: roles.owner.rights, races: 'all' })
    expect(await ownerLink(world.parts), 'no further link').toBeUndefined()
    expect(await world.call(consoleClaim, { token, login: 'late', name: 'late', password })).toMatchObject({
      refusal: 'link_spent',
    })
  })
})

describe('log-in', () => {
  const login = async () => (await world.ask(consoleMe, {}, owner)).login
  beforeEach(async () => {
    owner = sessionOf(
      (await raw('/console/login', { login: await loginOfOwner(), password }, { host: 'localhost' })).headers[
        'set-cookie'
      ],
    )
  })
  const loginOfOwner = async () =>
    (await world.db.selectFrom('staff').select('login').where('staffid', '=', ownerId).executeTakeFirstOrThrow()).login

  test('a wrong login and a wrong password get the same answer', async () => {
    const [unknown, wrong] = [
      await world.call(consoleLogin, { login: 'nobody', password }),
      await world.call(consoleLogin, { login: await login(), password: `${password}!` }),
    ]
    expect(unknown).toMatchObject({ code: '422', refusal: 'login_wrong' })
    expect(wrong).toEqual(unknown)
  })

  test('after wrong passwords strangers read a picture, and the right password always works', async () => {
    const name = await login()
    for (let at = 0; at < 6; at++)
      expect(await world.call(consoleLogin, { login: name, password: 'wrong' })).toMatchObject({
        refusal: 'login_wrong',
      })
    for (let at = 0; at < 100; at++)
      expect(await world.call(consoleLogin, { login: name.toUpperCase(), password: `wrong ${at}` })).toMatchObject({
        code: '422',
        refusal: 'picture_needed',
        data: { check: 'picture' },
      })
    expect(await world.call(consoleLogin, { login: name, password, captchaid: 'x', captcha: 'x' })).toMatchObject({
      refusal: 'picture_wrong',
    })
    expect(
      await world.call(consoleLogin, { login: name, password, ...(await pictureFor(world)) }, { lang: 'en' }),
    ).toMatchObject({ code: '200', msg: 'Login successful' })
  })

  test('a browser that has logged in before needs no picture, and only its own tries count', async () => {
    const name = await login()
    const from = async (cookie: string, given: string) =>
      (await raw('/console/login', { login: name, password: given }, { host: 'localhost', cookie })).json<{
        code: string
        refusal?: string
      }>()
    const [session, device] = String(
      (await raw('/console/login', { login: name, password }, { host: 'localhost' })).headers['set-cookie'],
    ).split(/,(?=startline)/)
    expect(session).toMatch(/^startline_console=/)
    const cookie = device!.split(';')[0]!
    for (let at = 0; at < 40; at++) await world.call(consoleLogin, { login: name, password: 'wrong' })
    expect(await world.call(consoleLogin, { login: name, password })).toMatchObject({ refusal: 'picture_needed' })
    expect(await from(cookie, password)).toMatchObject({ code: '200' })
    for (let at = 0; at < 20; at++) expect(await from(cookie, 'wrong')).toMatchObject({ refusal: 'login_wrong' })
    expect(await from(cookie, password)).toMatchObject({ code: '429' })
    expect(await from(alterOneCharacter(cookie), 'wrong'), 'a cookie that we did not write').toMatchObject({
      refusal: 'picture_needed',
    })
  })

  test('after thirty wrong passwords from one network, for any logins, its strangers read a picture', async () => {
    const answers = []
    for (let at = 0; at < 31; at++) {
      const answered = await world.call(consoleLogin, {
        login: `someone${at}`,
        password: 'x',
        ...(await workFor(world)),
      })
      answers.push(answered.refusal)
    }
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'login_wrong'))
    expect(answers[30]).toBe('picture_needed')
  })

  test('a former session ends with a new log-in, whose token is always different', async () => {
    const again = sessionOf(
      (
        await raw(
          '/console/login',
          { login: await login(), password },
          { host: 'localhost', cookie: `startline_console=${owner.token}` },
        )
      ).headers['set-cookie'],
    )
    expect(again.token).not.toBe(owner.token)
    expect(await world.call(consoleMe, {}, owner)).toMatchObject({ code: '10001' })
    expect(await world.call(consoleMe, {}, again)).toMatchObject({ code: '200' })
  })

  test('/console/me needs staff: neither a stranger nor a runner is staff', async () => {
    expect(await world.call(consoleMe, {})).toMatchObject({ code: '401' })
    expect(await world.call(consoleMe, {}, await runnerSession(world))).toMatchObject({ code: '10001' })
    expect(await world.call(consoleMe, {}, owner)).toMatchObject({ code: '200' })
  })

  test('a session ends after two hours without use, and after twelve hours in any case', async () => {
    for (let at = 0; at < 11; at++) {
      world.clock.advance(hour)
      expect(await world.call(consoleMe, {}, owner), `hour ${at}`).toMatchObject({ code: '200' })
    }
    world.clock.advance(hour)
    expect(await world.call(consoleMe, {}, owner)).toMatchObject({ code: '10001' })
    const idle = await staffSession(world, [])
    world.clock.advance(2 * hour)
    expect(await world.call(consoleMe, {}, idle)).toMatchObject({ code: '10001' })
  })

  test('/console/logout ends this session, or all sessions', async () => {
    const other = sessionOf(
      (await raw('/console/login', { login: await login(), password }, { host: 'localhost' })).headers['set-cookie'],
    )
    expect(await world.call(consoleLogout, {}, { ...other, lang: 'en' })).toMatchObject({
      code: '200',
      msg: 'Log out successfully!',
    })
    expect(await world.call(consoleMe, {}, other)).toMatchObject({ code: '10001' })
    expect(await world.call(consoleLogout, { everywhere: true }, owner)).toMatchObject({ code: '200' })
    expect(await world.call(consoleMe, {}, owner)).toMatchObject({ code: '10001' })
  })
})

describe('staff', () => {
  let boss: { token: string; staffid: number }
  beforeEach(async () => {
    boss = await staffSession(world, [{ raceid: null, role: 'owner' }])
  })

  test('only an owner reads or changes staff, for every race', async () => {
    for (const role of Object.keys(roles).filter((name) => name !== 'owner') as Role[]) {
      for (const raceid of [null, 7]) {
        const session = await staffSession(world, [{ raceid, role }])
        expect(await world.call(consoleStaffList, { raceid: 7 }, session), role).toMatchObject({ code: '403' })
        expect(
          await world.call(
            consoleStaffSave,
            { raceid: 7, staffid: session.staffid, login: 'x1', name: 'x', roles: [{ raceid: null, role: 'owner' }] },
            session,
          ),
          role,
        ).toMatchObject({ code: '403' })
        expect(await world.call(consoleStaffRemove, { raceid: 7, staffid: ownerId }, session), role).toMatchObject({
          code: '403',
        })
      }
    }
    expect(await world.call(consoleStaffList, {})).toMatchObject({ code: '401' })
  })

  test('a login belongs to one person; an unknown person cannot be changed', async () => {
    await world.ask(consoleStaffSave, { login: 'taken', name: '甲', roles: [] }, boss)
    expect(await world.call(consoleStaffSave, { login: ' TAKEN ', name: '乙', roles: [] }, boss)).toMatchObject({
      code: '409',
      refusal: 'login_taken',
    })
    expect(
      await world.call(consoleStaffSave, { staffid: 999_999, login: 'fresh', name: '乙', roles: [] }, boss),
    ).toMatchObject({ code: '404', refusal: 'staff_not_found' })
    expect(await world.call(consoleStaffRemove, { staffid: 999_999 }, boss)).toMatchObject({
      refusal: 'staff_not_found',
    })
    expect(
      await world.call(
        consoleStaffSave,
        { login: 'fresh', name: '乙', roles: [{ raceid: 7, role: 'king' }] } as never,
        boss,
      ),
    ).toMatchObject({ code: '422' })
  })

  test('a new member of staff chooses a password by a link that works once, and a changed role counts at once', async () => {
    const { staff, link } = await world.ask(
      consoleStaffSave,
      { login: 'timer', name: '计时员', roles: [{ raceid: 7, role: 'timer' }] },
      boss,
    )
    expect(staff).toMatchObject({ waiting: true, roles: [{ raceid: 7, role: 'timer' }] })
    expect(await world.call(consoleLogin, { login: 'timer', password })).toMatchObject({ refusal: 'login_wrong' })
    expect(await world.ask(consoleClaimShow, { token: tokenIn(link) })).toEqual({
      owner: false,
      login: 'timer',
      name: '计时员',
    })
    const claimed = sessionOf(
      (
        await raw(
          '/console/claim',
          { token: tokenIn(link), login: 'other', name: 'other', password },
          { host: 'localhost' },
        )
      ).headers['set-cookie'],
    )
    expect(await world.ask(consoleMe, { raceid: 7 }, claimed), 'the link says whom it is for').toMatchObject({
      login: 'timer',
      rights: [
        'registrations.read',
        'substitutes.decide',
        'tracking.control',
        'tracking.devices',
        'results.import',
        'results.edit',
        'hall.manage',
      ],
      races: [7],
    })
    expect((await world.ask(consoleMe, { raceid: 8 }, claimed)).rights).toEqual([])
    expect(await world.call(consoleClaim, { token: tokenIn(link), password })).toMatchObject({ refusal: 'link_spent' })
    const changed = await world.ask(
      consoleStaffSave,
      {
        staffid: staff.staffid,
        login: 'timer',
        name: '计时员',
        roles: [
          { raceid: 8, role: 'cashier' },
          { raceid: 8, role: 'cashier' },
        ],
      },
      boss,
    )
    expect(changed).toMatchObject({ link: null, staff: { waiting: false, roles: [{ raceid: 8, role: 'cashier' }] } })
    expect((await world.ask(consoleMe, { raceid: 8 }, claimed)).rights).toEqual([
      'registrations.read',
      'money.read',
      'money.refund',
      'money.reconcile',
      'invoices.edit',
    ])
    const again = await world.ask(
      consoleStaffSave,
      { staffid: staff.staffid, login: 'timer', name: '计时员', roles: [], link: true },
      boss,
    )
    await world.ask(consoleClaim, { token: tokenIn(again.link), password: `${password}新` })
    expect(await world.call(consoleMe, {}, claimed), 'a new password ends what was open').toMatchObject({
      code: '10001',
    })
  })

  test('a removed member of staff is logged out at once, and the name is free again', async () => {
    const gone = await staffSession(world, [{ raceid: null, role: 'director' }])
    expect(await world.call(consoleMe, {}, gone)).toMatchObject({ code: '200' })
    const { login } = await world.db
      .selectFrom('staff')
      .select('login')
      .where('staffid', '=', gone.staffid)
      .executeTakeFirstOrThrow()
    await world.ask(consoleStaffRemove, { staffid: gone.staffid }, boss)
    expect(await world.call(consoleMe, {}, gone)).toMatchObject({ code: '10001' })
    const { items } = await world.ask(consoleStaffList, {}, boss)
    expect(items.map(({ staffid }) => staffid)).not.toContain(gone.staffid)
    expect(await world.call(consoleStaffSave, { login, name: '新人', roles: [] }, boss)).toMatchObject({ code: '200' })
  })

  test('an owner of one race is refused, because an owner has all races', async () => {
    const input = { login: 'lesser', name: '某赛事', roles: [{ raceid: 226, role: 'owner' as const }] }
    expect(await world.call(consoleStaffSave, input, boss)).toMatchObject({
      code: '422',
      data: { fields: { roles: expect.stringMatching(/\S/) } },
    })
    const { items } = await world.ask(consoleStaffList, {}, boss)
    expect(items.map(({ login }) => login)).not.toContain('lesser')
  })

  test('the last owner who can log in stays, even if two leave at once', async () => {
    // Until the second owner sets a password, only the first owner has one.
    const only = { staffid: ownerId, login: 'first', name: '所有者', roles: [] }
    expect(await world.call(consoleStaffRemove, { staffid: ownerId }, boss)).toMatchObject({
      code: '409',
      refusal: 'last_owner',
    })
    expect(await world.call(consoleStaffSave, only, boss)).toMatchObject({ refusal: 'last_owner' })
    const second = await world.ask(
      consoleStaffSave,
      { login: 'second', name: '第二位', roles: [{ raceid: null, role: 'owner' }] },
      boss,
    )
    await world.ask(consoleClaim, { token: tokenIn(second.link), password })
    const answers = await Promise.all(
      [ownerId, second.staff.staffid].map((staffid) => world.call(consoleStaffRemove, { staffid }, boss)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['200', '409'])
  })
})
