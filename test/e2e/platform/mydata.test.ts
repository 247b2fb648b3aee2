import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationDocuments, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleRegistrationsOpen } from '#features/registrations/changes/changes.contract.ts'
import { codeSentTo, runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { openRace2029 } from '../browser/gardens.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2029(stage.world)
})
afterAll(() => stage?.close())

test('a mother looks at the data on her child: consents, the people who opened it, a copy, an erasure requested and taken back; staff set the time of retention', async () => {
  const { world } = stage
  const { token, mobile } = await runnerSession(world, '13900006666')
  const { consents } = await world.ask(registrationDocuments, { raceid: 2029, eventid: 2 })
  const agreed = Object.fromEntries(
    consents
      .filter(({ name }) => name !== 'photos' && name !== 'marketing')
      .map(({ name, version }) => [name, version]),
  )
  const events = await world.db.selectFrom('events').select(['id', 'name']).where('raceid', '=', 2029).execute()
  const eventid = events.find(({ name }) => name === '亲子跑')!.id
  const idnum = idcardOf('330106', '20171002', '015')
  const { _key } = await world.ask(
    registrationSave,
    {
      raceid: 2029,
      eventid,
      idtype: 'idcard',
      idnum,
      name: '高小满',
      mobile,
      clothes: 'S',
      quiz: { pain: 'stop', bib: 'no' },
      consents: agreed,
      guardian_name: '林晓岚',
      guardian_mobile: mobile,
      guardian_relationship: 'parent',
      keep: true,
    },
    { token },
  )
  const { id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', 2029)
    .where('_key', '=', _key)
    .executeTakeFirstOrThrow()
  const desk = await staffSession(world, [{ raceid: 2029, role: 'director' }])
  await world.ask(consoleRegistrationsOpen, { raceid: 2029, id, why: '核对监护人' }, desk)

  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open('/mydata')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  await noFaults(phone, '90-mydata-stranger')
  await phone.open(`/mydata?_token=${token}`)
  await page.getByRole('heading', { name: '报名与成绩' }).waitFor()
  await page.getByRole('button', { name: /查看保存的内容/ }).click()
  await page.getByText('赛事总监 · 查看了证件与联系方式').waitFor()
  expect(await page.content()).not.toContain(idnum)
  await noFaults(phone, '91-mydata-details')
  await page
    .getByRole('article')
    .or(page.locator('section'))
    .filter({ hasText: '身份信息' })
    .getByRole('button', { name: '显示' })
    .first()
    .click()
  await page.getByText(idnum).waitFor()
  await noFaults(phone, '92-mydata-open')

  await page.getByRole('button', { name: /撤回.*成绩公示/ }).click()
  await page.getByText('公开的成绩、排名、证书和名单中不再显示您的姓名和年龄组。').waitFor()
  // The buttons of a dialog are in its foot. For a screen reader, the foot of a dialog must not be a foot of the
  // document.
  expect(await page.locator('footer:not(main footer)').count()).toBe(1)
  await noFaults(phone, '93-mydata-withdraw')
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: '对外不显示我的姓名' }).nth(1).isChecked()).toBe(true)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载我的数据' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^startline-.*\.zip$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await page.getByRole('button', { name: '删除这次报名的个人数据' }).click()
  await page.getByText(/尚未结束/).waitFor()
  await noFaults(phone, '94-mydata-erase')
  await page.getByText('本机已通过验证').waitFor()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('本机已通过验证').waitFor({ state: 'detached' })
  await page.getByLabel('验证码').fill(await codeSentTo(world.parts, mobile))
  await page.getByRole('button', { name: '确认删除' }).click()
  await page.getByRole('heading', { name: '删除申请' }).waitFor()
  await noFaults(phone, '95-mydata-asked')
  await page.getByRole('button', { name: '撤回申请' }).click()
  await page.getByText('已撤回', { exact: true }).first().waitFor()

  const desktop = await stage.visit('desktop', 'en')
  await desktop.open(`/mydata?_token=${token}`)
  await desktop.page.getByRole('heading', { name: 'My data' }).first().waitFor()
  await desktop.page.getByRole('button', { name: /See what is stored/ }).click()
  await noFaults(desktop, '96-mydata-desktop-en')
  const office = await stage.visit('desktop', 'zh-cn')
  await office.logIn('staff', desk.token)
  await office.open('/console/2029/privacy')
  await office.page.getByRole('table').waitFor()
  await noFaults(office, '97-privacy-console')
})
