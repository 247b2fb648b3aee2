import { expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { targets } from '../targets.words.ts'
import { changeSentences, sentenceOf } from './sentence.rules.ts'

const entry = { staff: '陈晨', what: 'notice changed', target: 'notice 12', before: null, after: null }
const moment = () => '8:30'

test('an entry reads as a sentence in each language', () => {
  expect(sentenceOf(entry, 'zh-cn')).toBe('陈晨 修改了公告：公告 12')
  expect(sentenceOf(entry, 'en')).toBe('陈晨 changed a notice: notice 12')
  expect(sentenceOf({ ...entry, staff: null }, 'en'), 'the system').toBe('Changed a notice: notice 12')
  expect(sentenceOf({ ...entry, target: '/guidebooks/1/a.pdf' }, 'en')).toBe(
    '陈晨 changed a notice: /guidebooks/1/a.pdf',
  )
  expect(sentenceOf({ ...entry, what: 'an action of a later version' }, 'en')).toBe(
    '陈晨 an action of a later version: notice 12',
  )
})

test('a person who acts on their own staff account is named once', () => {
  const own = { ...entry, staffid: 2, what: 'owner made', target: 'staff 2' }
  expect(sentenceOf(own, 'en')).toBe('陈晨 became the owner')
  expect(sentenceOf({ ...own, target: 'staff 3' }, 'en')).toBe('陈晨 became the owner: staff member 3')
  // The removal of one's own account is logged like the removal of any other account.
  expect(sentenceOf({ ...own, what: 'staff removed' }, 'en')).toMatch(/: staff member 2$/)
  expect(sentenceOf({ ...own, staffid: null, staff: null }, 'en')).toBe('Became the owner: staff member 2')
})

test('amounts, moments, states, yes and no are written for readers', () => {
  const said = (before: object | null, after: object | null, lang: 'zh-cn' | 'en' = 'en') =>
    changeSentences({ target: 'event 1', before: before as never, after: after as never }, { lang, moment })
  expect(said({ fee: 10_000 }, { fee: 12_050 })).toEqual(['Fee from ¥100.00 to ¥120.50'])
  expect(said({ fee: 10_000 }, { fee: 12_050 }, 'zh-cn')).toEqual(['费用由 ¥100.00 改为 ¥120.50'])
  expect(said({ pay_end: null }, { pay_end: '2026-03-01T00:30:00.000Z' })).toEqual(['Pay by: 8:30'])
  expect(said({ published: false }, { published: true })).toEqual(['Published from no to yes'])
  expect(said({ reason: 'x' }, { reason: null })).toEqual(['Reason taken out (x)'])
  expect(said({ idnum: 'changed' }, { idnum: 'changed', bib: 'A1' })).toEqual([
    'ID number: changed (sealed)',
    'Bib: A1',
  ])
  expect(said(null, { roles: ['timer', 'cashier'] })).toEqual(['Roles: Timekeeper, Cashier'])
  expect(said({ roles: [] }, { roles: ['owner'] }, 'zh-cn'), 'from nothing').toEqual(['角色：所有者'])
  expect(said(null, { pay: 'free', difference: 5_000, waived: true })).toEqual([
    'Payment: Free',
    'Difference: ¥50.00',
    'Difference waived: yes',
  ])
  expect(said(null, { choices: ['keep', 'refund'], fallback: 'keep', kept_percent: 0 }, 'zh-cn')).toEqual([
    '可选处理方式：保留名额、退赛并退款',
    '未选择时：保留名额',
    '扣除比例（%）：0',
  ])
  const waitlist = { basis: 'draw_code', groups: 'alone' }
  expect(said(null, waitlist)).toEqual(['Order of the line: By waiting code', 'Groups: Each for oneself'])
  expect(said({ state: 'none' }, { state: 'official', version: 3 })).toEqual([
    'State from Not published to Official',
    'Version: 3',
  ])
  expect(said(null, null)).toEqual([])
})

test('a change of a registration names its fields as its runner reads them', () => {
  const said = (target: string, lang: 'zh-cn' | 'en') =>
    changeSentences({ target, before: { name: '马超' }, after: { name: '马小超' } }, { lang, moment })
  expect(said('registration 507', 'zh-cn')).toEqual(['姓名由 马超 改为 马小超'])
  expect(said('event 1', 'zh-cn')).toEqual(['名称由 马超 改为 马小超'])
  const sealed = { emertel: 'changed', enname: 'MA CHAO' }
  expect(
    changeSentences(
      { target: 'registration 507', before: { emertel: 'changed', enname: 'MA' }, after: sealed },
      { lang: 'zh-cn', moment },
    ),
  ).toEqual(['紧急联系电话：已改动（加密内容）', '英文姓名由 MA 改为 MA CHAO'])
})

test('settings, states and languages have words, and the kinds of things have different names', () => {
  const said = (before: object, after: object) =>
    changeSentences({ target: 'invoice 1', before: before as never, after: after as never }, { lang: 'zh-cn', moment })
  expect(said({ state: 'asked' }, { state: 'issued', number: '26112' })).toEqual([
    '状态由 待开具 改为 已开具',
    '号码：26112',
  ])
  expect(said({ textPrice: 5, mailSender: { en: 'A' } }, { textPrice: 6, mailSender: { en: 'B' } })).toEqual([
    '短信单价由 ¥0.05 改为 ¥0.06',
    '发件人名称 · English由 A 改为 B',
  ])
  for (const lang of langs) {
    const names = Object.values(targets).map((label) => label[lang])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  }
})
