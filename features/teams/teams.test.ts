import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFile } from '#features/files/service.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace, friendOf } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleTeamsList,
  consoleTeamsMembers,
  consoleTeamsRemove,
  consoleTeamsSave,
  teamCreate,
  teamFetch,
  teamList,
  teamMembers,
  teamPasswd,
  teamSave,
  teamSearch,
} from './contract.ts'

let world: World
let cover: string
let people = 0
const settings = { teams: true, team_least: 2, team_most: 3 }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings })
  await openRace(world, { id: 2027, name: '没有团队的赛事' })
  await openEvent(world, { price: 0, places: 1000 })
  const kept = await keepFile(world.parts, {
    raceid: RACE,
    bytes: await sharp({ create: { width: 60, height: 30, channels: 3, background: '#357' } })
      .png()
      .toBuffer(),
    name: 'cover.png',
  })
  if (typeof kept === 'string') throw new Error(kept)
  cover = kept.path
})
afterAll(() => world?.close())

const runner = async () => {
  const { token, uid } = await runnerSession(world)
  const { _key } = await world.ask(registrationSave, entrant(++people), { token })
  return { token, uid, id: _key }
}
type Runner = Awaited<ReturnType<typeof runner>>
const password = 'run-together'
const found = async (captain: Runner, name: string) =>
  (await world.ask(teamCreate, { id: captain.id, name, profile: '一起跑', cover, password }, captain)).id
const join = (one: Runner, teamid: number, given = password) =>
  world.call(teamMembers, { raceid: RACE, teamid, act: 'join', id: one.id, password: given }, one)
const names = async (teamid: number, as: { token?: string } = {}) =>
  (await world.ask(teamMembers, { raceid: RACE, teamid }, as)).items
const set = (id: string, change: Record<string, unknown>) =>
  world.db.updateTable('registrations').set(change).where('raceid', '=', RACE).where('_key', '=', id).execute()

describe('founding is refused', () => {
  test('to nobody, for other people, without a required field, in a race without teams', async () => {
    const [mine, other] = [await runner(), await runner()]
    const draft = { id: mine.id, name: '西湖跑团', profile: '一起跑', cover, password }
    expect(await world.call(teamCreate, draft)).toMatchObject({ code: '401' })
    expect(await world.call(teamCreate, draft, other)).toMatchObject({ code: '403', refusal: 'no_permission' })
    expect(
      await world.call(teamCreate, { ...draft, id: `${RACE.toString(36)}-${'1'.repeat(22)}` }, mine),
    ).toMatchObject({ refusal: 'registration_not_found' })
    expect(
      await world.call(
        teamCreate,
        { id: mine.id, name: '', profile: '', cover: '', password: '' },
        { ...mine, lang: 'en' },
      ),
    ).toMatchObject({
      code: '422',
      data: {
        fields: {
          name: 'Team name not entered',
          profile: 'Team profile not entered',
          cover: 'Team cover not uploaded',
          password: 'Team password not entered',
        },
      },
    })
    for (const wrong of [
      'https://elsewhere/x.jpg',
      '/files/2026/00000000000000000000000000000000.jpg',
      `/files/2027/${cover.slice(-36)}`,
    ])
      expect(await world.call(teamCreate, { ...draft, cover: wrong }, mine)).toMatchObject({
        data: { fields: { cover: expect.any(String) as string } },
      })
    expect(await world.call(teamList, { raceid: 2027 })).toMatchObject({ refusal: 'no_teams' })
    expect(await world.call(teamSearch, { raceid: 2027, name: '跑' })).toMatchObject({ refusal: 'no_teams' })
    expect(await world.call(teamList, { raceid: 9 })).toMatchObject({ refusal: 'race_not_found' })
  })
  test('for an ended registration, twice, and under a taken name', async () => {
    const [mine, other] = [await runner(), await runner()]
    await set(other.id, { refundid: 9 })
    expect(
      await world.call(teamCreate, { id: other.id, name: '晨跑团', profile: '一起跑', cover, password }, other),
    ).toMatchObject({ refusal: 'not_a_live_registration' })
    await set(other.id, { refundid: 0 })
    await found(mine, 'Early Birds')
    expect(
      await world.call(teamCreate, { id: mine.id, name: '晨跑团', profile: '一起跑', cover, password }, mine),
    ).toMatchObject({ refusal: 'in_a_team' })
    expect(
      await world.call(
        teamCreate,
        { id: other.id, name: 'ＥＡＲＬＹ birds', profile: '一起跑', cover, password },
        other,
      ),
    ).toMatchObject({ refusal: 'team_name_taken' })
  })
  test('of two teams with one name at the same moment one is founded', async () => {
    const both = [await runner(), await runner()]
    const answers = await Promise.all(
      both.map((one) =>
        world.call(teamCreate, { id: one.id, name: '同名团', profile: '一起跑', cover, password }, one),
      ),
    )
    expect(answers.map(({ refusal }) => refusal ?? 'founded').sort()).toEqual(['founded', 'team_name_taken'])
  })
})

