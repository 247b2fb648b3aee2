import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeSentTo, runnerSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { openRace2029, proofPicture } from '../browser/gardens.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, signUp } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2029(stage.world)
})
afterAll(() => stage?.close())

/** Lets another person enter and take a shirt of this size. */
const takesShirt = async (clothes: string) => {
  const { world } = stage
  const { token } = await runnerSession(world)
  await signUp(
    world,
    { token },
    {
      raceid: 2029,
      idnum: idcardOf('110101', '19920408', '531'),
      name: '顾行远',
      mobile: '13900004444',
      clothes,
      quiz: { pain: 'stop', bib: 'no' },
    },
  )
}

test('a family of three signs up on a phone: a wrong answer, a size that sells out, a child with a guardian, one payment', async () => {
  const { token } = await runnerSession(stage.world, '13900005555')
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  const heading = (name: string) => page.locator('h1, h2').filter({ hasText: name }).waitFor()
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  const who = async (idnum: string, name: string) => {
    await heading('选手信息')
    await page.getByLabel('证件号码').fill(idnum)
    await page.getByLabel('姓名', { exact: true }).fill(name)
    await page.getByRole('checkbox', { name: /敏感个人信息/ }).check()
  }
  await phone.open(`/baoming?raceid=2029&event=1&_token=${token}`)
  await heading('选择组别')
  await next()

  // In the quiz an unanswered question shows an error, and the first such question has the focus.
  await heading('参赛须知')
  await next()
  await expect.poll(() => page.getByText('您还有题目未作答').count()).toBe(2)
  await expect
    .poll(() =>
      page.evaluate(
        () => document.activeElement?.getAttribute('name') ?? document.activeElement?.getAttribute('value'),
      ),
    )
    .not.toBeNull()
  await noFaults(phone, '50-quiz-errors')
  await page.getByRole('radio', { name: '立即停下并求助' }).check()
  await page.getByRole('radio', { name: '可以，本人同意即可', exact: true }).check()
  await next()
  await who(idcardOf('330106', '19850703', '113'), '高远')
  await page.getByRole('heading', { name: '联系方式', exact: true }).waitFor()
  await page.getByLabel('手机号').fill('13900005555')
  await next()
  await heading('参赛物品')
  expect(await page.getByRole('radio', { name: /^XS/ }).isDisabled()).toBe(true)
  expect(await page.getByRole('radio', { name: /06:00/ }).isDisabled()).toBe(true)
  await page.getByRole('radio', { name: /^L/ }).check()
  await page.getByRole('radio', { name: /06:30/ }).check()
  await noFaults(phone, '51-more-counted')
  await next()

  await heading('核对并提交')
  await page.getByRole('button', { name: /再添加一位/ }).click()
  await heading('选择组别')
  await noFaults(phone, '52-second-event')
  await next()
  await heading('参赛须知')
  await page.getByRole('radio', { name: '立即停下并求助' }).check()
  await page.getByRole('radio', { name: '不可以' }).check()
  await next()
  await who(idcardOf('330106', '19860412', '008'), '林晓岚')
  // The family shares one contact, so the mobile of the first person is already filled in.
  await page.getByRole('heading', { name: '联系方式', exact: true }).waitFor()
  expect(await page.getByLabel('手机号').inputValue()).toBe('13900005555')
  await next()
  await page.getByRole('radio', { name: /^M/ }).check()
  await next()

  await heading('核对并提交')
  await page.getByRole('button', { name: /再添加一位/ }).click()
  await heading('选择组别')
  await page.getByRole('radio', { name: /^亲子跑/ }).check()
  await next()
  await who(idcardOf('330106', '20171002', '015'), '高小满')
  await page.getByLabel('监护人姓名').waitFor()
  await next()
  await page.getByText('未满 18 周岁须由监护人同意').waitFor()
  await noFaults(phone, '53-child-errors')
  await page.getByLabel('监护人姓名').fill('高远')
  await page.getByLabel('监护人与选手的关系').selectOption('parent')
  await page.getByLabel('监护人手机号').fill('13900005555')
  await page.getByRole('checkbox', { name: /监护人同意书/ }).check()
  await page.getByRole('heading', { name: '联系方式', exact: true }).waitFor()
  await next()
  await page.getByRole('radio', { name: /^S/ }).check()
  await next()

  await heading('核对并提交')
  await noFaults(phone, '54-review-three')
  await page.reload()
  await heading('核对并提交')
  await expect.poll(() => page.getByRole('article').count()).toBe(3)
  expect(await page.getByText('¥460.00').count()).toBeGreaterThan(0)
  const agree = async () => {
    for (const box of await page.getByRole('checkbox', { name: /参赛声明|免责声明/ }).all()) await box.check()
  }
  await agree()
  await takesShirt('L')
  await page.getByRole('button', { name: '提交报名' }).click()

  // The page leads to the wrong answer of the first person. After the correction the page shows the summary at once.
  await heading('参赛须知')
  await page.getByText('回答不正确，请再想一想').waitFor()
  await noFaults(phone, '55-quiz-wrong')
  await page.getByRole('radio', { name: '不可以' }).check()
  await page.getByRole('button', { name: '返回核对' }).click()
  // Meanwhile another person took the last shirt of size L. The page goes back to the field of the size, shows the
  // present counts and keeps everything else.
  await heading('核对并提交')
  await page.getByRole('button', { name: '提交报名' }).click()
  await heading('参赛物品')
  await expect.poll(() => page.getByRole('radio', { name: /^L/ }).isDisabled()).toBe(true)
  await page.getByText('该尺码已无库存').waitFor()
  await noFaults(phone, '56-size-gone')
  expect(await page.getByRole('radio', { name: /06:30/ }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: /^M/ }).check()
  await page.getByRole('button', { name: '返回核对' }).click()
  await heading('核对并提交')
  await page.getByRole('button', { name: '提交报名' }).click()

  await heading('支付报名费')
  await page.getByRole('button', { name: /立即支付 ¥460\.00/ }).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await page.waitForURL(/queryDetail|\/pay|personallist/)
  await stage.world.parts.integrations.sandbox.wechatpay?.deliver('all')
  await page.waitForURL(/personallist/)
  for (const name of ['高远', '林晓岚', '高小满'])
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .waitFor()
  await expect.poll(() => page.getByText('报名成功').count()).toBe(3)
  await noFaults(phone, '57-my-family')
  expect(phone.errors).toEqual([])
})

