import { afterAll, beforeAll, expect, test } from 'vitest'
import { clubComplete, clubMine, clubShow } from '#features/clubs/desk/desk.contract.ts'
import { registrationDocuments } from '#features/registrations/signup/signup.contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

const people = [
  ['顾行远', idcardOf('110101', '19920408', '531'), '13900004441'],
  ['沈一舟', idcardOf('110101', '19900101', '112'), '13900004442'],
  ['陆明川', idcardOf('110101', '19910202', '213'), '13900004443'],
] as const
const listOf = (rows: readonly (readonly string[])[]) =>
  Buffer.from(`姓名,证件号码,手机号,组别\n${rows.map((row) => [...row, '马拉松'].join(',')).join('\n')}\n`)

test('a club gets a quota, its captain lists the people, each person agrees, and one payment enters them', async () => {
  const { world } = stage
  const director = await staffSession(world, [{ raceid: 2026, role: 'director' }])
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', director.token)
  await desk.open('/console/2026/clubs')
  await desk.page.getByText('还没有团体').waitFor()
  await noFaults(desk, 'club-01-empty')
  await desk.page.getByRole('button', { name: '新建团体' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel('团体名称').fill('鹭江跑团')
  await dialog.getByLabel('名额', { exact: true }).fill('3')
  await dialog.getByLabel('协议价（元）').fill('99')
  await noFaults(desk, 'club-02-dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await desk.page.getByRole('button', { name: '邀请 鹭江跑团 的领队' }).click()
  const link = await desk.page.getByRole('dialog').getByRole('textbox').inputValue()
  await noFaults(desk, 'club-03-link')

  const captain = await runnerSession(world, '13900006666')
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('runner', captain.token)
  const url = new URL(link)
  await phone.open(`${url.pathname}${url.search}${url.hash}`)
  await phone.page.getByRole('button', { name: '接受' }).waitFor()
  await noFaults(phone, 'club-04-captain')
  await phone.page.getByRole('button', { name: '接受' }).click()
  await phone.page.getByText('名单是空的').waitFor()
  await noFaults(phone, 'club-05-desk-empty')

  const wrong = people.map(([name, idnum, mobile], at) => [name, at === 1 ? '110101199001011129' : idnum, mobile])
  const input = phone.page.locator('input[type=file]')
  await input.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: listOf(wrong) })
  await phone.page.getByText('有问题的行').first().waitFor()
  await noFaults(phone, 'club-06-tried')
  await input.setInputFiles({ name: 'people2.csv', mimeType: 'text/csv', buffer: listOf(people) })
  await phone.page.getByRole('button', { name: '导入 3 行' }).click()
  await phone.page.getByText('陆明川').waitFor()
  await noFaults(phone, 'club-07-listed')

  const { items } = await world.ask(clubMine, {}, captain)
  const id = items[0]!.id
  const { members } = await world.ask(clubShow, { raceid: 2026, id }, captain)
  const { consents } = await world.ask(registrationDocuments, { raceid: 2026, eventid: 1 })
  const agreed = Object.fromEntries(consents.map(({ name, version }) => [name, version]))
  for (const [at, [name, idnum, mobile]] of people.slice(1).entries()) {
    const entry = {
      eventid: 1,
      idtype: 'idcard' as const,
      idnum,
      name,
      mobile,
      emername: '林建国',
      emertel: '13900009999',
      clothes: 'L',
      consents: agreed,
    }
    await world.ask(clubComplete, { _key: members[at + 1]!._key!, entry }, await runnerSession(world))
  }

  const person = await stage.visit('phone', 'en')
  await person.logIn('runner', (await runnerSession(world, people[0][2])).token)
  await person.open(`/club/entry?raceid=2026&_key=${members[0]!._key!}`)
  await person.page.getByLabel('ID number').waitFor()
  await noFaults(person, 'club-08-number')
  await person.page.getByLabel('ID number').fill(people[1][1])
  await person.page.getByRole('button', { name: 'Continue' }).click()
  await person.page.getByText('ID number is inconsistent').waitFor()
  await person.page.getByLabel('ID number').fill(people[0][1])
  await person.page.getByRole('button', { name: 'Continue' }).click()
  const next = () => person.page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => person.page.getByLabel('Name', { exact: true }).inputValue()).toBe('顾行远')
  await person.page.getByRole('checkbox', { name: /sensitive/i }).check()
  await person.page.getByLabel('Contact name').fill('林建国')
  await person.page.getByLabel('Contact mobile number').fill('13900009999')
  await noFaults(person, 'club-10-who')
  await next()
  await person.page.getByRole('radio', { name: /^L/ }).check()
  await next()
  const send = person.page.getByRole('button', { name: 'Send to your captain' })
  await send.waitFor()
  for (const box of await person.page.getByRole('checkbox', { name: /entry|terms/i }).all()) await box.check()
  await noFaults(person, 'club-11-review')
  await send.click()
  await person.page.getByText('Your captain pays for everyone').first().waitFor()
  await person.page.getByRole('heading', { name: 'Submitted' }).waitFor()
  await noFaults(person, 'club-12-sent')

  await phone.open(`/club?raceid=2026&id=${id}`)
  await phone.page.getByRole('button', { name: '为 3 人支付' }).waitFor()
  await noFaults(phone, 'club-13-ready')
  const wide = await stage.visit('desktop', 'en')
  await wide.logIn('runner', captain.token)
  await wide.open(`/club?raceid=2026&id=${id}`)
  await wide.page.getByRole('button', { name: 'Pay for 3 people' }).waitFor()
  await noFaults(wide, 'club-14-desktop')
  await phone.page.getByRole('button', { name: '为 3 人支付' }).click()
  await phone.page.getByRole('button', { name: /立即支付 ¥297\.00/ }).waitFor()
  await noFaults(phone, 'club-15-pay')
  await desk.open('/console/2026/clubs')
  await desk.page.getByText('已用 3 / 3 个名额：已支付 0，待支付 3').waitFor()
  await noFaults(desk, 'club-16-used')
  await desk.page.getByRole('button', { name: '鹭江跑团 的名单' }).click()
  await desk.page.getByRole('dialog').getByText('顾行远').waitFor()
  await noFaults(desk, 'club-17-people')
  // The story checks sixteen pages in four browsers, which takes long.
}, 180_000)