describe('a team', () => {
  test('everybody finds it, page by page and by name; its password is never shown', async () => {
    const captain = await runner()
    const id = await found(captain, 'Moon Rakers')
    const first = await world.ask(teamList, { raceid: RACE, limit: 1 })
    expect(first.items).toMatchObject([
      { id, name: 'Moon Rakers', members: 1, most: 3, counts: false, captain: '沈跑跑' },
    ])
    expect((await world.ask(teamList, { raceid: RACE, limit: 1, after: first.after! })).items[0]!.id).toBeLessThan(id)
    expect((await world.ask(teamSearch, { raceid: RACE, name: 'moon r' })).items.map((one) => one.id)).toEqual([id])
    expect((await world.ask(teamSearch, { raceid: RACE, name: '100%_' })).items).toEqual([])
    const fetched = await world.call(teamFetch, { raceid: RACE, id })
    expect(fetched.data).toMatchObject({ mine: false, captain_of: false, why: null, least: 2 })
    expect(JSON.stringify([first, fetched, await world.call(teamMembers, { raceid: RACE, teamid: id })])).not.toMatch(
      /argon2|run-together|139\d{8}/,
    )
    expect(await world.ask(teamFetch, { raceid: RACE, id }, captain)).toMatchObject({ mine: true, captain_of: true })
    expect(await world.call(teamFetch, { raceid: RACE, id: 999_999 })).toMatchObject({
      code: '404',
      refusal: 'team_not_found',
    })
    expect(await world.call(teamFetch, { raceid: 2027, id })).toMatchObject({ refusal: 'team_not_found' })
    expect((await world.ask(registrationShow, { id: captain.id })).team).toEqual({ id, name: 'Moon Rakers' })
  })

  test('is joined only with its password, and by the own registration', async () => {
    const [captain, friend, stranger] = [await runner(), await runner(), await runner()]
    const id = await found(captain, '口令团')
    expect(
      await world.call(teamMembers, { raceid: RACE, teamid: id, act: 'join', id: friend.id, password }),
    ).toMatchObject({ code: '401' })
    expect(
      await world.call(teamMembers, { raceid: RACE, teamid: id, act: 'join', id: friend.id, password }, stranger),
    ).toMatchObject({ refusal: 'no_permission' })
    expect(await world.call(teamMembers, { raceid: RACE, teamid: id, act: 'join', password }, friend)).toMatchObject({
      refusal: 'registration_not_found',
    })
    expect(await join(friend, id, 'run-alone')).toMatchObject({ code: '422', refusal: 'team_password_wrong' })
    expect(await names(id)).toHaveLength(1)
    const joined = await join(friend, id)
    expect(joined.data.items).toMatchObject([
      { captain: true, _key: null },
      { captain: false, _key: friend.id },
    ])
    expect((await join(friend, id)).code).toBe('200')
    expect(await names(id)).toHaveLength(2)
    expect((await world.ask(teamFetch, { raceid: RACE, id })).counts).toBe(true)
  })
  test('cannot be joined by guessing, and a guesser excludes nobody else', async () => {
    const [captain, guesser, friend] = [await runner(), await runner(), await runner()]
    const id = await found(captain, '猜不到团')
    for (let n = 0; n < 8; n++) expect((await join(guesser, id, `guess-${n}`)).refusal).toBe('team_password_wrong')
    expect(await join(guesser, id)).toMatchObject({ code: '429', refusal: 'too_often' })
    expect((await join(friend, id)).code).toBe('200')
  })
  test('takes no more members than the race allows, also at the same moment', async () => {
    const captain = await runner()
    const id = await found(captain, '最后一席')
    const rush = [await runner(), await runner(), await runner(), await runner(), await runner()]
    const answers = await Promise.all(rush.map((one) => join(one, id)))
    expect(answers.map(({ refusal }) => refusal ?? 'in').sort()).toEqual([
      'in',
      'in',
      'team_full',
      'team_full',
      'team_full',
    ])
    expect(await names(id)).toHaveLength(3)
  })
  test('one runner joins one team of two at the same moment', async () => {
    const [one, two, friend] = [await runner(), await runner(), await runner()]
    const ids = [await found(one, '甲团'), await found(two, '乙团')]
    const answers = await Promise.all(ids.map((id) => join(friend, id)))
    expect(answers.map(({ refusal }) => refusal ?? 'in').sort()).toEqual(['in', 'in_a_team'])
  })
})