test('an invitation in the link, in Traditional Chinese: the page shows its advantage, and nothing is to be paid', async () => {
  const { token } = await runnerSession(stage.world, '13900006666')
  const phone = await stage.visit('phone', 'zh-tw')
  const { page } = phone
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor()
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  await phone.open(`/baoming?raceid=2029&lang=zh-tw&invite=garden2029&_token=${token}`)
  await page.getByText('合作夥伴名額').waitFor()
  expect(page.url()).not.toContain('invite')
  await page.getByRole('radio', { name: /^馬拉松|^马拉松/ }).check()
  await expect.poll(() => page.getByText('免費', { exact: true }).count()).toBeGreaterThan(0)
  await noFaults(phone, '60-invited')
  // The person types a code that does not exist, and the page says so. Then the person types a code that exists.
  await page.getByRole('button', { name: '不使用邀請碼' }).click()
  await page.getByLabel('邀請碼').fill('nothing')
  await page.getByRole('button', { name: '使用', exact: true }).click()
  await page.getByText('沒有這個邀請碼').waitFor()
  await noFaults(phone, '61-invite-wrong')
  await page.getByLabel('邀請碼').fill('garden 2029')
  await page.getByRole('button', { name: '使用', exact: true }).click()
  await page.getByText('合作夥伴名額').waitFor()
  await next()
  await heading('參賽須知')
  await page.getByRole('radio', { name: '立即停下並求助' }).check()
  await page.getByRole('radio', { name: '不可以' }).check()
  await next()
  await heading('選手資料')
  await page.getByRole('radio', { name: '台胞證' }).check()
  await page.getByLabel('證件號碼').fill('01234567')
  await page.getByLabel('姓名', { exact: true }).fill('簡若寧')
  await page.getByRole('radio', { name: '女' }).check()
  await page.getByLabel('出生日期').fill('1991-06-15')
  await page.getByRole('checkbox', { name: /敏感個人資料/ }).check()
  await noFaults(phone, '62-who')
  await heading('聯絡方式')
  await page.getByLabel('手機號碼').fill('+886912345678')
  await next()
  await heading('參賽物品')
  await page.getByRole('radio', { name: /^M/ }).check()
  await next()
  await heading('核對並送出')
  for (const box of await page.getByRole('checkbox', { name: /參賽聲明|免責聲明/ }).all()) await box.check()
  await page.getByRole('button', { name: /檢視全文.*免責聲明/ }).click()
  await page.getByRole('dialog').getByText('版本 2026-02').waitFor()
  await noFaults(phone, '63-disclaimer')
  await page.keyboard.press('Escape')
  await noFaults(phone, '64-review')
  await page.getByRole('button', { name: '送出報名' }).click()
  await heading('報名成功')
  await noFaults(phone, '65-status')
  expect(phone.errors).toEqual([])
})

