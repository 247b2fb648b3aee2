import { expect, test } from 'vitest'
import { filledTemplate, noticeTime, oneTimeOf } from './filling.rules.ts'
import { type NoticeContent, keywordsIn, fieldsText, freeScene, isTemplateId, templateFaults } from './rules.ts'

const content: NoticeContent = {
  race: '2026 江城国际马拉松赛暨全国马拉松锦标赛选拔赛',
  event: '全程',
  title: '恭喜中签，请支付',
  text: '您已中签。\n请在 12 月 1 日前支付。',
  when: new Date('2026-02-28T16:05:00Z'),
  zone: 'Asia/Shanghai',
  place: '江城会展中心 B 馆',
  bib: 'A0123',
}

test('keywords are read as staff type them, and wrong keywords are refused', () => {
  expect(keywordsIn(' thing1=race， time2=when;thing3＝text ')).toEqual({
    thing1: 'race',
    time2: 'when',
    thing3: 'text',
  })
  for (const wrong of ['', 'thing=race', 'thing1', 'thing1=runner', 'thing1=race=event', 'thing1=race thing1=event'])
    expect(keywordsIn(wrong), wrong).toBeUndefined()
  expect(keywordsIn('amount1=race'), 'a kind that no value fits').toBeUndefined()
  expect(keywordsIn('time1=race'), 'only a moment fits a keyword of time').toBeUndefined()
  expect(keywordsIn('__proto__1=race')).toBeUndefined()
  expect(keywordsIn('thing1=constructor')).toBeUndefined()
  const six = [1, 2, 3, 4, 5, 6].map((n) => `thing${n}=race`).join(',')
  expect(keywordsIn(six), 'the vendor takes five keywords').toBeUndefined()
  expect(fieldsText(keywordsIn('thing1=race,date2=when')!)).toBe('thing1=race, date2=when')
  expect(['short', 'a'.repeat(43), 'a'.repeat(65), `${'a'.repeat(40)} b`].map(isTemplateId)).toEqual([
    false,
    true,
    false,
    false,
  ])
})

test('each value fits its keyword, also emoji and a moment just after midnight in Shanghai', () => {
  expect(noticeTime(content.when!, 'Asia/Shanghai')).toBe('2026年3月1日 00:05')
  const fields = keywordsIn('thing1=race,time2=when,thing3=text,phrase4=title,character_string5=bib')!
  const data = filledTemplate({ fields }, content)!
  expect(data).toEqual({
    thing1: '2026 江城国际马拉松赛暨全国马拉松…',
    time2: '2026年3月1日 00:05',
    thing3: '您已中签。 请在 12 月 1 日前支…',
    phrase4: '恭喜中签请',
    character_string5: 'A0123',
  })
  const faces = filledTemplate({ fields: { thing1: 'race' } }, { ...content, race: '🏃'.repeat(30) })!
  expect([...faces.thing1!]).toHaveLength(20)
  expect(faces.thing1!.isWellFormed()).toBe(true)
  expect(filledTemplate({ fields: { thing1: 'place' } }, { ...content, place: '' }), 'the title stands in').toEqual({
    thing1: '恭喜中签，请支付',
  })
  expect(filledTemplate({ fields: { time1: 'when' } }, { ...content, when: null }), 'no moment').toBeUndefined()
  expect(filledTemplate({ fields: { character_string1: 'race' } }, { ...content, race: '江城' })).toBeUndefined()
  expect(oneTimeOf({ title: '一二三四五六七八九十一二三四五六', text: '长'.repeat(300) })).toEqual({
    title: '一二三四五六七八九十一二三四…',
    text: `${'长'.repeat(199)}…`,
  })
})

test('a scene is free, and every scene is within the limits of the vendor', () => {
  expect(freeScene([], 0)).toBe(1)
  expect(freeScene([1, 2, 3], 0)).toBe(4)
  expect(freeScene([10_000], 9999)).toBe(1)
  expect(
    freeScene(
      Array.from({ length: 10_000 }, (_, n) => n + 1),
      7,
    ),
  ).toBe(8)
})

test('the test of templates names what differs', () => {
  const mini = { start: { template: 'a', fields: { thing1: 'race' as const, time2: 'when' as const } } }
  expect(templateFaults({ mini }, [{ id: 'a', keywords: ['thing1', 'time2'] }])).toEqual([])
  expect(templateFaults({ mini }, [{ id: 'b', keywords: [] }])).toEqual([
    { moment: 'start', kind: 'missing', keywords: [] },
  ])
  expect(templateFaults({ mini }, [{ id: 'a', keywords: ['thing1', 'thing3'] }])).toEqual([
    { moment: 'start', kind: 'keywords', keywords: ['thing3', 'time2'] },
  ])
})