describe('the captain', () => {
  test('is known by the mobile alone, and many simultaneous changes do not use up the connections', async () => {
    const [maker, holder] = [await runner(), await runnerSession(world)]
    const { _key } = await world.ask(registrationSave, entrant(++people, { mobile: holder.mobile }), maker)
    const id = await found({ ...holder, id: _key }, '急性子团')
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        world.call(teamSave, { raceid: RACE, id, name: '急性子团', profile: '一起跑', cover }, holder),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 30 }, () => '200'))
  })
  test('alone changes name, profile, cover and password; other people and late changes are refused', async () => {
    const [captain, friend, late] = [await runner(), await runner(), await runner()]
    const id = await found(captain, '改名团')
    await join(friend, id)
    const draft = { raceid: RACE, id, name: '新名团', profile: '新的简介', cover }
    expect(await world.call(teamSave, draft)).toMatchObject({ code: '401' })
    expect(await world.call(teamSave, draft, friend)).toMatchObject({ code: '403', refusal: 'not_captain' })
    expect(await world.call(teamSave, { ...draft, id: 999_999 }, captain)).toMatchObject({ refusal: 'team_not_found' })
    expect(await world.call(teamSave, { ...draft, name: 'Early Birds' }, captain)).toMatchObject({
      refusal: 'team_name_taken',
    })
    expect(await world.call(teamSave, { ...draft, name: '' }, captain)).toMatchObject({ code: '422' })
    expect(await world.ask(teamSave, draft, captain)).toMatchObject({ name: '新名团', profile: '新的简介' })
    expect(await world.call(teamPasswd, { raceid: RACE, id, password: 'another-word' }, friend)).toMatchObject({
      refusal: 'not_captain',
    })
    expect(await world.call(teamPasswd, { raceid: RACE, id, password: '123' }, captain)).toMatchObject({
      data: { fields: { password: expect.any(String) as string } },
    })
    await world.ask(teamPasswd, { raceid: RACE, id, password: 'another-word' }, captain)
    expect((await join(late, id)).refusal).toBe('team_password_wrong')
    expect(await names(id)).toHaveLength(2)
    expect((await join(late, id, 'another-word')).code).toBe('200')
  })
  test('removes members and hands over the lead, and nobody else does', async () => {
    const [captain, friend, third] = [await runner(), await runner(), await runner()]
    const id = await found(captain, '换队长团')
    await join(friend, id)
    await join(third, id)
    const [, second, last] = await names(id)
    const act = (what: 'remove' | 'captain', memberid: number, as: Runner) =>
      world.call(teamMembers, { raceid: RACE, teamid: id, act: what, memberid }, as)
    expect(await act('remove', last!.memberid, friend)).toMatchObject({ refusal: 'not_captain' })
    expect(await act('remove', 999_999, captain)).toMatchObject({ refusal: 'not_in_team' })
    expect((await act('remove', last!.memberid, captain)).data.items).toHaveLength(2)
    expect((await act('captain', second!.memberid, captain)).data.items[0]).toMatchObject({
      memberid: second!.memberid,
      captain: true,
    })
    expect(await act('remove', second!.memberid, captain)).toMatchObject({ refusal: 'not_captain' })
    expect(await world.ask(teamFetch, { raceid: RACE, id }, friend)).toMatchObject({ captain_of: true })
  })
  test(
    'a captain who leaves or whose registration ends is followed by the longest member; an empty team is removed and its name is free' +
      'free',
    async () => {
      const [captain, friend, third, other] = [await runner(), await runner(), await runner(), await runner()]
      const id = await found(captain, '接力团')
      await join(friend, id)
      world.clock.advance(1000)
      await join(third, id)
      const leave = (one: Runner) =>
        world.call(teamMembers, { raceid: RACE, teamid: id, act: 'leave', id: one.id }, one)
      expect(await leave(other)).toMatchObject({ refusal: 'not_in_team' })
      expect((await leave(captain)).data.items[0]).toMatchObject({ captain: true, _key: null })
      expect(await world.ask(teamFetch, { raceid: RACE, id }, friend)).toMatchObject({ captain_of: true, members: 2 })
      expect((await world.ask(registrationShow, { id: captain.id })).team).toBeNull()
      // The captain who left joins again and does not become captain.
      await join(captain, id)
      expect(await world.ask(teamFetch, { raceid: RACE, id }, captain)).toMatchObject({ captain_of: false, mine: true })
      await leave(captain)
      await set(friend.id, { state: 'delay' })
      expect(await world.ask(teamFetch, { raceid: RACE, id }, third)).toMatchObject({ captain_of: true, members: 1 })
      expect((await world.ask(registrationShow, { id: friend.id })).team).toBeNull()
      await set(third.id, { deleted_at: world.clock.now() })
      expect(await world.call(teamFetch, { raceid: RACE, id })).toMatchObject({ refusal: 'team_not_found' })
      expect((await world.ask(teamSearch, { raceid: RACE, name: '接力团' })).items).toEqual([])
      const again = await found(other, '接力团')
      expect(again).not.toBe(id)
      expect(await leave(third)).toMatchObject({ refusal: 'team_not_found' })
      expect(
        await world.call(teamMembers, { raceid: RACE, teamid: again, act: 'leave', id: other.id }, other),
      ).toMatchObject({ code: '200', data: { items: [] } })
      expect(await world.call(teamFetch, { raceid: RACE, id: again })).toMatchObject({ refusal: 'team_not_found' })
    },
  )
})

