import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationShow } from '../contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
})
afterAll(() => world?.close())

test("a registration's own code is made for its registrant once a mini-program is connected, and kept", async () => {
  const runner = await runnerSession(world)
  const { _key } = await world.ask(registrationSave, entrant(1), runner)
  const show = (as?: { token: string }) => world.ask(registrationShow, { id: _key }, as)
  // Nobody can scan a code of the sandbox, so the page draws an ordinary code.
  expect(await show(runner)).toMatchObject({ bindqrcode: null, mini: false })
  const { helper } = world.parts.integrations.miniPrograms
  const codeOf = vi.fn(helper!.codeOf)
  world.parts.integrations.miniPrograms.helper = {
    ...helper!,
    sandbox: false,
    codeOf: () => Promise.reject(new Error()),
  }
  expect(await show(runner)).toMatchObject({ bindqrcode: null, mini: true })
  world.parts.integrations.miniPrograms.helper = { ...helper!, sandbox: false, codeOf }
  expect(await show()).toMatchObject({ bindqrcode: null, mini: true, mine: false })
  expect(codeOf).not.toHaveBeenCalled()
  const { bindqrcode } = await show(runner)
  expect(bindqrcode).toMatch(/^\/files\/\d+\/[0-9a-f]{32}\.(jpg|png)$/)
  expect((await show(runner)).bindqrcode).toBe(bindqrcode)
  expect((await show()).bindqrcode).toBe(bindqrcode)
  expect(codeOf).toHaveBeenCalledTimes(1)
})
