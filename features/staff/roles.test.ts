import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleNoticesSave } from '#features/notices/contract.ts'
import { consoleOverviewShow } from '#features/overview/contract.ts'
import { staffSession } from '#test/people.ts'
import { openStaff, world } from '#test/scenes/staffDesk.ts'
import {
  consoleLogList,
  consoleMe,
  consoleRolesList,
  consoleRolesRemove,
  consoleRolesSave,
  consoleStaffList,
  consoleStaffSave,
} from './contract.ts'

beforeAll(openStaff)
afterAll(() => world?.close())

const [OURS, OTHERS] = [41, 42]

test('a race makes a role of its own: it gives its rights there, changes for its holders, and cannot be deleted while somebody holds it', async () => {
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const made = await world.ask(
    consoleRolesSave,
    { raceid: OURS, name: '医疗组', rights: ['registrations.read', 'sealed.open'] },
    owner,
  )
  expect(made).toMatchObject({
    raceid: OURS,
    name: '医疗组',
    rights: ['registrations.read', 'sealed.open'],
    holders: 0,
  })
  const again = { raceid: OURS, name: '医疗组', rights: ['money.read' as const] }
  expect(await world.call(consoleRolesSave, again, owner)).toMatchObject({ refusal: 'role_name_taken' })
  expect((await world.ask(consoleRolesSave, { ...again, raceid: OTHERS }, owner)).raceid).toBe(OTHERS)

  const doctor = await staffSession(world, [])
  const [{ login, name } = { login: '', name: '' }] = (await world.ask(consoleStaffList, {}, owner)).items.filter(
    ({ staffid }) => staffid === doctor.staffid,
  )
  const give = (raceid: number | null, role: `own:${number}`) =>
    world.call(consoleStaffSave, { staffid: doctor.staffid, login, name, roles: [{ raceid, role }] }, owner)
  expect(await give(OTHERS, `own:${made.id}`), "another race's role").toMatchObject({ refusal: 'role_not_found' })
  expect(await give(null, `own:${made.id}`), 'for all races').toMatchObject({ refusal: 'role_not_found' })
  expect(await give(OURS, 'own:999')).toMatchObject({ refusal: 'role_not_found' })
  expect(await give(OURS, `own:${made.id}`)).toMatchObject({
    code: '200',
    data: { staff: { roles: [{ raceid: OURS, role: `own:${made.id}`, name: '医疗组' }] } },
  })

  const rightsAt = async (raceid: number) => (await world.ask(consoleMe, { raceid }, doctor)).rights
  expect(await rightsAt(OURS)).toEqual(['registrations.read', 'sealed.open'])
  expect(await rightsAt(OTHERS)).toEqual([])
  const save = {
    raceid: OURS,
    kind: 'notice' as const,
    title: '通知',
    content: '',
    articletype: 'news' as const,
    lang: 'zh-cn' as const,
  }
  expect(await world.call(consoleNoticesSave, save, doctor), 'the server holds to it').toMatchObject({ code: '403' })
  expect(await world.call(consoleOverviewShow, { raceid: OTHERS }, doctor)).not.toMatchObject({ code: '200' })

  await world.ask(consoleRolesSave, { ...again, id: made.id, name: '医务' }, owner)
  expect(await rightsAt(OURS), 'at once').toEqual(['money.read'])
  expect(await world.call(consoleRolesRemove, { raceid: OURS, id: made.id }, owner)).toMatchObject({
    refusal: 'role_in_use',
  })
  await world.ask(consoleStaffSave, { staffid: doctor.staffid, login, name, roles: [] }, owner)
  expect(await world.call(consoleRolesRemove, { raceid: OTHERS, id: made.id }, owner)).toMatchObject({
    refusal: 'role_not_found',
  })
  await world.ask(consoleRolesRemove, { raceid: OURS, id: made.id }, owner)
  expect((await world.ask(consoleRolesList, { raceid: OURS }, owner)).items).toEqual([])
  expect((await world.ask(consoleLogList, { raceid: OURS }, owner)).items.map(({ what }) => what)).toEqual([
    'role deleted',
    'role changed',
    'right missing',
    'role made',
  ])
})

test("no race's own role gives a right of the platform, and only owners make one", async () => {
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const director = await staffSession(world, [{ raceid: OURS, role: 'director' }])
  const given = { raceid: OURS, name: '管家', rights: ['staff.manage' as 'money.read'] }
  expect(await world.call(consoleRolesSave, given, owner)).toMatchObject({ code: '422' })
  expect(await world.call(consoleRolesSave, { ...given, rights: [] }, owner)).toMatchObject({ code: '422' })
  for (const call of [
    world.call(consoleRolesSave, { ...given, rights: ['money.read'] }, director),
    world.call(consoleRolesList, { raceid: OURS }, director),
    world.call(consoleRolesRemove, { raceid: OURS, id: 1 }, director),
  ])
    expect(await call).toMatchObject({ code: '403' })
})