test('a family of one account: each registration is a member of its own', async () => {
  const parent = await runnerSession(world)
  const one = ++people
  const two = ++people
  const { items } = await world.ask(
    registrationFriends,
    { raceid: RACE, friends: [friendOf(one), friendOf(two)] },
    parent,
  )
  const [first, second] = items.map(({ _key }) => ({ ...parent, id: _key }))
  const id = await found(first!, '一家人')
  expect((await join(second!, id)).data.items.map(({ _key }) => _key)).toEqual([first!.id, second!.id])
})

describe('the console', () => {
  test('is for staff who manage teams of the race', async () => {
    const editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
    const elsewhere = await staffSession(world, [{ raceid: 2027, role: 'registrar' }])
    for (const who of [editor, elsewhere]) {
      expect(await world.call(consoleTeamsList, { raceid: RACE }, who)).toMatchObject({ code: '403' })
      expect(await world.call(consoleTeamsMembers, { raceid: RACE, id: 1 }, who)).toMatchObject({ code: '403' })
      expect(await world.call(consoleTeamsSave, { raceid: RACE, id: 1, name: '改名' }, who)).toMatchObject({
        code: '403',
      })
      expect(await world.call(consoleTeamsRemove, { raceid: RACE, id: 1 }, who)).toMatchObject({ code: '403' })
    }
  })
  test('renames, removes members and dissolves a team, and the log has it', async () => {
    const registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
    const [captain, friend] = [await runner(), await runner()]
    const id = await found(captain, '不雅的名字')
    await join(friend, id)
    expect(await world.call(consoleTeamsSave, { raceid: RACE, id, name: 'Early Birds' }, registrar)).toMatchObject({
      refusal: 'team_name_taken',
    })
    expect(await world.call(consoleTeamsSave, { raceid: RACE, id: 999_999, name: '谁' }, registrar)).toMatchObject({
      refusal: 'team_not_found',
    })
    expect(
      await world.ask(consoleTeamsSave, { raceid: RACE, id, name: '文雅的名字', profile: '一起跑' }, registrar),
    ).toMatchObject({ name: '文雅的名字', members: 2 })
    expect(
      (await world.ask(consoleTeamsList, { raceid: RACE, q: '文雅' }, registrar)).items.map((one) => one.id),
    ).toEqual([id])
    const { items } = await world.ask(consoleTeamsMembers, { raceid: RACE, id }, registrar)
    expect(
      await world.ask(
        consoleTeamsSave,
        { raceid: RACE, id, name: '文雅的名字', profile: '一起跑', remove_member: items[0]!.memberid },
        registrar,
      ),
    ).toMatchObject({ members: 1 })
    expect(await world.ask(teamFetch, { raceid: RACE, id }, friend)).toMatchObject({ captain_of: true })
    expect(
      await world.call(
        consoleTeamsSave,
        { raceid: RACE, id, name: '文雅的名字', remove_member: items[1]!.memberid },
        registrar,
      ),
    ).toMatchObject({ refusal: 'last_member' })
    await world.ask(consoleTeamsRemove, { raceid: RACE, id }, registrar)
    expect(await world.call(consoleTeamsRemove, { raceid: RACE, id }, registrar)).toMatchObject({
      refusal: 'team_not_found',
    })
    expect((await world.ask(registrationShow, { id: friend.id })).team).toBeNull()
    const log = await world.db
      .selectFrom('log')
      .select(['what'])
      .where('raceid', '=', RACE)
      .where('target', '=', `team ${id}`)
      .orderBy('id')
      .execute()
    expect(log.map(({ what }) => what)).toEqual(['team changed', 'team member removed', 'team dissolved'])
  })
})

