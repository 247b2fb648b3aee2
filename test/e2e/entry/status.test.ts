import decodeQR from 'qr/decode.js'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { consoleRegistrationsReview } from '#features/registrations/changes/changes.contract.ts'
import { registrationStates } from '#features/registrations/contract.ts'
import { codeSentTo, runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
const ask = { clothes: 'required', enname: 'optional', emername: 'required', emertel: 'required' } as const
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  const { db, clock } = stage.world
  const now = clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  await db.transaction().execute(async (tx) => {
    const common = {
      raceid: 2026,
      price: 12_000,
      places: 20,
      signup_from: days(-7),
      signup_until: days(24),
      start_at: days(78),
      colour: '#7c3aed',
      created_at: now,
    }
    await saveEvent(
      tx,
      {
        ...common,
        id: 5,
        name: '精英组',
        names: { en: 'Elite', 'zh-tw': '菁英組' },
        type: 'full',
        distance_cm: 4_219_500,
        state: 'audit',
        sort: 5,
        form: {
          ask,
          qualifying: { ask: 'optional', standards: [{ gender: 'female', age_from: 18, age_to: 99, seconds: 12_600 }] },
        },
      },
      now,
    )
    await saveEvent(
      tx,
      {
        ...common,
        id: 6,
        name: '城市10公里',
        names: { en: 'City 10 km', 'zh-tw': '城市10公里' },
        type: '10km',
        distance_cm: 1_000_000,
        state: 'normal',
        sort: 6,
        form: { ask, clothes: ['S', 'M', 'L'] },
      },
      now,
    )
    for (const [name, most] of [
      ['S', 1],
      ['M', 50],
      ['L', 1],
    ] as const)
      await tx
        .insertInto('counters')
        .values({ raceid: 2026, kind: 'clothes', eventid: 6, name, most, taken: 0, updated_at: now })
        .execute()
  })
})
afterAll(() => stage?.close())

