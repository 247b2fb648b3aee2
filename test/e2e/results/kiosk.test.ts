import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { importRace226 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await importRace226(stage.world)
})
afterAll(() => stage?.close())

const keyOf = async (bib: string) =>
  (
    await stage.world.db
      .selectFrom('results')
      .select('_key')
      .where('raceid', '=', 226)
      .where('bib', '=', bib)
      .executeTakeFirstOrThrow()
  )._key

test('a runner finds the own result at a kiosk by touch, keyboard and scanner; it returns to its start', async () => {
  for (const [device, lang] of [
    ['desktop', 'zh-cn'],
    ['phone', 'en'],
  ] as const) {
    const said = (cn: string, en: string) => (lang === 'en' ? en : cn)
    const tablet = await stage.visit(device, lang)
    const { page } = tablet
    await tablet.open('/kiosk?raceid=226')
    const field = page.getByLabel(said('参赛号', 'Bib'), { exact: true })
    await field.waitFor()
    await noFaults(tablet, `kiosk-${lang}-1-start`)
    // A runner types a bib by touch, with the keys for letters.
    await page.getByRole('button', { name: said('字母', 'Letters') }).click()
    await noFaults(tablet, `kiosk-${lang}-2-letters`)
    await page.getByRole('button', { name: 'A', exact: true }).click()
    await page.getByRole('button', { name: said('数字', 'Numbers') }).click()
    for (const figure of ['1', '0', '0', '2']) await page.getByRole('button', { name: figure, exact: true }).click()
    expect(await field.inputValue()).toBe('A1002')
    await page.getByRole('button', { name: said('查询', 'Find'), exact: true }).click()
    await page.getByText('A1002').waitFor()
    await page.getByRole('img', { name: said('手机扫码领取证书', 'Scan for your certificate') }).waitFor()
    await noFaults(tablet, `kiosk-${lang}-3-result`)
    // The kiosk returns to its start by itself, in the language of the hall. A touch gives more time.
    await page.getByRole('button', { name: '繁體中文' }).click()
    await page.getByText('手機掃碼領取證書').last().waitFor()
    await page.clock.fastForward(12_000)
    await page.mouse.click(5, 400)
    await page.clock.runFor(12_000)
    expect(await page.getByText('A1002').count()).toBe(1)
    await page.clock.runFor(21_000)
    await field.waitFor()
    expect(await field.inputValue()).toBe('')
    // A scanner types the address of a code and ends with Enter. A person with a keyboard types a bib without its
    // letter.
    await page.keyboard.type(`https://run.example/result?key=${await keyOf('A1002')}`)
    await page.keyboard.press('Enter')
    await page.getByText('A1002').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor()
    await page.keyboard.type('1002')
    await page.keyboard.press('Enter')
    await page.getByText('A1002').first().waitFor()
    // The next runner scans a code while the screen still shows the result of the runner before.
    await page.keyboard.type(`https://run.example/result?key=${await keyOf('A1001')}`)
    await page.keyboard.press('Enter')
    await page.getByText('A1001').first().waitFor()
    expect(await page.getByText('A1002').count()).toBe(0)
    await page.keyboard.press('Escape')
    await field.waitFor()
    for (const odd of ['Z9999', '<b>䶮😀</b>', 'x'.repeat(300)]) {
      await field.fill(odd)
      await page.keyboard.press('Enter')
      await page.getByText(said('请核对参赛号', 'Please check the number')).waitFor()
      if (odd === 'Z9999') await noFaults(tablet, `kiosk-${lang}-4-none`)
      await page.getByRole('button', { name: said('返回', 'Back') }).click()
      await field.waitFor()
    }
  }
})
