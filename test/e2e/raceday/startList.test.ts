import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleImportsShow } from '#features/imports/contract.ts'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let timer: Awaited<ReturnType<typeof staffSession>>
let kind: string
beforeAll(async () => {
  stage = await openStage({ now: '2026-11-01T01:00:00Z' })
  const { world } = stage
  await openRace(world)
  await openEvent(world)
  await openEvent(world, { id: 2, name: '十公里', names: { en: '10 km' }, distance_cm: 1_000_000, sort: 1 })
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  const { kinds } = await world.ask(consoleImportsShow, { raceid: RACE }, timer)
  kind = kinds.find(({ label }) => label === '出发名单')!.name
})
afterAll(() => stage?.close())

const file = (text: string) => ({ name: 'start.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
/** The rows of another system: prefixed bibs, chips in two forms, an event that the race does not have. */
const given =
  '号码布号,芯片,姓名,项目,性别,年龄\nA0001,E2F90001,顾行舟,十公里,男,30\nA0002,E2F9-0002,林晚晴,十公里,女,31\n' +
  'B7,,Zoë O’Neil,马拉松,女,40\n'

test.each([
  ['desktop', 'zh-cn'],
  ['phone', 'en'],
] as const)(
  'a start list is imported with a wrong row that is corrected, and exported for the timing firm: %s',
  async (size, lang) => {
    const cn = lang === 'zh-cn'
    const desk = await stage.visit(size, lang)
    await desk.logIn('staff', timer.token)
    const { page } = desk
    await desk.open(`/console/${RACE}/imports?kind=${kind}`)
    await page.locator('input[type=file]').first().setInputFiles(file(given))
    await page.getByText(cn ? '有问题的行' : 'Rows with errors', { exact: true }).waitFor()
    await page.getByText(cn ? '没有这个组别：马拉松' : 'There is no such event: 马拉松').waitFor()
    await noFaults(desk, `start-1-faults-${size}`)
    if (cn) {
      await page.getByRole('button', { name: /^导入 2 行/ }).click()
      await page.getByText('已导入 2 行').first().waitFor()
      // The test runs on the phone after the desktop, so both rows exist already.
    } else await page.getByText('2 already there').waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(file(given.replace('马拉松', '十公里')))
    if (cn) {
      await page.getByRole('button', { name: /^导入 1 行/ }).click()
      await page.getByText('已导入 1 行').first().waitFor()
    }
    // The second device sees that every row is there already.
    else await page.getByText('3 already there').waitFor()

    await desk.open(`/console/${RACE}/timing`)
    await page
      .getByRole('button', { name: cn ? '导出出发名单' : 'Export start list' })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: cn ? '导出' : 'Export', exact: true }).waitFor()
    await noFaults(desk, `start-2-export-${size}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: cn ? '导出' : 'Export', exact: true }).click(),
    ])
    const read = await readTableFile(await readFile(await download.path()))
    if ('unreadable' in read) throw new Error(read.unreadable)
    const rows = read.table.rows.map((row) => row.join('|'))
    expect(rows).toHaveLength(3)
    expect(rows.join('\n')).toMatch(/A0001\|E2F90001\|顾行舟/)
    expect(rows.join('\n')).toContain('Zoë O’Neil')
    await desk.context.close()
  },
)