let people = 100
type Given = { eventid?: number; clothes?: string; name?: string; idnum?: string }
/** Signs a person up through the API, before the story begins. */
const entry = async (
  { token, mobile }: { token: string; mobile: string },
  {
    eventid = 6,
    clothes = 'M',
    name = '高远',
    idnum = idcardOf('330106', '19880214', String((people += 2)).padStart(3, '0')),
  }: Given = {},
) => {
  const saved = await signUp(stage.world, { token }, { eventid, idnum, name, mobile, clothes })
  return { key: saved._key, idnum }
}
const review = async (token: string, key: string, verdict: 'approve' | 'refuse', reason = '') => {
  const { id } = await stage.world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', 2026)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  const { items } = await stage.world.ask(
    consoleRegistrationsReview,
    { raceid: 2026, ids: [Number(id)], verdict, reason },
    { token },
  )
  expect(items.map(({ outcome }) => outcome)).toEqual(['done'])
}
const heading = ({ page }: Visitor, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
const logIn = async ({ page }: Visitor, mobile: string) => {
  const sheet = page.getByRole('dialog')
  await sheet.locator('[data-field="mobile"]').fill(mobile)
  await sheet.getByRole('button', { name: 'Send code' }).click()
  await sheet.locator('[role=status]').waitFor()
  await sheet.getByLabel('Code', { exact: true }).fill(await codeSentTo(stage.world.parts, mobile))
  await sheet.getByRole('button', { name: 'Log in' }).click()
}
/** Reads the text of a code on the screen, as a phone's camera does. */
const scan = async (code: Locator): Promise<string> => {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('a runner mends a refused registration and gets the approval: in Traditional Chinese on a phone', async () => {
  const runner = await runnerSession(stage.world)
  const reviewer = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const { key } = await entry(runner, { eventid: 5 })
  const phone = await stage.visit('phone', 'zh-tw')
  const { page } = phone
  await phone.open(`/queryDetail?_key=${key}&_token=${runner.token}`)
  await heading(phone, '審核中')
  await noFaults(phone, '60-audit')

  await review(reviewer.token, key, 'refuse', '請補上完賽成績證明，並更換緊急聯絡人電話。')
  await page.reload()
  await heading(phone, '審核未通過')
  await page.getByText('請補上完賽成績證明').first().waitFor()
  await noFaults(phone, '61-auditfail')
  expect(await page.getByText(/補充資料/).count(), 'the correction is offered once').toBe(1)
  await page.getByRole('button', { name: '補充資料' }).click()
  await heading(phone, '審核意見')
  await noFaults(phone, '62-mend')
  await page.getByLabel('比賽名稱').fill('海嶼馬拉松')
  await page.getByLabel('比賽日期').fill('2025-11-16')
  await page.getByLabel('完賽成績').fill('32010')
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fde68a' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByRole('button', { name: '移除' }).waitFor()
  await page.getByLabel('緊急聯絡人電話').fill('123')
  await page.getByRole('button', { name: '重新送出審核' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await noFaults(phone, '63-mend-error')
  await page.getByLabel('緊急聯絡人電話').fill('13900008888')
  await page.reload()
  await page.getByText('已還原上次未儲存的修改').waitFor()
  await page.getByRole('button', { name: '重新送出審核' }).click()
  await heading(phone, '審核中')
  await page.getByText('資料已重新送出，等待審核').waitFor()

  const { qualifying } = await stage.world.db
    .selectFrom('registrations')
    .select('qualifying')
    .where('raceid', '=', 2026)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  expect(qualifying).toMatchObject({
    race: '海嶼馬拉松',
    seconds: 12_010,
    meets: true,
    proof: expect.stringMatching(/^\/private\/2026\//) as string,
  })

  await review(reviewer.token, key, 'approve')
  await page.reload()
  await heading(phone, '審核通過，待付款')
  await noFaults(phone, '64-approved')
  expect(phone.errors).toEqual([])
})

test('a registration is deleted on a desktop, the same person signs up again, and a second deletion is refused with the reason', async () => {
  const runner = await runnerSession(stage.world)
  const { key, idnum } = await entry(runner)
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  await desk.open(`/queryDetail?_key=${key}&_token=${runner.token}`)
  await heading(desk, 'Place reserved. Pay to confirm')
  await page.getByRole('button', { name: 'Entry details' }).click()
  await page.getByRole('dialog').getByText(idnum).waitFor()
  await noFaults(desk, '65-details')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete entry' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Each ID number can delete an entry only once while sign-up is open').waitFor()
  await noFaults(desk, '66-delete')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await heading(desk, 'Place reserved. Pay to confirm')
  await page.getByRole('button', { name: 'Delete entry' }).click()
  await dialog.getByRole('button', { name: 'Delete entry', exact: true }).click()
  await page.getByText('Deleted successfully').waitFor()
  await heading(desk, 'Entry deleted')
  await noFaults(desk, '67-deleted')
  expect(await page.getByRole('link', { name: 'Sign up again' }).getAttribute('href')).toContain('/baoming')

  const second = await entry(runner, { idnum })
  await desk.open(`/queryDetail?_key=${second.key}`)
  await heading(desk, 'Place reserved. Pay to confirm')
  await page.getByText('Each ID number can delete an entry only once').waitFor()
  expect(await page.getByRole('button', { name: 'Delete entry' }).count()).toBe(0)
  expect(desk.errors).toEqual([])
})

test('a change meets a sold-out size and another size that sells out meanwhile, and keeps the typed text', async () => {
  const runner = await runnerSession(stage.world)
  const other = await runnerSession(stage.world)
  const { key } = await entry(runner)
  await entry(other, { clothes: 'L' })
  const phone = await stage.visit('phone', 'en')
  const { page } = phone
  await phone.open(`/queryDetail?_key=${key}&_token=${runner.token}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await heading(phone, 'Emergency contact')
  await page.getByText('Nothing has been changed yet').waitFor()
  expect(await page.getByRole('radio', { name: /^L/ }).isDisabled()).toBe(true)
  await page.getByLabel('Contact mobile number').fill('13900007777')
  await page.getByRole('radio', { name: /^S/ }).check()
  await noFaults(phone, '68-edit')
  await entry(other, { clothes: 'S' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('This size is out of stock. Please choose another').waitFor()
  await noFaults(phone, '69-size-gone')
  expect(await page.getByLabel('Contact mobile number').inputValue()).toContain('7777')
  await page.getByRole('radio', { name: /^M/ }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').waitFor()
  await page.getByRole('button', { name: 'Entry details' }).click()
  await page.getByRole('dialog').getByText('13900007777').waitFor()

  await phone.open(`/enname?_key=${key}`)
  await heading(phone, 'English name')
  await page.getByLabel('English name').fill('高远')
  await page.getByRole('button', { name: 'Save English name' }).click()
  await page.getByText('Please enter the correct English name').waitFor()
  await noFaults(phone, '70-enname-error')
  await page.getByLabel('English name').fill('Gao Yuan')
  await page.getByText('Please enter the correct English name').waitFor({ state: 'detached' })
  await noFaults(phone, '71-enname')
  await page.getByRole('button', { name: 'Save English name' }).click()
  await page.getByText('Name altered successfully').waitFor()
  expect(phone.errors.filter((said) => !said.includes('409'))).toEqual([])
})

test('a phone scans the code on a desktop, logs in as the registrant and acts; another account cannot act', async () => {
  const mobile = '13900006006'
  const { key } = await entry(await runnerSession(stage.world, mobile), { name: '周启明' })
  const desk = await stage.visit('desktop', 'en')
  await desk.open(`/queryDetail?_key=${key}`)
  await desk.page.getByRole('button', { name: 'Edit' }).click()
  const code = desk.page.getByRole('img', { name: /Edit/ })
  await code.waitFor()
  await desk.page.getByRole('button', { name: 'log in' }).waitFor()
  await noFaults(desk, '72-scan')
  const address = await scan(code)
  expect(address).toBe(`${stage.origin}/queryDetail?raceid=2026&_key=${key}&action=edit`)

  const phone = await stage.visit('phone', 'en')
  await phone.open(address.slice(stage.origin.length))
  await phone.page.getByRole('dialog').getByText('Log in with the mobile number given on the entry').waitFor()
  await noFaults(phone, '73-scanned')
  await logIn(phone, '13900006007')
  await heading(phone, "This isn't your entry")
  await noFaults(phone, '74-stranger')
  await phone.page.getByRole('button', { name: 'Use another number' }).click()
  await logIn(phone, mobile)
  await heading(phone, "Can't be changed")
  await phone.page.getByText('delete the entry and enter again').waitFor()
  expect(new URL(phone.page.url()).pathname).toBe('/edit')
  // The back button leads to the status page, and no dialog opens there.
  await phone.page.goBack()
  await heading(phone, 'Place reserved. Pay to confirm')
  expect(await phone.page.getByRole('dialog').count()).toBe(0)
  expect([...desk.errors, ...phone.errors]).toEqual([])
})

test('each state shows its page without a fault to a person with the link', async () => {
  const runner = await runnerSession(stage.world)
  const { key } = await entry(runner)
  const phone = await stage.visit('phone', 'zh-cn')
  for (const state of registrationStates) {
    await stage.world.db
      .updateTable('registrations')
      .set({ state, wait_pos: 37, refusemsg: '成绩证明不清晰', tag: null })
      .where('raceid', '=', 2026)
      .where('_key', '=', key)
      .execute()
    await phone.open(`/queryDetail?_key=${key}`)
    await heading(phone, '报名资料')
    await noFaults(phone, `75-state-${state}`)
  }
  expect(phone.errors).toEqual([])
})
