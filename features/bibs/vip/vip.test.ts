import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { bibAlloc, bibGenerate } from '../contract.ts'
import { consoleBibsRenumber } from '../runs/runs.contract.ts'
import { consoleBibsVipsList, consoleBibsVipsRemove, consoleBibsVipsSave } from './vip.contract.ts'

let world: World
let registrar: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
})
beforeEach(async () => {
  for (const table of ['vip_bibs', 'bib_runs', 'bib_run_rows', 'registrations'] as const)
    await world.db.deleteFrom(table).where('raceid', '=', RACE).execute()
})
afterAll(() => world?.close())

const range = { eventid: 1, prefix: 'A', from: 1, to: 99, width: 2, order: 'signup' } as const
const enter = async (names: string[]) => {
  const rows = await numbered(
    world,
    names.map((_, n) => `X|${n}`),
    { names },
  )
  await world.db.updateTable('registrations').set({ bib: null, prefix_bib: null }).where('raceid', '=', RACE).execute()
  return rows.map(({ id }) => id)
}
const keep = (bib: string, whom: { name?: string; registrationid?: number; id?: number }) =>
  world.call(consoleBibsVipsSave, { raceid: RACE, bib, ...whom }, registrar)
const generate = () => world.ask(bibGenerate, { raceid: RACE, ranges: [range], dry: false }, registrar)
const bibs = async () =>
  (await world.db.selectFrom('registrations').select(['name', 'prefix_bib', 'bib']).orderBy('id').execute()).map(
    ({ name, prefix_bib, bib }) => `${name} ${prefix_bib ?? ''}${bib ?? '–'}`,
  )
const states = async () =>
  (await world.ask(consoleBibsVipsList, { raceid: RACE }, registrar)).items.map(({ bib, state }) => `${bib} ${state}`)

test('refuses strangers, wrong numbers, an empty guest, and numbers that are worn or reserved', async () => {
  const [one] = await numbered(world, ['A|07'], { names: ['甲'] })
  const elsewhere = await staffSession(world, [{ raceid: RACE + 1, role: 'registrar' }])
  for (const as of [elsewhere, await staffSession(world, [{ raceid: RACE, role: 'cashier' }])]) {
    expect((await world.call(consoleBibsVipsList, { raceid: RACE }, as)).refusal).toBe('no_permission')
    expect((await world.call(consoleBibsVipsRemove, { raceid: RACE, id: 1 }, as)).refusal).toBe('no_permission')
  }
  for (const odd of ['坏', '12345678', 'ABCDEFG1', '😀'])
    expect(await keep(odd, { name: '乙' }), odd).toMatchObject({
      refusal: 'field_wrong',
      data: { fields: { bib: expect.any(String) } },
    })
  expect(await keep('A01', {})).toMatchObject({
    refusal: 'field_wrong',
    data: { fields: { name: expect.any(String) } },
  })
  expect((await keep('A01', { registrationid: 999_999 })).refusal).toBe('registration_not_found')
  expect((await keep('a 07', { name: '乙' })).refusal).toBe('bib_taken')
  expect((await keep('A07', { name: '甲', registrationid: one!.id })).code).toBe('200')
  expect((await keep('A07', { name: '丙' })).refusal).toBe('bib_kept_before')
  expect((await world.call(consoleBibsVipsRemove, { raceid: RACE, id: 999 }, registrar)).refusal).toBe('vip_not_found')
})

test('guests get their numbers before everybody else; the registration tells two guests of one name apart', async () => {
  const [first] = await enter(['甲', '乙', '丙', '同名', '同名'])
  await keep('A01', { name: ' 丙 ' })
  await keep('VIP8', { registrationid: first! })
  await keep('A03', { name: '同名' })
  await keep('A02', { name: '没来的' })
  expect(await states()).toEqual(['A01 waiting', 'VIP8 waiting', 'A03 several', 'A02 nobody'])
  expect(await generate()).toMatchObject({ given: 5, events: [{ vips: 2, first: 'A04', last: 'A06' }] })
  expect(await bibs()).toEqual(['甲 VIP8', '乙 A04', '丙 A01', '同名 A05', '同名 A06'])
  expect(await states()).toEqual(['A01 given', 'VIP8 given', 'A03 several', 'A02 nobody'])
  const forOther = await world.call(bibAlloc, { raceid: RACE, id: first!, prefix: 'A', bib: '02' }, registrar)
  expect(forOther).toMatchObject({ refusal: 'bib_kept_before' })
  const sent = { raceid: RACE, eventid: 1, prefix: 'A', from: 1, width: 2, dry: false }
  await world.ask(consoleBibsRenumber, sent, registrar)
  expect(await bibs()).toEqual(['甲 VIP8', '乙 A04', '丙 A01', '同名 A05', '同名 A06'])
})

test('a released number is free again', async () => {
  await enter(['甲'])
  const { data } = await keep('A01', { name: '别人' })
  await world.ask(consoleBibsVipsRemove, { raceid: RACE, id: data.id }, registrar)
  await generate()
  expect(await bibs()).toEqual(['甲 A01'])
  const log = await world.db.selectFrom('log').selectAll().where('what', 'like', 'vip bib %').orderBy('id').execute()
  expect(log.slice(-2)).toMatchObject([{ after: { bib: 'A01' } }, { before: { bib: 'A01' } }])
  expect(JSON.stringify(log), 'an erasure removes the name of a guest').not.toMatch(/别人|没来的|同名/)
})
