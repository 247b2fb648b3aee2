import { afterAll, beforeAll, expect, test } from 'vitest'
import { consolePlatformSave } from '#features/platform/contract.ts'
import { usualPlatformSettings } from '#features/platform/settings.rules.ts'
import { staffSession } from '#test/people.ts'
import { openStaff, password, world } from '#test/scenes/staffDesk.ts'
import { hashPassword } from '../password.service.ts'
import { consoleProfilePasskeyBegin, consoleProfileTotpBegin } from './contract.ts'

beforeAll(openStaff)
afterAll(() => world?.close())

test('an app and a passkey list the account under the name of the platform, in the language of the person', async () => {
  const who = await staffSession(world, [])
  await world.db
    .updateTable('staff')
    .set({ login: 'lin', password: await hashPassword(password) })
    .where('staffid', '=', who.staffid)
    .execute()
  const settings = {
    ...usualPlatformSettings,
    countries: '',
    name: { 'zh-cn': '山河跑', 'zh-tw': '', en: 'Hill Runs' },
  }
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  await world.ask(consolePlatformSave, { ...settings, updated_at: null }, owner)
  for (const [lang, name] of [
    ['en', 'Hill Runs'],
    ['zh-tw', '山河跑'],
  ] as const) {
    const { address } = await world.ask(consoleProfileTotpBegin, { password }, { ...who, lang })
    expect(new URL(address).searchParams.get('issuer')).toBe(name)
    const { options } = await world.ask(consoleProfilePasskeyBegin, { password }, { ...who, lang })
    expect(options.rp).toMatchObject({ name })
  }
})
