import { afterAll, beforeAll, expect, test } from 'vitest'
import { alterOneCharacter } from '#test/alter.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { apiMiniprogramPay } from './miniProgram.contract.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
})
afterAll(() => world?.close())

test(
  "a payment in the mini-program is refused for what is not there, not one's own, without a payer, while the " +
    'gateway is down, and past its time',
  async () => {
    const [runner, other] = [await runnerSession(world), await runnerSession(world)]
    const { _key } = await world.ask(registrationSave, entrant(1), runner)
    const pay = (change: { id?: string; openid?: string } = {}, as: { token?: string } = runner) =>
      world.call(apiMiniprogramPay, { id: _key, openid: 'o-1', ...change }, as)
    expect(await pay({}, {})).toMatchObject({ code: '401' })
    expect(await pay({ id: alterOneCharacter(_key) })).toMatchObject({
      refusal: 'registration_not_found',
    })
    expect(await pay({}, other)).toMatchObject({ code: '403' })
    expect(await pay({ openid: '' })).toMatchObject({ code: '422', data: { fields: { openid: expect.any(String) } } })
    expect(await world.call(apiMiniprogramPay, { id: _key }, runner)).toMatchObject({ refusal: 'payer_needed' })
    expect(await world.call(apiMiniprogramPay, { id: _key, code: 'made-up' }, runner)).toMatchObject({
      refusal: 'payer_needed',
    })
    const code = world.parts.integrations.sandbox.messagingapp!.newCode('login', {
      user: { user: 'payer', name: '江边小步' },
    })
    expect(await world.call(apiMiniprogramPay, { id: _key, code }, runner)).toMatchObject({ code: '200' })
    world.parts.integrations.sandbox.wechatpay!.weather.down = true
    expect(await pay()).toMatchObject({ refusal: 'gateway_down' })
    world.parts.integrations.sandbox.wechatpay!.weather.down = false
    const begun = await pay()
    expect(begun).toMatchObject({
      code: '200',
      data: {
        signType: 'RSA',
        package: expect.stringMatching(/^prepay_id=wx/),
        paySign: expect.any(String),
        timeStamp: expect.stringMatching(/^\d{10}$/),
        amount: 12_000,
      },
    })
    world.clock.advance(61 * 60_000)
    expect(await pay()).toMatchObject({ refusal: 'not_payable' })
  },
)