test('after the last moment of changes no part of a team changes', async () => {
  const [captain, friend, late] = [await runner(), await runner(), await runner()]
  const id = await found(captain, '截止团')
  await join(friend, id)
  const [, second] = await names(id)
  await openRace(world, { settings: { ...settings, team_until: world.clock.now().toISOString() } })
  world.clock.advance(60_000)
  expect((await world.ask(teamFetch, { raceid: RACE, id })).why).toBe('团队调整已截止')
  const over = { code: '409', refusal: 'teams_over' }
  expect(await join(late, id)).toMatchObject(over)
  expect(
    await world.call(teamMembers, { raceid: RACE, teamid: id, act: 'leave', id: friend.id }, friend),
  ).toMatchObject(over)
  expect(
    await world.call(teamMembers, { raceid: RACE, teamid: id, act: 'remove', memberid: second!.memberid }, captain),
  ).toMatchObject(over)
  expect(
    await world.call(teamSave, { raceid: RACE, id, name: '太晚了', profile: '一起跑', cover }, captain),
  ).toMatchObject(over)
  expect(await world.call(teamPasswd, { raceid: RACE, id, password: 'too-late-now' }, captain)).toMatchObject(over)
  expect(
    await world.call(teamCreate, { id: late.id, name: '太晚了', profile: '一起跑', cover, password }, late),
  ).toMatchObject(over)
})
