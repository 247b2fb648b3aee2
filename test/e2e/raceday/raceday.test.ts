import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleAppointmentsCreate } from '#features/appointments/contract.ts'
import {
  checkinDisclaimerGet,
  consoleCheckinDeclarationsSave,
  consoleCheckinGearSave,
  consoleCheckinPackagesSave,
} from '#features/checkin/contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

const RACE = 2026
const say = (cn: string, tw: string, en: string) => ({ 'zh-cn': cn, 'zh-tw': tw, en })
const none = say('', '', '')
let stage: Stage
let desk: { token: string }
/** Returns the instant this many hours after the story begins. */
let at: (hours: number) => string

const question = (name: string, says: ReturnType<typeof say>, change = {}) => ({
  name,
  kind: 'yesno' as const,
  says,
  required: true,
  doctor_on: null,
  note_on: null,
  ...change,
})
const declare = (from: number, until: number) =>
  stage.world.ask(
    consoleCheckinDeclarationsSave,
    {
      raceid: RACE,
      kind: 'health',
      title: say('健康状况声明', '健康狀況聲明', 'Health declaration'),
      body: say('本人身体健康，适合参赛。', '本人身體健康，適合參賽。', 'I am well enough to take part.'),
      signature: true,
      from_at: at(from),
      until_at: at(until),
      questions: [
        question('heart', say('是否有心脏病史？', '是否有心臟病史？', 'Have you had heart disease?'), {
          doctor_on: 'yes',
        }),
        question('drugs', say('是否正在服药？', '是否正在服藥？', 'Are you taking any medicine?'), { note_on: 'yes' }),
      ],
    },
    desk,
  )

/** Enters a runner in the free fun run, with a new account. Returns the registration's key and the session's token. */
const entered = async (order: string, name: string) => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const { _key } = await signUp(world, { token }, { eventid: 3, idnum: idcardOf('330106', '19850703', order), name })
  return { key: _key, token }
}

beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  const start = world.clock.now().getTime()
  at = (hours) => new Date(start + hours * 3_600_000).toISOString()
  await openRace2026(world)
  desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  for (const [name, required] of [
    [say('头灯', '頭燈', 'Head lamp'), true],
    [say('口哨', '哨子', 'Whistle'), true],
    [say('登山杖', '登山杖', 'Poles'), false],
  ] as const)
    await world.ask(
      consoleCheckinGearSave,
      {
        raceid: RACE,
        eventid: 3,
        name,
        note: required ? say('检录时查验', '檢錄時查驗', 'Checked at the start') : none,
        required,
      },
      desk,
    )
  await world.ask(
    consoleCheckinPackagesSave,
    {
      raceid: RACE,
      eventid: 3,
      name: say('欢乐跑参赛包', '歡樂跑參賽包', 'Fun run pack'),
      contents: [say('号码布', '號碼布', 'Bib'), say('T恤', 'T恤', 'Shirt')],
      place: say('会展中心', '會展中心', 'Expo'),
      bring: say('身份证件', '身分證件', 'Your ID'),
      from_at: at(21),
      until_at: at(60),
      service: 'pickup',
    },
    desk,
  )
  for (const days of [0, 24])
    await world.ask(
      consoleAppointmentsCreate,
      {
        raceid: RACE,
        service: 'pickup',
        name: say('参赛包领取', '參賽包領取', 'Race pack collection'),
        place: say('会展中心', '會展中心', 'Expo'),
        from_at: at(21 + days),
        until_at: at(25 + days),
        minutes: 60,
        places: 2,
      },
      desk,
    )
})
afterAll(() => stage?.close())

const drawOn = async ({ page }: Visitor) => {
  const pad = page.getByRole('img', { name: /Sign here|请在此处签名|請在此處簽名/ })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + box.height * 0.6)
  await page.mouse.down()
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(box.x + 40 + step * 18, box.y + box.height * (0.6 + (step % 2 ? -0.3 : 0.2)))
  await page.mouse.up()
}

