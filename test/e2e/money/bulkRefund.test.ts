import { setTimeout as wait } from 'node:timers/promises'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { workDueRefunds } from '#features/payments/jobs.ts'
import { saveRefundPolicy } from '#features/races/service.ts'
import { goOnWithBulk } from '#features/registrations/bulk/bulk.jobs.ts'
import { refundPolicy } from '../../leavers.ts'
import { staffSession } from '../../people.ts'
import { openWaitlist } from '../../waiters.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

const PEOPLE = 100
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  await world.db.transaction().execute((tx) => saveRefundPolicy(tx, 2026, 0, refundPolicy(), world.clock.now()))
  const line = await openWaitlist(world, {
    id: 8,
    places: PEOPLE,
    name: '城市10公里',
    names: { en: 'City 10 km', 'zh-tw': '城市10公里' },
    colour: '#2f9e44',
    sort: 8,
    price: 12_000,
  })
  for (let n = 1; n <= PEOPLE; n++) await line.join(n)
  // A hundred people sign up and pay first, which takes long.
}, 120_000)
afterAll(() => stage?.close())

/** Runs the bulk actions, as the server's job does, until none is running any more. */
const workOn = async (): Promise<void> => {
  const { db, parts, clock } = stage.world
  for (let worked = false; ;) {
    const running = await db.selectFrom('bulk_actions').select('id').where('state', '=', 'running').execute()
    for (const { id } of running) await goOnWithBulk({ raceid: 2026, id }, { ...parts, now: clock.now() })
    if (worked && running.length === 0) return
    worked ||= running.length > 0
    await wait(50)
  }
}
const sumBack = async () => {
  const { n, sum } = await stage.world.db
    .selectFrom('refunds')
    .select((eb) => [eb.fn.countAll<string>().as('n'), eb.fn.sum<string>('amount').as('sum')])
    .where('raceid', '=', 2026)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  return [Number(n), Number(sum ?? 0)]
}

// The server makes a hundred refunds, each with an answer of the sandbox gateway, which takes long.
test(
  'a hundred refunds in eight steps: a cashier selects all that match, another one approves, and the report has every row',
  { timeout: 180_000 },
  async () => {
    let steps = 0
    const step = async (does: () => Promise<unknown>) => {
      steps += 1
      await does()
    }
    const owner = await stage.visit('desktop', 'zh-cn')
    await owner.logIn('staff', (await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])).token)
    await owner.open('/console/2026/settings?part=signup')
    await owner.page.getByLabel(/批量退款超过此金额须他人批准/).fill('1000')
    await noFaults(owner, 'br-00-limit')
    await owner.page.getByRole('button', { name: '保存', exact: true }).first().click()
    await owner.page
      .getByText(/已保存/)
      .first()
      .waitFor()

    const cashier = await stage.visit('desktop', 'zh-cn')
    await cashier.logIn('staff', (await staffSession(stage.world, [{ raceid: 2026, role: 'cashier' }])).token)
    const { page } = cashier
    await cashier.open('/console/2026/registrations')
    await step(() =>
      page
        .getByRole('checkbox', { name: /^选择 / })
        .first()
        .check(),
    )
    await step(() => page.getByRole('button', { name: `选择全部符合条件的 ${PEOPLE} 份` }).click())
    await step(() =>
      page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '退款', exact: true }).click(),
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByText('共退 ¥9,600.00').waitFor()
    await dialog.getByText('金额超过本赛事的限额').waitFor()
    await step(() => dialog.getByLabel('原因').fill('台风红色预警，赛事取消'))
    await noFaults(cashier, 'br-01-preview')
    await step(() => dialog.getByRole('button', { name: `提交 ${PEOPLE} 份，等待批准` }).click())
    await page.getByText('等待另一位有退款权限的人批准').waitFor()
    await noFaults(cashier, 'br-02-waiting')
    expect(await page.getByRole('button', { name: '批准', exact: true }).count()).toBe(0)
    await cashier.context.close()
    expect(await sumBack()).toEqual([0, 0])

    const second = await stage.visit('phone', 'en')
    await second.logIn('staff', (await staffSession(stage.world, [{ raceid: 2026, role: 'cashier' }])).token)
    await step(() => second.open('/console/2026/bulk'))
    await noFaults(second, 'br-03-to-approve')
    await step(() => second.page.getByRole('button', { name: 'Approve', exact: true }).click())
    await noFaults(second, 'br-04-approve')
    await step(() => second.page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click())
    await second.page.getByText(/Approved by/).waitFor()
    expect(steps).toBeLessThanOrEqual(8)
    await workOn()
    await second.page.getByText(/100 done/).waitFor()
    await noFaults(second, 'br-05-done')
    for (let round = 0; round < 8; round++) {
      stage.world.clock.advance(60_000)
      await workDueRefunds(stage.world.parts, stage.world.clock.now())
    }
    expect(await sumBack()).toEqual([PEOPLE, PEOPLE * 9_600])

    await second.page.getByRole('button', { name: 'Download report' }).click()
    const [download] = await Promise.all([
      second.page.waitForEvent('download'),
      second.page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const file = await readTableFile(await readFile(await download.path()))
    if ('unreadable' in file) throw new Error(file.unreadable)
    expect(file.table.rows).toHaveLength(PEOPLE)
    expect(file.table.rows.flat().filter((cell) => cell === 'WeChat Pay')).toHaveLength(PEOPLE)
  },
)
