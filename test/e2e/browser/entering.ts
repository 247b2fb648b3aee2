import type { Visitor } from './browser.ts'

const words = {
  'zh-cn': {
    next: '下一步',
    event: /^欢乐跑/,
    card: '居民身份证',
    number: '证件号码',
    name: '姓名',
    sensitive: /敏感个人信息/,
    mobile: '手机号',
    rules: /参赛声明/,
    send: '提交报名',
  },
  en: {
    next: 'Continue',
    event: /^Fun run/,
    card: 'Chinese ID card',
    number: 'ID number',
    name: 'Name',
    sensitive: /sensitive/i,
    mobile: 'Mobile number',
    rules: /entry|terms/i,
    send: 'Submit entry',
  },
} as const

/** Fills in a whole sign-up for the free run of race 2026 and sends it. The runner is already logged in. */
export const enterFunRun = async (
  visitor: Visitor,
  lang: 'zh-cn' | 'en',
  { idnum, name, mobile }: { idnum: string; name: string; mobile: string },
): Promise<void> => {
  const { page } = visitor
  const t = words[lang]
  const next = () => page.getByRole('button', { name: t.next }).click()
  await visitor.open('/baoming?raceid=2026')
  await page.getByRole('radio', { name: t.event }).check()
  await next()
  await page.getByRole('radio', { name: t.card }).check()
  await page.getByLabel(t.number).fill(idnum)
  await page.getByLabel(t.name, { exact: true }).fill(name)
  await page.getByRole('checkbox', { name: t.sensitive }).check()
  await page.getByLabel(t.mobile).fill(mobile)
  await next()
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await next()
  await page.getByRole('checkbox', { name: t.rules }).first().check()
  await page.getByRole('button', { name: t.send }).click()
}