test('a health declaration: not before its time, not without a signature, and only once', async () => {
  const { world } = stage
  await declare(1, 3)
  const { key, token } = await entered('115', '高远')
  const phone = await stage.visit('phone', 'en')
  const { page } = phone
  await phone.open(`/healthsign?_key=${key}&lang=en&_token=${token}`)
  await page.getByText('Signing opens in').waitFor()
  await page.getByRole('timer').waitFor()
  expect(await page.getByRole('button', { name: 'Sign', exact: true }).count()).toBe(0)
  await noFaults(phone, '60-health-soon')
  world.clock.advance(2 * 3_600_000)
  await phone.open(`/healthsign?_key=${key}&lang=en`)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText('4 left to complete').waitFor()
  expect(await page.getByText("You haven't answered the question").count()).toBe(2)
  await page
    .getByRole('group', { name: /heart disease/ })
    .getByRole('radio', { name: 'No' })
    .check()
  await page
    .getByRole('group', { name: /any medicine/ })
    .getByRole('radio', { name: 'Yes' })
    .check()
  await page.getByLabel('Please give details').fill('Hay fever tablets')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText('Please sign here').waitFor()
  await noFaults(phone, '61-health-unsigned')
  await page.reload()
  expect(await page.getByLabel('Please give details').inputValue()).toBe('Hay fever tablets')
  await drawOn(phone)
  await noFaults(phone, '62-health-drawn')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('heading', { name: 'Signed', exact: true }).waitFor()
  await page.getByText('Hay fever tablets').waitFor()
  await noFaults(phone, '63-health-signed')
  expect((await world.ask(checkinDisclaimerGet, { id: key }, { token })).signed).toMatchObject({
    version: 1,
    typed: null,
    doctor: false,
  })
})

test('in Traditional Chinese, by keyboard alone: the typed name counts as a signature; the page asks for a doctor; a stranger sees neither', async () => {
  const { world } = stage
  const { key, token } = await entered('131', '陸一舟')
  const seat = await stage.visit('desktop', 'zh-tw')
  const { page } = seat
  await seat.open(`/healthsign?_key=${key}&lang=zh-tw`)
  await page.getByText('請用報名人的手機號碼登入後簽署').waitFor()
  await noFaults(seat, '64-health-stranger')
  await seat.open(`/healthsign?_key=${key}&lang=zh-tw&_token=${token}`)
  await page.getByRole('radio', { name: '是' }).first().focus()
  await page.keyboard.press('Space')
  await page.getByText('請在比賽前到醫療諮詢處與醫師確認').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: '否' }).last().focus()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: '手寫簽名' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('陸一')
  await page.getByRole('button', { name: '確認簽署' }).press('Enter')
  await page.getByText('輸入不一致').waitFor()
  await page.keyboard.type('舟')
  await noFaults(seat, '65-health-typed')
  await page.getByRole('button', { name: '確認簽署' }).press('Enter')
  await page.getByText('您的回答需要醫師確認').waitFor()
  await noFaults(seat, '66-health-doctor')
  expect((await world.ask(checkinDisclaimerGet, { id: key }, { token })).signed).toMatchObject({
    typed: '陸一舟',
    doctor: true,
  })
})

test('after its time the page says where the runner can sign', async () => {
  const { key, token } = await entered('133', '周启明')
  stage.world.clock.advance(3_600_000)
  const phone = await stage.visit('phone', 'zh-cn', { dark: true })
  await phone.open(`/healthsign?_key=${key}&_token=${token}`)
  await phone.page.getByRole('heading', { name: '签署时间已过' }).waitFor()
  await noFaults(phone, '67-health-over')
})

