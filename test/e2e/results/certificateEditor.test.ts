import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawExports } from '#features/certificates/export/drawExports.service.ts'
import { consoleCertificatesExport } from '#features/certificates/export/exports.contract.ts'
import { consoleCertificatesList, consoleCertificatesSave } from '#features/certificates/contract.ts'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { readCode } from '#test/certificates/certificateSamples.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/**
 * Returns the share of pixels with a colour in a part of a picture. The part is given in shares of the whole picture.
 */
const share = async (
  picture: Buffer,
  of: readonly [number, number, number],
  part: { x: number; y: number; width: number; height: number },
): Promise<number> => {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const region = {
    left: Math.round(part.x * width),
    top: Math.round(part.y * height),
    width: Math.round(part.width * width),
    height: Math.round(part.height * height),
  }
  const data = await sharp(picture).extract(region).removeAlpha().raw().toBuffer()
  let found = 0
  for (let at = 0; at < data.length; at += 3)
    if (of.every((channel, n) => Math.abs(data[at + n]! - channel) < 40)) found++
  return found / (data.length / 3)
}

let tries = 0
test("a director makes a certificate from a blank sheet; the runner's picture and the server's picture show the name where it was dropped", async () => {
  const { world } = stage
  const raceid = 740 + ++tries
  const now = world.clock.now()
  const start = new Date(now.getTime() - 86_400_000)
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: raceid,
        name: '海屿马拉松',
        names: { en: 'Haiyu Marathon' },
        city: '海屿市',
        province: '福建省',
        time: start,
        skins: { primary: '#0a7ea4' },
        published_at: start,
      },
      now,
    )
    await saveEvent(
      tx,
      {
        raceid,
        id: 1,
        name: '马拉松',
        names: { en: 'Marathon' },
        type: 'full',
        distance_cm: 4_219_500,
        places: 100,
        start_at: start,
      },
      now,
    )
  })
  await importResults(world.parts, {
    raceid,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from('参赛号,姓名,性别,枪成绩,净成绩\nA1,周启明,男,3:05:10,3:04:32'),
    publish: true,
    now,
  })
  const { _key: key } = await world.db
    .selectFrom('results')
    .select('_key')
    .where('raceid', '=', raceid)
    .executeTakeFirstOrThrow()
  const director = await staffSession(world, [{ raceid, role: 'director' }])

  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  await desk.logIn('staff', director.token)
  await desk.open(`/console/${raceid}/certificates`)
  await page.getByRole('link', { name: 'New certificate' }).click()
  await page.getByRole('heading', { name: 'A blank sheet' }).waitFor()
  await noFaults(desk, 'e1-start')
  await page.getByRole('button', { name: 'Portrait' }).click()
  const board = page.getByRole('application')
  await board.locator('canvas').waitFor()

  // The director drags the name from the middle of the certificate to its upper third. Near the vertical middle line
  // the name snaps to that line.
  const at = (await board.boundingBox())!
  const point = (x: number, y: number) => [at.x + (x / 1280) * at.width, at.y + (y / 1810) * at.height] as const
  await page.mouse.move(...point(640, 885))
  await page.mouse.down()
  await page.mouse.move(...point(700, 700), { steps: 3 })
  await page.mouse.move(...point(643, 500), { steps: 3 })
  await page.mouse.up()
  const left = page.getByLabel('From left', { exact: true })
  expect(Number(await left.inputValue()), 'in the middle again').toBe(128)
  const top = page.getByLabel('From top', { exact: true })
  const dropped = Number(await top.inputValue())
  expect(Math.abs(dropped - 430)).toBeLessThan(16)

  // A wrong colour shows an error and changes nothing. Changes can be undone and redone.
  const colour = page.getByRole('textbox', { name: 'Colour', exact: true })
  await colour.fill('#c8102e')
  await colour.press('Tab')
  await colour.fill('reddish')
  await page.getByText('Not in the right form').waitFor()
  await colour.fill('#c8102e')
  await colour.press('Tab')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => colour.inputValue()).toBe('#1b2430')
  await board.focus()
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => colour.inputValue()).toBe('#c8102e')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => top.inputValue()).toBe(String(dropped + 9))

  // The director adds a time and removes the time again by keyboard. Then the director names, publishes and saves the
  // certificate.
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Runner details').selectOption('净成绩')
  await page.getByRole('textbox', { name: 'Text' }).waitFor()
  await board.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('textbox', { name: 'Name' }).fill('海屿完赛证书')
  await page.getByLabel('Show it to runners').check()
  await noFaults(desk, 'e4-paper')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('All saved').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/)
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const { items } = await world.ask(consoleCertificatesList, { raceid }, director)
  const saved = items.find((one) => one.id === id)!
  expect(saved).toMatchObject({
    form: 'boxes',
    name: '海屿完赛证书',
    published: true,
    version: 1,
    width: 1280,
    height: 1810,
  })
  const name = saved.boxes!.find((box) => box.kind === 'text' && box.text === '%姓名%') as {
    x: number
    y: number
    colour: string
  }
  expect(name).toMatchObject({ x: 128, y: dropped + 9, colour: '#c8102e' })

  // The name stands only in `where`, both in the runner's own picture and in the server's pictures of the whole event.
  const where = { x: 0.1, y: (dropped + 9) / 1810, width: 0.8, height: 161 / 1810 }
  const red = [0xc8, 0x10, 0x2e] as const
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/score?key=${key}`)
  const picture = phone.page.getByRole('button', { name: '查看大图' }).locator('img')
  await picture.waitFor()
  const jpeg = Buffer.from(
    await picture.evaluate(async (image: HTMLImageElement) => [
      ...new Uint8Array(await (await fetch(image.src)).arrayBuffer()),
    ]),
  )
  expect(await readCode(jpeg)).toMatch(/\/verify\?n=/)
  await world.ask(consoleCertificatesExport, { raceid, id, eventid: 1 }, director)
  await drawExports({ ...world.parts, now: world.clock.now() }, undefined, Infinity)
  const { holderid, exportid } = await world.db
    .selectFrom('certificate_pictures')
    .selectAll()
    .where('raceid', '=', raceid)
    .executeTakeFirstOrThrow()
  const pressed = Buffer.from(
    (await world.parts.integrations.files.read(`private/exports/${raceid}/${exportid}/${holderid}.jpg`))!,
  )
  const shares = await Promise.all([jpeg, pressed].map((drawn) => share(drawn, red, where)))
  for (const [n, drawn] of [jpeg, pressed].entries()) {
    expect(shares[n]).toBeGreaterThan(0.02)
    expect(await share(drawn, red, { x: 0, y: 0, width: 1, height: where.y })).toBe(0)
    expect(
      await share(drawn, red, { x: 0, y: where.y + where.height, width: 1, height: 1 - where.y - where.height }),
    ).toBe(0)
  }
  expect(Math.abs(shares[0]! - shares[1]!)).toBeLessThan(0.01)

  // Another person changes the certificate meanwhile. Nothing is overwritten, and typed text is still there after the
  // person left and opened the page again.
  world.clock.advance(60_000)
  await world.ask(
    consoleCertificatesSave,
    {
      raceid,
      id,
      kind: 'timing',
      name: '别人的名字',
      boxes: saved.boxes!,
      width: 1280,
      height: 1810,
      published: true,
      updated_at: saved.updated_at,
    },
    director,
  )
  await page.getByRole('textbox', { name: 'Name' }).fill('我的名字')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: 'Somebody else has just changed it' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').locator('canvas').count(), { timeout: 30_000 }).toBe(2)
  expect(await page.getByRole('dialog').innerText()).toMatch(/我的名字[^]*别人的名字/)
  await noFaults(desk, 'e5-conflict')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Back to certificates' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // The page asks at the browser's own back button too, and stays open until the person answers.
  await page.evaluate(() => history.back())
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(String(id))
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  // The list shows the certificate with its texts.
  const small = page.getByTestId('certificate-thumb').locator('canvas')
  await small.waitFor()
  const reddish = await small.evaluate((drawn: HTMLCanvasElement) => {
    const { data } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height)
    return data.filter((red, at) => at % 4 === 0 && red > data[at + 1]! + 60).length
  })
  expect(reddish).toBeGreaterThan(0)
  await noFaults(desk, 'e6-list')
  await page.getByRole('link', { name: 'Edit 别人的名字' }).click()
  await page.getByText('Your unsaved changes are back').waitFor()
  // The page says that the draft began from an older version, before anybody saves.
  await page.getByRole('heading', { name: 'Somebody else has just changed it' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('我的名字')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('heading', { level: 1, name: '别人的名字' }).waitFor()

  // On a phone, the thumb selects a layer from the list. The layer's properties are in a sheet that leaves the board
  // visible.
  const thumb = await stage.visit('phone', 'zh-cn')
  await thumb.logIn('staff', director.token)
  await thumb.open(`/console/${raceid}/certificate?id=${id}`)
  await thumb.page.getByRole('application').locator('canvas').waitFor()
  await thumb.page.getByRole('button', { name: '图层', exact: true }).click()
  await thumb.page.getByRole('button', { name: '姓名', exact: true }).click()
  await noFaults(thumb, 'e10-phone-fields')
  await thumb.page.getByRole('button', { name: '预览' }).click()
  await thumb.page.getByRole('button', { name: '真实选手' }).click()
  await thumb.page.getByRole('dialog').locator('canvas').waitFor()
  await noFaults(thumb, 'e11-phone-preview')
})
