import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceSave } from '#features/invoices/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
})
afterAll(() => world?.close())

test('the refusal of a missing field names the field, as its screen does', async () => {
  const { token } = await runnerSession(world)
  const refused = (answered: { data: unknown }) => (answered.data as { fields: Record<string, string> }).fields
  const entry = { raceid: RACE, eventid: 1 }
  const en = refused(await world.call(registrationSave, entry as never, { token, lang: 'en' }))
  expect(en).toMatchObject({
    idtype: 'Document is a required item',
    name: 'Name is a required item',
    mobile: 'Mobile is a required item',
  })
  const cn = refused(await world.call(registrationSave, entry as never, { token, lang: 'zh-cn' }))
  expect(cn).toMatchObject({ name: '必填哦', mobile: '必填哦' })
  const invoice = refused(await world.call(invoiceSave, { email: '' } as never, { token, lang: 'en' }))
  expect(invoice).toMatchObject({
    id: 'id is a required item',
    email: 'Email is a required item',
    title: 'Title is a required item',
  })
  expect(JSON.stringify([en, invoice])).not.toContain('This is a required item')
})
