import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCanvasRenderer } from '#features/certificates/render/canvasRenderer.service.ts'
import { readKept } from '#features/files/service.ts'
import { posterReport } from '#features/posters/contract.ts'
import { posterSheetOf } from '#features/posters/rules.ts'
import { readCode } from '#test/certificates/certificateSamples.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'
import {
  stage,
  view,
  openEvening,
  heldAs,
  isUpright,
  photoOf,
  bring,
  pictureOn,
  pixels,
  inSlot,
} from '#test/scenes/finishEvening.ts'

beforeAll(openEvening)
afterAll(() => stage?.close())

test('a finisher makes a certificate, a poster with an own upright photo, another with a photo of the race, and all of them are kept', async () => {
  const { world, origin } = stage
  const { id: scoreid } = await world.db
    .selectFrom('results')
    .select('id')
    .where('raceid', '=', 226)
    .where('bib', '=', 'A1002')
    .executeTakeFirstOrThrow()
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/score?id=${scoreid}&raceid=226`)
  await page.getByRole('button', { name: '查看大图' }).waitFor()
  const way = page.getByRole('link', { name: '制作海报' })
  await way.waitFor()
  await way.click()
  await page.getByText('加一张照片，海报就完成了').waitFor()
  await page.getByRole('img', { name: '沈若溪的海报' }).waitFor()
  await page.getByText('照片只在这台设备上处理，不会上传。').waitFor()
  await noFaults(phone, 'f2-no-photo')

  // The page ignores a file whose name does not have the ending of a picture. If the name has such an ending and the
  // bytes are no picture, the page refuses the file with a sentence.
  await bring(phone, photoOf('notes.txt', Buffer.from('1'), 'text/plain'))
  await bring(phone, photoOf('page.jpg', Buffer.from('<script>1</script>')))
  await page.getByText('这个文件不是照片，无法打开').waitFor()
  const huge = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  for (const at of [16, 20]) huge.writeUInt32BE(16_384, at)
  await bring(phone, photoOf('huge.png', huge, 'image/png'))
  await page.getByText(/照片太大了/).waitFor()
  await noFaults(phone, 'f3-refused')

  await bring(phone, photoOf('IMG_0001.JPG', await heldAs(6)))
  const box = page.getByRole('group', { name: /裁剪框/ })
  await box.waitFor()
  expect(await box.evaluate((shown) => [shown.clientWidth + 2, shown.clientHeight + 2])).toEqual([300, 300])
  await noFaults(phone, 'f4-crop')
  await page.getByRole('button', { name: '取消' }).click()
  await page.getByText('加一张照片，海报就完成了').waitFor()
  await bring(phone, photoOf('IMG_0001.JPG', await heldAs(6)))
  await box.waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('长按图片保存到相册').waitFor()
  await noFaults(phone, 'f5-made')
  const own = await pictureOn(phone)
  expect(await sharp(own).metadata()).toMatchObject({ width: 1280, height: 1800 })
  expect(isUpright(await pixels(own, inSlot)), 'upright in its slot').toBe(true)
  expect(await readCode(own)).toBe(`${origin}/score?type=poster&scoreid=${scoreid}&raceid=226`)

  await page.getByRole('button', { name: '从赛事照片中选' }).click()
  const strip = page.getByRole('dialog').getByRole('list')
  await strip.getByRole('button').first().waitFor()
  expect(await strip.evaluate((list) => list.clientHeight), 'as high as the specification has it').toBe(100)
  await noFaults(phone, 'f6-race-photos')
  await strip.getByRole('button').first().click()
  await box.waitFor()
  // The runner enlarges the picture and moves it a little aside, only with the keyboard.
  await page.getByRole('slider', { name: '缩放' }).press('End')
  await box.focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(async () => isUpright(await pixels(await pictureOn(phone), inSlot))).toBe(false)

  await page.getByRole('button', { name: '更多海报' }).click()
  const shelf = page.getByRole('dialog').getByRole('list')
  expect(await shelf.evaluate((list) => list.getBoundingClientRect().height)).toBe(340)
  await noFaults(phone, 'f7-posters')
  await shelf.getByRole('button', { name: '海岸' }).click()
  await page.getByRole('heading', { name: '海岸' }).waitFor()
  await page.getByText('长按图片保存到相册').waitFor()
  const { values, link } = await world.ask(posterReport, { id: String(scoreid) })
  const renderer = await openCanvasRenderer(posterSheetOf(view, { photo: false }), (path) =>
    readKept(world.parts, path),
  )
  const [app, server] = await Promise.all(
    [await pictureOn(phone), await renderer.print(values, link)].map((picture) =>
      sharp(picture).resize(320, 450).removeAlpha().raw().toBuffer(),
    ),
  )
  const off = app!.filter((value, at) => Math.abs(value - server![at]!) > 48).length / app!.length
  expect(off, 'the server paints what the device paints').toBeLessThan(0.01)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存图片' }).click()
  expect((await saved).suggestedFilename()).toBe('海屿马拉松-A1002-海报.jpg')
  await page.getByRole('button', { name: '重新生成' }).click()
  await page.getByText('长按图片保存到相册').waitFor()
  await page.getByRole('button', { name: '查看大图' }).click()
  await page.getByText('长按保存照片到相册').waitFor()
})
