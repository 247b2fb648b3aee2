import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { staffSession } from '#test/people.ts'
import { logChange } from './service.ts'
import { consoleLogList, consoleLogPeople, consoleStaffSave } from './contract.ts'
import { world, hour, openStaff } from '#test/scenes/staffDesk.ts'

beforeAll(openStaff)
afterAll(() => world?.close())
beforeEach(() => world.clock.advance(24 * hour))

describe('log', () => {
  test('each race has its own log; only staff with a role for all races see all logs', async () => {
    const now = world.clock.now()
    await world.db.transaction().execute(async (tx) => {
      for (const raceid of [30, 31, 32])
        await logChange(tx, {
          who: undefined,
          now,
          raceid,
          what: 'notice changed',
          target: 'notice 1',
          before: { title: 'a', same: 1 },
          after: { title: 'b', same: 1 },
        })
    })
    const [director, chief, cashier] = [
      await staffSession(world, [{ raceid: 31, role: 'director' }]),
      await staffSession(world, [{ raceid: null, role: 'director' }]),
      await staffSession(world, [{ raceid: 31, role: 'cashier' }]),
    ]
    expect(await world.call(consoleLogList, { raceid: 31 }, cashier)).toMatchObject({ code: '403' })
    expect(await world.call(consoleLogList, { raceid: 32 }, director)).toMatchObject({ code: '403' })
    expect(await world.call(consoleLogList, {}, director)).toMatchObject({ code: '403' })
    expect(
      (await world.ask(consoleLogList, { raceid: 31, what: 'notice changed' }, director)).items,
      'the system is hidden',
    ).toEqual([])
    const own = await world.ask(consoleLogList, { raceid: 31, system: '1', what: 'notice changed' }, director)
    expect(own.items).toMatchObject([
      {
        raceid: 31,
        staffid: null,
        what: 'notice changed',
        target: 'notice 1',
        before: { title: 'a' },
        after: { title: 'b' },
      },
    ])
    const all = await world.ask(consoleLogList, { limit: 2, system: '1', what: 'notice changed' }, chief)
    expect(all.items.map(({ raceid }) => raceid)).toEqual([32, 31])
    const next = await world.ask(
      consoleLogList,
      { limit: 2, after: all.after!, system: '1', what: 'notice changed' },
      chief,
    )
    expect(next.items.every(({ id }) => id < all.items[1]!.id)).toBe(true)
  })

  test('sealed fields are logged as "changed", and each action of staff under their name', async () => {
    const boss = await staffSession(world, [{ raceid: null, role: 'owner' }])
    await world.db.transaction().execute((tx) =>
      logChange(tx, {
        who: { uid: null, session: null, staffid: boss.staffid, roles: [], expired: false },
        now: world.clock.now(),
        raceid: 33,
        what: 'registration changed',
        target: 'registration 5',
        before: { idnum: Buffer.from('one'), bib: 'A1' },
        after: { idnum: Buffer.from('two'), bib: 'A1' },
      }),
    )
    const { items } = await world.ask(consoleLogList, { raceid: 33 }, boss)
    expect(items).toMatchObject([
      { staffid: boss.staffid, staff: '工作人员', before: { idnum: 'changed' }, after: { idnum: 'changed' } },
    ])
    await world.ask(consoleStaffSave, { login: 'logged', name: '新人', roles: [{ raceid: 7, role: 'timer' }] }, boss)
    const all = await world.ask(consoleLogList, { limit: 2 }, boss)
    expect(all.items.map(({ what }) => what)).toEqual(['link made', 'staff added'])
    expect(JSON.stringify(await world.db.selectFrom('log').selectAll().execute())).not.toMatch(/argon2|token=/)
  })

  test('person, action, object and time filter it, each alone and together', async () => {
    const [boss, other] = [
      await staffSession(world, [{ raceid: null, role: 'owner' }]),
      await staffSession(world, [{ raceid: 40, role: 'editor' }]),
    ]
    const from = world.clock.now()
    const note = (staffid: number, what: string, target: string, minutes: number) =>
      world.db.transaction().execute((tx) =>
        logChange(tx, {
          who: { uid: null, session: null, staffid, roles: [], expired: false },
          now: new Date(from.getTime() + minutes * 60_000),
          raceid: 40,
          what,
          target,
        }),
      )
    await note(boss.staffid, 'notice changed', 'notice 1', 0)
    await note(other.staffid, 'notice changed', 'notice 12', 1)
    await note(other.staffid, 'event changed', 'event 1', 2)
    const targets = async (filter: object) =>
      (await world.ask(consoleLogList, { raceid: 40, ...filter }, boss)).items.map(({ target }) => target)
    expect(await targets({})).toEqual(['event 1', 'notice 12', 'notice 1'])
    expect(await targets({ staffid: other.staffid })).toEqual(['event 1', 'notice 12'])
    expect(await targets({ what: 'notice changed' })).toEqual(['notice 12', 'notice 1'])
    expect(await targets({ object: 'notice' })).toEqual(['notice 12', 'notice 1'])
    expect(await targets({ object: 'notice', which: '1' }), 'and not 12').toEqual(['notice 1'])
    const second = new Date(from.getTime() + 60_000).toISOString()
    expect(await targets({ from: second })).toEqual(['event 1', 'notice 12'])
    expect(await targets({ until: second })).toEqual(['notice 1'])
    expect(await targets({ staffid: other.staffid, object: 'notice', from: second })).toEqual(['notice 12'])
    expect(await world.call(consoleLogList, { raceid: 40, object: 'notice%' } as never, boss)).toMatchObject({
      code: '422',
    })
    const facets = await world.ask(consoleLogPeople, { raceid: 40 }, boss)
    expect(facets.people.map(({ staffid }) => staffid).sort()).toEqual([boss.staffid, other.staffid].sort())
    expect(facets.actions).toEqual(['event changed', 'notice changed'])
    expect(await world.call(consoleLogPeople, { raceid: 40 }, other)).toMatchObject({ code: '403' })
    expect(await targets({ what: 'right missing' }), 'the refusal is logged').toEqual(['call /console/log/people'])
    for (let at = 0; at < 9; at++) await world.call(consoleLogPeople, { raceid: 40 }, other)
    expect(await targets({ what: 'right missing' }), 'and repetitions fill nothing').toHaveLength(3)
  })
})
