import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { userSmsSend2 } from '#features/accounts/contract.ts'
import { pictureFor, workFor } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { captchaGenerate, captchaImg } from './contract.ts'
import { WORK_BITS } from './human.rules.ts'

let world: World
let people = 0
const newMobile = () => `138${String(++people).padStart(8, '0')}`
const minutes = (count: number) => world.clock.advance(count * 60_000)
const picture = () => pictureFor(world)
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => minutes(24 * 60))
afterAll(() => world?.close())

describe('picture check', () => {
  test('an unknown, ended or other check has no picture', async () => {
    expect(await world.call(captchaImg, { captchaid: 'nothing' })).toMatchObject({
      code: '404',
      refusal: 'picture_not_found',
    })
    const work = await world.ask(captchaGenerate, { kind: 'work' })
    expect(await world.call(captchaImg, { captchaid: work.captchaid })).toMatchObject({ code: '404' })
    const { captchaid } = await picture()
    minutes(5)
    expect(await world.call(captchaImg, { captchaid })).toMatchObject({ code: '404' })
  })

  test('a repeated call gives the same picture, as a bitmap that holds no text', async () => {
    const { captchaid, captcha } = await picture()
    const [one, two] = [await world.ask(captchaImg, { captchaid }), await world.ask(captchaImg, { captchaid })]
    expect(one.image).toBe(two.image)
    const bytes = Buffer.from(one.image!.replace('data:image/png;base64,', ''), 'base64')
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes.includes(captcha)).toBe(false)
  })

  test('a caller who asks for very many pictures works for each, and waits for nobody', async () => {
    for (let at = 0; at < 300; at++) expect(await world.call(captchaGenerate, {})).toMatchObject({ code: '200' })
    expect(await world.call(captchaGenerate, {})).toMatchObject({
      refusal: 'picture_needed',
      data: { check: 'work', bits: WORK_BITS + 1 },
    })
    expect(await world.call(captchaGenerate, { ...(await workFor(world)) }), 'too little work').toMatchObject({
      refusal: 'picture_needed',
    })
    expect(await world.call(captchaGenerate, { ...(await workFor(world, WORK_BITS + 1)) })).toMatchObject({
      code: '200',
    })
    minutes(10)
    expect(await world.call(captchaGenerate, {})).toMatchObject({ code: '200' })
  })
})

test('a picture is drawn a few times, up to a limit', async () => {
  const { captchaid } = await picture()
  for (let at = 0; at < 4; at++) expect(await world.call(captchaImg, { captchaid })).toMatchObject({ code: '200' })
  expect(await world.call(captchaImg, { captchaid })).toMatchObject({ code: '429' })
})

test('the digits of a sound check are spoken in both languages, and typed as a person hears them', async () => {
  const { captchaid, kind } = await world.ask(captchaGenerate, { kind: 'sound' })
  expect(kind).toBe('sound')
  const [zh, en] = [
    await world.ask(captchaImg, { captchaid }),
    await world.ask(captchaImg, { captchaid }, { lang: 'en' }),
  ]
  for (const { sound } of [zh, en]) {
    const bytes = Buffer.from(sound!.replace('data:audio/wav;base64,', ''), 'base64')
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    expect(bytes.length).toBeGreaterThan(3 * 8000 * 2)
  }
  expect(zh.sound).not.toBe(en.sound)
  const { answer } = await world.db
    .selectFrom('picture_checks')
    .select('answer')
    .where('captchaid', '=', captchaid)
    .executeTakeFirstOrThrow()
  expect(answer).toMatch(/^\d{6}$/)
  const spaced = answer.replace(/(...)/, '$1 ')
  expect(await world.call(userSmsSend2, { mobile: newMobile(), captchaid, captcha: spaced })).toMatchObject({
    code: '200',
  })
})
