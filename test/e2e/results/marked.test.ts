import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleCertificatesSave } from '#features/certificates/contract.ts'
import { saveCertificate } from '#features/certificates/service.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { idcardOf } from '#test/e2e/browser/race.ts'
import { type Visitor } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'
import { staffSession } from '#test/people.ts'
import {
  bring,
  inSlot,
  near,
  openEvening,
  photoOf,
  pictureOn,
  pixels,
  side,
  stage,
} from '#test/scenes/finishEvening.ts'

beforeAll(openEvening)
afterAll(() => stage?.close())

const html = (marks: string) =>
  `<div style="position:relative;width:640px;height:900px;font-family:sans-serif"><img title="照片" style="position:absolute;left:40px;top:40px;width:${side}px;height:${side}px;object-fit:cover"><div style="position:absolute;left:40px;top:640px;width:560px;font-size:28px;text-align:center">%姓名% ${marks}</div><table style="position:absolute;left:40px;top:740px"><tr><td>%证书编号%</td></tr></table></div>`
const saveTiming = (name: string, marks: string): Promise<{ id: number }> => {
  const now = stage.world.clock.now()
  return stage.world.db
    .transaction()
    .execute((tx) =>
      saveCertificate(
        tx,
        226,
        { eventid: 1, kind: 'timing', name, html: html(marks), width: 640, height: 900, bg: null, published_at: now },
        now,
      ),
    )
}
const textOf = (text: string) => ({
  kind: 'text' as const,
  x: 40,
  y: 40,
  width: 600,
  text,
  font: 'sans-serif',
  size: 32,
  weight: 400,
  colour: '#000000',
  align: 'center' as const,
  line: 40,
  fit: 'shrink' as const,
})
const blue = () =>
  sharp({ create: { width: 700, height: 700, channels: 3, background: '#1e3cc8' } })
    .jpeg()
    .toBuffer()
const words = {
  'zh-cn': {
    add: '加一张照片，证书就完成了',
    use: '确定',
    keep: '右键点击图片，另存为',
    result: '查看成绩',
    upload: '上传照片',
  },
  en: {
    add: 'Add a photo to complete your certificate',
    use: 'Use it',
    keep: 'Right-click the picture',
    result: 'See the result',
    upload: 'Upload a photo',
  },
} as const
const atCrop = ({ page }: Visitor, type: string) => page.waitForURL(new RegExp(`/crop\\?.*type=${type}`))

test('a marked timing certificate leads to the crop page by itself, is kept there as picture and PDF, and its result stays reachable', async () => {
  const { world } = stage
  const plain = await saveTiming('纪念证书', '')
  const marked = await saveTiming('照片证书', '%照片合成%')
  const { _key } = await world.db
    .selectFrom('results')
    .select('_key')
    .where('raceid', '=', 226)
    .where('bib', '=', 'A1002')
    .executeTakeFirstOrThrow()
  for (const [size, lang] of [
    ['desktop', 'en'],
    ['phone', 'zh-cn'],
  ] as const) {
    // The story uses the page's own clock. The fake clock is a script, and the frame that draws HTML certificates
    // refuses scripts with an error.
    const visitor = await stage.visit(size, lang, { clock: false })
    const { page } = visitor
    const said = words[lang]
    await visitor.open(`/score?key=${_key}&raceid=226`)
    await atCrop(visitor, 'cetificate')
    expect(new URL(page.url()).searchParams.get('certificateid')).toBe(String(marked.id))
    await page.getByText(said.add).waitFor()
    await noFaults(visitor, `m1-marked-${size}`)
    await bring(visitor, photoOf('me.jpg', await blue()))
    await page.getByRole('button', { name: said.use }).click()
    await page.getByRole('button', { name: lang === 'en' ? 'Save PDF' : '保存 PDF' }).waitFor()
    const [middle] = await pixels(await pictureOn(visitor), [inSlot[0]])
    expect(near(middle!, 'blue')).toBe(true)
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: lang === 'en' ? 'Save PDF' : '保存 PDF' }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toMatch(lang === 'en' ? /A1002-Certificate\.pdf$/ : /A1002-证书\.pdf$/)
    const pdf = readFileSync(await file.path())
    const jpeg = pdf.subarray(pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff])))
    const [printed] = await pixels(jpeg, [inSlot[3]])
    expect(near(printed!, 'blue'), 'the photo stands in the PDF').toBe(true)
    await noFaults(visitor, `m2-made-${size}`)
    // One link leads to the page of the result. That page does not lead back to the certificate by itself.
    await page.getByRole('link', { name: said.result }).click()
    await page.getByRole('link', { name: said.upload }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/score')
    await page
      .getByRole('img', { name: lang === 'en' ? /certificate/i : /证书/ })
      .first()
      .waitFor()
    await noFaults(visitor, `m3-result-${size}`)
    // A runner with several certificates chooses one on the result page, and on the crop page.
    await page.getByRole('button', { name: '纪念证书' }).click()
    await page.locator('button[aria-pressed="true"]', { hasText: '纪念证书' }).waitFor()
    await visitor.open(`/score?key=${_key}&raceid=226`)
    await atCrop(visitor, 'cetificate')
    await page.getByRole('button', { name: '纪念证书' }).click()
    await page.waitForURL(new RegExp(`/score\\?.*certificateid=${plain.id}`))
    await page.locator('button[aria-pressed="true"]', { hasText: '纪念证书' }).waitFor()
    await visitor.context.close()
  }
})

