import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleNoticesSave } from '#features/notices/contract.ts'
import { readyPhotos, takeIn } from '#features/photos/processing.service.ts'
import { type Visitor } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'
import { staffSession } from '#test/people.ts'
import { bring, inSlot, near, openEvening, photoOf, pictureOn, pixels, stage } from '#test/scenes/finishEvening.ts'

beforeAll(openEvening)
afterAll(() => stage?.close())

const resultOf = (bib: string) =>
  stage.world.db
    .selectFrom('results')
    .select(['id', '_key'])
    .where('raceid', '=', 226)
    .where('bib', '=', bib)
    .executeTakeFirstOrThrow()
/** Returns a picture that is red above and blue below. */
const halves = async (): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 800, channels: 3, background: '#c81e1e' } })
    .composite([
      {
        input: { create: { width: 800, height: 400, channels: 3, background: '#1e3cc8' } },
        left: 0,
        top: 400,
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer()
/** Returns the colour in each corner of the poster's slot for the photo: red, blue or another. */
const coloursOn = async (visitor: Visitor) =>
  (await pixels(await pictureOn(visitor), inSlot)).map((pixel) =>
    near(pixel, 'red') ? 'red' : near(pixel, 'blue') ? 'blue' : 'another',
  )

test.each([
  ['phone', 'zh-cn'],
  ['desktop', 'en'],
] as const)('a photo is turned by any angle and leaves no empty corner, on a %s in %s', async (size, lang) => {
  const { id } = await resultOf('A1002')
  const visitor = await stage.visit(size, lang)
  const { page } = visitor
  const said = lang === 'en' ? ['Angle', 'Rotate 90°', 'Use it'] : ['旋转角度', '旋转 90°', '确定']
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await visitor.open(`/crop?type=poster&scoreid=${id}&raceid=226`)
  await bring(visitor, photoOf('me.jpg', await halves()))
  const angle = page.getByRole('slider', { name: said[0]! })
  await angle.waitFor()
  await button(said[2]!).click()
  await page.getByRole('slider', { name: said[0]! }).waitFor({ state: 'detached' })
  await expect.poll(() => coloursOn(visitor)).toEqual(['red', 'red', 'blue', 'blue'])

  await bring(visitor, photoOf('me.jpg', await halves()))
  await angle.waitFor()
  await angle.fill('45')
  await page.getByText('45°').waitFor()
  await noFaults(visitor, `o1-tilted-${size}`)
  await button(said[2]!).click()
  await angle.waitFor({ state: 'detached' })
  // The photo is turned clockwise by 45°, so the border of the colours is the diagonal from the top left to the bottom
  // right.
  await expect.poll(async () => (await coloursOn(visitor))[2]).toBe('blue')
  await expect.poll(async () => (await coloursOn(visitor))[1]).toBe('red')
  for (const [red, green] of await pixels(await pictureOn(visitor), inSlot))
    expect(red! + green!, 'no corner is empty').toBeLessThan(320)

  await bring(visitor, photoOf('me.jpg', await halves()))
  await angle.waitFor()
  await button(said[1]!).click()
  await button(said[2]!).click()
  await angle.waitFor({ state: 'detached' })
  await expect.poll(() => coloursOn(visitor)).toEqual(['blue', 'red', 'blue', 'red'])
  await visitor.context.close()
})

test('the count of photos in the strip agrees with the page that it links to', async () => {
  const { world } = stage
  const { _key } = await resultOf('A1001')
  const take = async (n: number) => {
    await takeIn(
      world.parts,
      {
        raceid: 226,
        albumid: 149,
        filename: `A1001-${n}.jpg`,
        bytes: await sharp({
          create: { width: 900, height: 600, channels: 3, background: { r: 40 * n, g: 90, b: 30 } },
        })
          .jpeg()
          .toBuffer(),
        staffid: null,
      },
      world.clock.now(),
    )
    await readyPhotos(world.parts, world.clock.now())
    world.clock.advance(60_000)
  }
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  let there = 0
  for (const [upTo, shown, label] of [
    [2, 2, '查看更多照片'],
    [3, 3, '查看更多照片'],
    [5, 3, '查看其他 2 张照片'],
  ] as const) {
    while (there < upTo) await take(++there)
    await phone.open(`/score?key=${_key}&raceid=226`)
    const strip = page.getByRole('list', { name: '赛事照片' })
    await strip.waitFor()
    expect(await strip.getByRole('listitem').count(), `of ${upTo}`).toBe(shown)
    if (upTo === 5) await noFaults(phone, 'o2-strip')
    await page.getByRole('link', { name: label }).click()
    await page.waitForURL(/\/photos\?.*bib=A1001/)
    await expect.poll(() => page.getByRole('button', { name: /^照片/ }).count(), { message: label }).toBe(upTo)
  }
  await phone.context.close()
})

test('a view of a text is counted when its page opens, once an hour for each device', async () => {
  const { world } = stage
  const editor = await staffSession(world, [{ raceid: 226, role: 'editor' }])
  const { id } = await world.ask(
    consoleNoticesSave,
    { raceid: 226, kind: 'notice', title: '起点改道', content: '<p>走西门</p>', published: true },
    editor,
  )
  const views = async () =>
    (
      await world.db
        .selectFrom('notices')
        .select('views')
        .where('raceid', '=', 226)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).views
  const [phone, other] = [await stage.visit('phone', 'zh-cn'), await stage.visit('desktop', 'en')]
  const read = async (visitor: Visitor) => {
    const counted = visitor.page.waitForResponse(/\/counter\/increase/)
    await visitor.open(`/notice?noticeid=${id}&raceid=226`)
    await visitor.page.getByRole('heading', { name: '起点改道' }).waitFor()
    await counted
  }
  await read(phone)
  await read(phone)
  expect(Number(await views())).toBe(1)
  await read(other)
  expect(Number(await views())).toBe(2)
  world.clock.advance(3_601_000)
  await read(phone)
  expect(Number(await views())).toBe(3)
})