const logIn = async ({ page }: Visitor, mobile: string) => {
  const sheet = page.getByRole('dialog')
  await sheet.locator('[data-field="mobile"]').fill(mobile)
  await sheet.getByRole('button', { name: /^Send|^Get/ }).click()
  await sheet.locator('[role=status]').waitFor()
  await sheet.locator('[data-field="code"]').fill(await codeSentTo(stage.world.parts, mobile))
  await sheet.getByRole('button', { name: 'Log in', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
}

test('on a desktop in English, outside the messaging app: a club code, an earlier time with its proof, paid by a scanned code', async () => {
  stage.world.clock.advance(60_000)
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  const heading = (name: string) => page.getByRole('heading', { name }).first().waitFor()
  const next = () => page.getByRole('button', { name: 'Continue' }).click()
  await desk.open('/baoming?raceid=2029')
  await heading('Choose your event')
  await page.getByRole('radio', { name: /^Half marathon/ }).check()
  await page.getByRole('button', { name: 'Have an invitation code?' }).click()
  await page.getByLabel('Invitation code').fill('club50')
  await page.keyboard.press('Enter')
  await page.getByText('Club rate').waitFor()
  await noFaults(desk, '70-event')
  await next()
  await heading('Runner details')
  await page.getByRole('radio', { name: 'Chinese ID card' }).check()
  await page.getByLabel('ID number').fill(idcardOf('110101', '19901020', '137'))
  await page.getByLabel('Name', { exact: true }).fill('高远')
  await page.getByRole('checkbox', { name: /sensitive/i }).check()
  await heading('Contact details')
  await page.getByLabel('Mobile number').fill('13900008888')
  await noFaults(desk, '71-contact')
  await next()

  await heading('Qualifying time')
  await page.getByRole('textbox', { name: /^Race( Optional)?$/ }).fill('Lakeside Half Marathon')
  await page.getByLabel('Race date').fill('2025-10-19')
  await page.getByLabel('Finish time').pressSequentially('12840')
  expect(await page.getByLabel('Finish time').inputValue()).toBe('1:28:40')
  await page.getByText('Meets the standard').waitFor()
  await next()
  await page.getByText('Please upload your proof of time').waitFor()
  await noFaults(desk, '72-qualifying-errors')
  await page.getByRole('button', { name: 'Log in to upload' }).click()
  await logIn(desk, '13900008888')
  const proof = await proofPicture()
  const field = page.getByLabel('Proof')
  // The page silently ignores a file that is no picture, such as a PDF.
  await field.setInputFiles({ name: 'proof.pdf', mimeType: 'application/pdf', buffer: proof })
  await field.setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: proof })
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  await field.setInputFiles({ name: 'copy.jpg', mimeType: 'image/jpeg', buffer: proof })
  await page.getByText('Cannot upload the same file').waitFor()
  await noFaults(desk, '73-qualifying')
  await next()

  await heading('Review and submit')
  for (const box of await page.getByRole('checkbox', { name: /I have read and agree/ }).all()) await box.check()
  await noFaults(desk, '74-review')
  await page.getByRole('button', { name: 'Submit entry', exact: true }).click()
  await page.getByRole('img', { name: 'WeChat Pay code' }).waitFor()
  await page.getByText('¥50.00').first().waitFor()
  const { tradeno } = await stage.world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', 2029)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(stage.world.parts.integrations.sandbox.wechatpay?.pay(tradeno)).toBe(true)
  await stage.world.parts.integrations.sandbox.wechatpay?.deliver('all')
  await heading("You're in!")
  await noFaults(desk, '75-status')
  expect(desk.errors).toEqual([])
})
