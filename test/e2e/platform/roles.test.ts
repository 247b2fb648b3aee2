import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Right, type Role, rights } from '#contract/rights.ts'
import { addresses, path } from '#seam/console/paths.ts'
import { staffSession } from '../../people.ts'
import { roleStories } from '../../roles/roleStories.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
const RACE = 2026
const addressOf = (screen: keyof typeof path): string => `/console${addresses[screen].replace(':raceid', String(RACE))}`
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  await world.db
    .updateTable('staff')
    .set({ name: '林总', password: 'x' })
    .where('staffid', '=', owner.staffid)
    .execute()
})
afterAll(() => stage?.close())

const arrive = async (role: Role, size: 'phone' | 'desktop', lang: 'zh-cn' | 'en'): Promise<Visitor> => {
  const { token } = await staffSession(stage.world, [{ raceid: role === 'owner' ? null : RACE, role }])
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}

/** Returns the addresses of the race that the menu of a phone offers, phase by phase, without the overview. */
const offeredTo = async ({ page }: Visitor): Promise<string[]> => {
  await page.getByRole('button', { name: '菜单' }).click()
  const found = new Set<string>()
  const gather = async () => {
    for (const link of await page.getByRole('navigation', { name: '主导航' }).getByRole('link').all())
      found.add((await link.getAttribute('href')) ?? '')
  }
  const tabs = page.getByRole('group', { name: '阶段' }).getByRole('button')
  if ((await tabs.count()) === 0) await gather()
  for (const tab of await tabs.all()) {
    await tab.click()
    await gather()
  }
  return [...found].filter((href) => href.startsWith(`/console/${RACE}/`))
}

test.each(Object.keys(roleStories) as Role[])(
  'a %s finds the screens of the role; another screen names the missing right and the person to ask, and the server refuses',
  async (role) => {
    const { offered, refused } = roleStories[role]
    const phone = await arrive(role, 'phone', 'zh-cn')
    await phone.open(path.overview({ raceid: RACE }))
    await phone.page.getByRole('heading', { name: '概览', level: 1 }).waitFor()
    expect((await offeredTo(phone)).toSorted()).toEqual(offered.map((name) => addressOf(name)).toSorted())
    const desk = await arrive(role, 'desktop', 'en')
    const session = { token: (await desk.context.cookies()).find(({ name }) => name === 'startline_console')!.value }
    for (const [screen, endpoint] of refused) {
      const { right } = endpoint.access as { right: Right }
      await desk.open(addressOf(screen))
      await desk.page.getByText(`Needs the right “${rights[right].en}”`).waitFor()
      await desk.page.getByText('Ask 林总 to give you a role').waitFor()
      expect((await stage.world.call(endpoint, { raceid: RACE } as never, session)).refusal).toBe('no_permission')
    }
    expect(desk.errors).toEqual([])
    if (refused.length > 0) await noFaults(desk, `role-${role}-refused`)
    await Promise.all([phone.context.close(), desk.context.close()])
  },
)

test('a viewer reads a registration and cannot change it, and the page explains why personal data stay hidden', async () => {
  const phone = await arrive('viewer', 'phone', 'zh-cn')
  await phone.open(path.registrations({ raceid: RACE }))
  await phone.page.getByRole('heading', { name: '报名', level: 1 }).waitFor()
  expect(await phone.page.getByRole('link', { name: '现场报名' }).count()).toBe(0)
  await noFaults(phone, 'role-viewer-registrations')
})