test('a runner goes from the race pack to an appointment, moves it to another day and gives it back', async () => {
  const { world } = stage
  const { key, token } = await entered('151', '沈若溪')
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/package?raceid=${RACE}&_token=${token}`)
  await page.getByText('您的参赛包').waitFor()
  await noFaults(phone, '70-package')
  await page.getByRole('link', { name: '预约领取时间' }).click()
  await page.getByRole('heading', { name: '选择时段' }).waitFor()
  expect(page.url()).toContain(key)
  await page.getByText('请先选择时段').waitFor()
  await noFaults(phone, '71-appointment-none')
  await page.getByRole('radio', { name: /剩 2/ }).nth(2).check()
  await page.getByRole('button', { name: /^预约 / }).click()
  await page.getByRole('heading', { name: '我的预约' }).waitFor()
  await noFaults(phone, '72-appointment-booked')
  await page.getByRole('button', { name: '出示预约码' }).click()
  await page.getByRole('img', { name: /预约码/ }).waitFor()
  await noFaults(phone, '73-appointment-code')
  await page.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '更改时段' }).click()
  await page.getByRole('group', { name: '日期' }).getByRole('radio').nth(1).check()
  await page.getByRole('group', { name: '选择时段' }).getByRole('radio', { name: /剩 2/ }).first().check()
  await noFaults(phone, '74-appointment-changing')
  await page.getByRole('button', { name: /^改到/ }).click()
  await page.getByText('已更改').waitFor()
  const booked = async () =>
    (
      await world.db
        .selectFrom('appointments as a')
        .innerJoin('appointment_slots as s', (join) =>
          join.onRef('s.raceid', '=', 'a.raceid').onRef('s.id', '=', 'a.slotid'),
        )
        .select('s.starts_at')
        .where('a.raceid', '=', RACE)
        .where('a.state', '=', 'booked')
        .execute()
    ).map((one) => one.starts_at.toISOString())
  expect(await booked()).toEqual([at(45)])
  await page.getByRole('button', { name: '取消预约' }).click()
  await page.getByText(/名额会让给别的选手/).waitFor()
  await noFaults(phone, '75-appointment-leaving')
  await page.getByRole('dialog').getByRole('button', { name: '取消预约' }).click()
  await page.getByRole('heading', { name: '我的预约' }).waitFor({ state: 'detached' })
  expect(await booked()).toEqual([])
  const wide = await stage.visit('desktop', 'en')
  await wide.open(`/appointment?_key=${key}&lang=en&_token=${token}`)
  await wide.page.getByRole('heading', { name: 'Choose a time' }).waitFor()
  await noFaults(wide, '76-appointment-desktop')
})

test('the server keeps the equipment that a registrant ticked; the device keeps the ticks of a stranger', async () => {
  const { key, token } = await entered('153', '林建国')
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/check?_key=${key}&_token=${token}`)
  for (const name of ['头灯', '口哨']) await page.getByRole('checkbox', { name }).check()
  await page.getByText('装备齐了，起点见！').waitFor()
  await noFaults(phone, '80-gear-all')
  await expect.poll(() => stage.world.db.selectFrom('gear_ticks').select('gearid').execute()).toHaveLength(2)
  const stranger = await stage.visit('desktop', 'en')
  await stranger.open(`/check?raceid=${RACE}&lang=en`)
  await stranger.page.getByRole('checkbox', { name: 'Whistle' }).check()
  await stranger.page.reload()
  await stranger.page.getByText('1 of 3 packed').waitFor()
  expect(await stranger.page.getByRole('checkbox', { name: 'Whistle' }).isChecked()).toBe(true)
  await noFaults(stranger, '81-gear-stranger')
  await stranger.open(`/check?raceid=${RACE}&eventid=1&lang=en`)
  await stranger.page.getByText('No mandatory gear for this event').waitFor()
  await noFaults(stranger, '82-gear-none')
})

test('staff at the desk: many slots at once, race packs, equipment, signatures; opening an answer asks for a reason and is logged', async () => {
  const { world } = stage
  const { token, staffid } = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const seat = await stage.visit('desktop', 'en')
  const { page } = seat
  await seat.logIn('staff', token)
  await seat.open(`/console/${RACE}/checkin`)
  await page.getByText('Fun run pack').waitFor()
  await noFaults(seat, '90-desk-packages')
  await page.getByRole('button', { name: 'Change Fun run pack' }).click()
  await page.getByRole('dialog').getByText('Keep the lines of the three languages alike', { exact: false }).waitFor()
  await noFaults(seat, '91-desk-package')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('radio', { name: 'Slots' }).check()
  await page.getByRole('button', { name: 'Create slots' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Appointment').selectOption('medical')
  await dialog.getByLabel('From').fill('2026-05-16T10:00')
  await dialog.getByLabel('Until').fill('2026-05-16T12:00')
  await dialog.getByText('4 slots will be created').waitFor()
  await noFaults(seat, '92-desk-making')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText(/16 May 2026/).waitFor()
  await noFaults(seat, '93-desk-slots')
  await page.getByRole('radio', { name: 'Booked' }).check()
  await page.getByText('Nobody has booked yet').waitFor()
  await page.getByRole('radio', { name: 'Gear' }).check()
  await page.getByText('Head lamp').waitFor()
  await noFaults(seat, '94-desk-gear')
  await page.getByRole('radio', { name: 'Declarations' }).check()
  await page.getByText('1 to see a doctor').waitFor()
  await page.getByRole('button', { name: 'Who signed' }).click()
  await page.getByRole('button', { name: 'Doctor only' }).click()
  await page.getByRole('cell', { name: '陸一舟', exact: true }).waitFor()
  await noFaults(seat, '95-desk-signers')
  await page.getByRole('button', { name: 'Open 陸一舟' }).click()
  await dialog.getByLabel('Reason').fill('Asked at the medical desk')
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
  await dialog.getByText('Have you had heart disease?').waitFor()
  await noFaults(seat, '96-desk-opened')
  const log = await world.db
    .selectFrom('log')
    .select(['staffid', 'after'])
    .where('what', '=', 'declaration opened')
    .execute()
  expect(log).toMatchObject([{ staffid, after: { reason: 'Asked at the medical desk' } }])
})
