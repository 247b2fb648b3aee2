import { afterAll, beforeAll, expect, test } from 'vitest'
import { hallCommand } from './contract.ts'
import { tidy } from './jobs.ts'
import { hallFile } from './queue.service.ts'
import { keys, openHall, picture, set, station, world } from '#test/scenes/hallDesk.ts'

beforeAll(openHall)
afterAll(() => world?.close())

test('pictures of all halls have a total, and a removed picture makes space', async () => {
  await set()
  const screen = await station('screen')
  const own = (key: string) => ({ client: screen.client, key, file: `data:image/jpeg;base64,${picture}` })
  const first = await world.ask(hallCommand, own(keys['7H1']!))
  const kept = world.db.selectFrom('hall_jobs').select('picture_bytes').where('id', '=', first.id)
  expect((await kept.executeTakeFirstOrThrow()).picture_bytes).toBeGreaterThan(100)
  await world.db
    .updateTable('hall_jobs')
    .set({ picture_bytes: 2 ** 31 - 1 })
    .where('id', '=', first.id)
    .execute()
  await world.db
    .insertInto('hall_jobs')
    .columns([
      'raceid',
      'kind',
      'resultid',
      'key',
      'bib',
      'picture',
      'picture_bytes',
      'state',
      'created_at',
      'state_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('hall_jobs')
        .select([
          'raceid',
          'kind',
          'resultid',
          'key',
          'bib',
          'picture',
          'picture_bytes',
          'state',
          'created_at',
          'state_at',
        ]),
    )
    .execute()
  expect(await world.call(hallCommand, own(keys['7H2']!))).toMatchObject({ code: '500', refusal: 'storage_full' })
  expect(
    await world.call(hallCommand, { client: screen.client, key: keys['7H2']! }),
    'without a picture',
  ).toMatchObject({
    code: '200',
  })
  await world.db.updateTable('hall_jobs').set({ picture: null }).execute()
  const { state } = await world.ask(hallCommand, own(keys['7H3']!))
  expect(state).toBe('held')
})

test('a picture that nobody shows is removed after some days', async () => {
  await set()
  await world.db.deleteFrom('hall_jobs').execute()
  const screen = await station('screen')
  const file = `data:image/jpeg;base64,${picture}`
  const held = await world.ask(hallCommand, { client: screen.client, key: keys['7H1']!, file })
  const rowNow = () =>
    world.db.selectFrom('hall_jobs').select(['state', 'picture']).where('id', '=', held.id).executeTakeFirstOrThrow()
  const { picture: name } = await rowNow()
  const clean = (days: number) =>
    tidy({ ...world.parts, now: new Date(world.clock.now().getTime() + days * 86_400_000) })
  await clean(6.9)
  expect(await rowNow()).toEqual({ state: 'held', picture: name })
  await clean(7.1)
  expect(await rowNow()).toEqual({ state: 'removed', picture: null })
  expect(await world.parts.integrations.files.read(hallFile(7, name!))).toBeUndefined()
})
