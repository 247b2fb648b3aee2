import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { ticketBuy } from '#features/tickets/contract.ts'
import { alterOneCharacter } from '#test/alter.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
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

test('an order of tickets is paid in the mini-program by its own key, by its own buyer and in time', async () => {
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const [buyer, other] = [await runnerSession(world), await runnerSession(world)]
  const stand = { name: '看台', price: 8_000, stock: [{ pieces: 9 }] }
  const kind = { raceid: RACE, room: 'tickets', name: '看台', open: '1' as const, settings: {}, variants: [stand] }
  const { variants } = await world.ask(consoleGoodsSave, kind, director)
  const lines = [{ variantid: variants[0]!.id, slot: '', n: 2 }]
  const { order } = await world.ask(ticketBuy, { raceid: RACE, lines }, buyer)
  const pay = (id: string, as: { token?: string } = buyer) => world.call(apiMiniprogramPay, { id, openid: 'o-1' }, as)
  expect(await pay(order, other)).toMatchObject({ refusal: 'registration_not_found' })
  expect(await pay(alterOneCharacter(order))).toMatchObject({ refusal: 'registration_not_found' })
  expect(await pay(order)).toMatchObject({ code: '200', data: { signType: 'RSA', amount: 16_000 } })
  world.clock.advance(61 * 60_000)
  expect(await pay(order)).toMatchObject({ refusal: 'not_payable' })
})