test("the marked certificate of a game's runner also leads to the crop page", async () => {
  const { world } = stage
  const { id: certificateid } = await saveTiming('活动证书', '%水印%')
  const timer = await staffSession(world, [{ raceid: 226, role: 'timer' }])
  const { id } = await world.ask(
    consoleGamesSave,
    { raceid: 226, name: '亲子挑战', certificateid, published: true },
    timer,
  )
  const idnum = idcardOf('350200', '20150612', '003')
  await world.ask(
    consoleGamesImport,
    { raceid: 226, id, text: `编号,姓名,证件号码,成绩\nF1,沈小跑,${idnum},20:10` },
    timer,
  )
  const phone = await stage.visit('phone', 'zh-cn', { clock: false })
  const { page } = phone
  await phone.open(`/scorelist?type=poster&raceid=226&gameid=${id}&idnum=${idnum}`)
  await atCrop(phone, 'poster')
  await page.getByText(words['zh-cn'].add).waitFor()
  await noFaults(phone, 'm4-game')
  await page.getByRole('link', { name: words['zh-cn'].result }).click()
  await page.getByRole('heading', { name: '沈小跑' }).waitFor()
  await page.getByRole('link', { name: words['zh-cn'].upload }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/score')
  await noFaults(phone, 'm5-game-result')
})

test('before anything is saved, the editor names the missing parts of a marked certificate beside the switch; the bulk dialog names the photo that it uses', async () => {
  const { world } = stage
  const editor = await staffSession(world, [{ raceid: 226, role: 'editor' }])
  const text = { ...textOf('%姓名% %照片合成%'), y: 300 }
  const boxes = [
    text,
    { ...text, y: 400, text: 'No. %证书编号%' },
    { kind: 'qr' as const, x: 40, y: 600, size: 180, colour: '#000000', ground: '#ffffff' },
  ]
  const { id } = await world.ask(
    consoleCertificatesSave,
    { raceid: 226, kind: 'timing', name: '留影证书', boxes, width: 800, height: 1131 },
    editor,
  )
  for (const [size, lang] of [
    ['desktop', 'en'],
    ['phone', 'zh-cn'],
  ] as const) {
    const desk = await stage.visit(size, lang)
    const { page } = desk
    const publish = page.getByLabel(lang === 'en' ? 'Show it to runners' : '发布给选手')
    const says = page.getByText(lang === 'en' ? /It is marked 合成 or 水印: add one photo slot/ : /先放上一个照片位/)
    await desk.logIn('staff', editor.token)
    await desk.open(`/console/226/certificate?id=${id}`)
    if (size === 'phone') await page.getByRole('button', { name: '属性', exact: true }).click()
    await says.waitFor()
    expect(await publish.isDisabled()).toBe(true)
    await noFaults(desk, `m6-editor-${size}`)
    if (size === 'phone') continue
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Photo slot' }).click()
    await page.getByRole('application').focus()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Properties', exact: true }).click()
    await says.waitFor({ state: 'detached' })
    expect(await publish.isDisabled()).toBe(false)
    await desk.open('/console/226/certificates')
    await page.getByRole('button', { name: 'Create for an event 照片证书' }).click()
    await page.getByText('The photo slot takes the race photo found by bib').waitFor()
    await noFaults(desk, 'm7-bulk')
  }
})
