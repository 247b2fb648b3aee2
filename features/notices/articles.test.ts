import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceHome } from '#features/finder/contract.ts'
import { consoleRacesCreateCopy } from '#features/editions/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { consoleRacesShow } from '#features/races/contract.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import type { InputOf } from '#contract/endpoint.ts'
import {
  consoleNoticesList,
  consoleNoticesPreview,
  consoleNoticesSave,
  consoleNoticesShow,
  noticeDetail,
  pageQuery,
  postQuery,
} from './contract.ts'
import { siteCatalogList } from './site.contract.ts'

let world: World
let editor: { token: string }
/** A step of the clock, shorter than a session. */
const step = 600_000

beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    for (const id of [7, 8]) await saveRace(tx, { id, name: `第${id}届`, time: now, published_at: now }, now)
  })
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
})
afterAll(() => world?.close())

type Save = InputOf<typeof consoleNoticesSave>
const write = (notice: Partial<Save>, as = editor) =>
  world.ask(consoleNoticesSave, { raceid: 7, kind: 'post', published: true, ...notice }, as)
const inThree = {
  'zh-cn': { title: '交通', content: '<p>地铁</p>' },
  'zh-tw': { title: '交通（繁）', content: '<p>捷運</p>' },
  en: { title: 'Traffic', content: '<p>Metro</p>' },
}
const titleFor = async (lang: 'zh-cn' | 'zh-tw' | 'en', id: number) =>
  (await world.ask(noticeDetail, { id }, { lang })).title
const listed = async (lang: 'zh-cn' | 'zh-tw' | 'en', articletype: string) => {
  const page = await world.ask(postQuery, { raceid: 7, articletype }, { lang })
  return 'items' in page ? page.items.map(({ title, lang: of }) => [title, of]) : []
}
const soon = (steps: number) => new Date(world.clock.now().getTime() + steps * step).toISOString()

test('only staff with the right for this race open an article, and an article of another race is unknown', async () => {
  const { id } = await write({ texts: inThree })
  expect(await world.call(consoleNoticesShow, { raceid: 7, id })).toMatchObject({ code: '401' })
  expect(await world.call(consoleNoticesShow, { raceid: 8, id }, editor)).toMatchObject({ code: '403' })
  const other = await staffSession(world, [{ raceid: 8, role: 'editor' }])
  expect(await world.call(consoleNoticesShow, { raceid: 8, id }, other)).toMatchObject({ refusal: 'notice_not_found' })
  expect(
    await world.call(consoleNoticesSave, { raceid: 8, id, kind: 'post', title: 'x', published: true }, other),
  ).toMatchObject({ refusal: 'notice_not_found' })
})

test('a text without a title, and an article without a text, are named at their field', async () => {
  const draft = { raceid: 7, kind: 'post' as const, published: true }
  expect(await world.call(consoleNoticesSave, draft, editor)).toMatchObject({ data: { fields: { title: '必填哦' } } })
  expect(await world.call(consoleNoticesSave, { ...draft, texts: {} }, editor)).toMatchObject({
    code: '422',
    data: { fields: { title: expect.stringContaining('至少') as string } },
  })
  expect(
    await world.call(consoleNoticesSave, { ...draft, texts: { en: { title: ' ', content: 'x' } } }, editor),
  ).toMatchObject({ code: '422', data: { fields: { 'texts.en.title': expect.any(String) as string } } })
})

test('one article in three languages: each reader gets the own language, or Simplified Chinese', async () => {
  const { id } = await write({ articletype: 'three', texts: inThree })
  expect([await titleFor('zh-cn', id), await titleFor('zh-tw', id), await titleFor('en', id)]).toEqual([
    '交通',
    '交通（繁）',
    'Traffic',
  ])
  expect(await listed('en', 'three')).toEqual([['Traffic', 'en']])
  const { 'zh-tw': _, en: __, ...chinese } = inThree
  await write({ id, articletype: 'three', texts: chinese })
  for (const lang of ['zh-cn', 'zh-tw', 'en'] as const) {
    expect(await titleFor(lang, id), lang).toBe('交通')
    expect(await listed(lang, 'three'), lang).toEqual([['交通', 'zh-cn']])
  }
  expect(await world.ask(siteCatalogList, { raceid: 7 }, { lang: 'en' })).toMatchObject({
    items: expect.arrayContaining([{ kind: 'post', articletype: 'three', total: 1 }]) as unknown,
  })
})

test('an article in English alone is listed for English readers, and opens for everybody with its address', async () => {
  const { id } = await write({ articletype: 'english', texts: { en: inThree.en } })
  expect(await listed('en', 'english')).toEqual([['Traffic', 'en']])
  expect(await listed('zh-tw', 'english')).toEqual([])
  expect(await world.ask(noticeDetail, { id }, { lang: 'zh-cn' })).toMatchObject({ title: 'Traffic', lang: 'en' })
})

test('a write of one language leaves the others as they are', async () => {
  const { id } = await write({ texts: inThree })
  await write({ id, lang: 'en', title: 'Getting there', content: '<p>Bus</p><script>1</script>' })
  const opened = await world.ask(consoleNoticesShow, { raceid: 7, id }, editor)
  expect(opened).toMatchObject({
    langs: ['zh-cn', 'zh-tw', 'en'],
    texts: { ...inThree, en: { title: 'Getting there', content: '<p>Bus</p>' } },
  })
  const list = await world.ask(consoleNoticesList, { raceid: 7, limit: 100 }, { ...editor, lang: 'en' })
  expect(list.items.find((one) => one.id === id)).toMatchObject({ title: 'Getting there', langs: opened.langs })
})

test('an article appears and disappears at its moments, in lists, alone and on the home of the race', async () => {
  const { id } = await write({
    articletype: 'timed',
    texts: inThree,
    when: { from: soon(1), until: soon(3) },
    pinned: true,
  })
  const seen = async () => [
    (await world.call(noticeDetail, { id })).code,
    (await listed('zh-cn', 'timed')).length,
    (await world.ask(raceHome, { raceid: 7 })).notices.filter((one) => one.id === id).length,
  ]
  expect(await seen()).toEqual(['404', 0, 0])
  world.clock.advance(step - 1)
  expect(await seen()).toEqual(['404', 0, 0])
  world.clock.advance(1)
  expect(await seen()).toEqual(['200', 1, 1])
  // A change of the text keeps the beginning and the end of the time in which runners see the article.
  const before = await world.ask(consoleNoticesShow, { raceid: 7, id }, editor)
  await write({ id, articletype: 'timed', title: '新', content: '', pinned: true })
  const after = await world.ask(consoleNoticesShow, { raceid: 7, id }, editor)
  expect([after.published_at, after.shown_until]).toEqual([before.published_at, before.shown_until])
  world.clock.advance(2 * step)
  expect(await seen()).toEqual(['404', 0, 0])
  // The text changes after runners no longer see the article. The end of its time stays as it was.
  await write({ id, articletype: 'timed', texts: inThree, when: { from: null, until: after.shown_until } })
  expect(await seen()).toEqual(['404', 0, 0])
  await write({ id, articletype: 'timed', texts: inThree, when: { from: null, until: null } })
  expect(await seen()).toEqual(['200', 1, 1])
})

test('an end before the beginning is refused at its field', async () => {
  for (const [from, until] of [
    [soon(2), soon(1)],
    [null, soon(-1)],
    [soon(1), soon(1)],
  ] as const)
    expect(
      await world.call(
        consoleNoticesSave,
        { raceid: 7, kind: 'post', published: true, texts: inThree, when: { from, until } },
        { ...editor, lang: 'en' },
      ),
    ).toMatchObject({ code: '422', data: { fields: { 'when.until': expect.stringContaining('after') as string } } })
  expect(
    await world.call(
      consoleNoticesSave,
      { raceid: 7, kind: 'post', published: true, texts: inThree, when: { from: 'tomorrow', until: null } },
      editor,
    ),
  ).toMatchObject({ code: '422', data: { fields: { 'when.from': expect.any(String) as string } } })
})

test('a later publication without its time is refused at the field, and nothing is published', async () => {
  const send = (published: boolean) =>
    world.call(
      consoleNoticesSave,
      {
        raceid: 7,
        kind: 'post',
        articletype: 'later',
        published,
        texts: inThree,
        when: { from: null, until: null, later: true },
      },
      { ...editor, lang: 'en' },
    )
  expect(await send(true)).toMatchObject({
    code: '422',
    data: { fields: { 'when.from': 'Choose when to publish it, or publish it now' } },
  })
  expect(await listed('zh-cn', 'later')).toEqual([])
  expect((await send(false)).code, 'a draft needs no time').toBe('200')
})

test('three texts of the largest size are accepted and cleaned one by one, and a larger text is named', async () => {
  const long = (n: number) => ({ title: '长'.repeat(200), content: `<p>${'䶮'.repeat(n - 7)}</p>` })
  const texts = {
    'zh-cn': long(200_000),
    'zh-tw': long(200_000),
    en: { title: '😀', content: '<p>a<script>1</script></p>' },
  }
  const { id } = await write({ texts: { ...texts, en: long(200_000) } })
  expect((await world.ask(noticeDetail, { id }, { lang: 'zh-tw' })).content).toHaveLength(200_000)
  await write({ id, texts })
  expect(await world.ask(noticeDetail, { id }, { lang: 'en' })).toMatchObject({ title: '😀', content: '<p>a</p>' })
  expect(
    await world.call(
      consoleNoticesSave,
      { raceid: 7, kind: 'post', published: true, texts: { en: long(200_001) } },
      editor,
    ),
  ).toMatchObject({ code: '422', data: { fields: { 'texts.en.content': expect.any(String) as string } } })
  const preview = await world.ask(consoleNoticesPreview, { raceid: 7, content: long(200_000).content }, editor)
  expect(preview.content).toHaveLength(200_000)
})

test('of two people who save all languages at once, the later one is told', async () => {
  const { id } = await write({ texts: inThree })
  const { updated_at } = await world.ask(consoleNoticesShow, { raceid: 7, id }, editor)
  world.clock.advance(1000)
  const both = await Promise.all(
    ['甲', '乙'].map((title) =>
      world.call(
        consoleNoticesSave,
        { raceid: 7, id, kind: 'post', published: true, updated_at, texts: { en: { title, content: '' } } },
        editor,
      ),
    ),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  const { texts } = await world.ask(consoleNoticesShow, { raceid: 7, id }, editor)
  expect(Object.keys(texts), 'one of them whole').toEqual(['en'])
})

test('the log keeps the texts of a change by their languages', async () => {
  const { id } = await write({ texts: inThree })
  world.clock.advance(1000)
  await write({ id, texts: { ...inThree, en: { title: 'New', content: '<p>n</p>' } } })
  const log = await world.db.selectFrom('log').selectAll().where('target', '=', `notice ${id}`).orderBy('id').execute()
  expect(log.map(({ what }) => what)).toEqual(['notice written', 'notice changed'])
  expect(log[1]).toMatchObject({ before: { texts: inThree }, after: { texts: { en: { title: 'New' } } } })
})

test("a copy of last year's race has its articles in all languages, as drafts, and its links lead to them", async () => {
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const guide = await write({ kind: 'page', texts: inThree })
  const news = await write({
    texts: { 'zh-cn': { title: '新', content: `<p><a href="/notice?raceid=7&amp;pageid=${guide.id}">x</a></p>` } },
  })
  const race = await world.db.selectFrom('races').selectAll().where('id', '=', 7).executeTakeFirstOrThrow()
  const menu = [{ key: 'other', page: `/notice?pageid=${guide.id}`, names: { 'zh-cn': '指南' } }]
  const now = world.clock.now()
  await world.db.transaction().execute((tx) => saveRace(tx, { ...race, menu } as never, now))
  const copy = { from: 7, number: 77, name: '新一届', time: soon(6 * 24 * 300), zone: 'Asia/Shanghai', events: [] }
  await world.ask(consoleRacesCreateCopy, { ...copy, parts: ['menu', 'articles'] } as never, owner)
  const { items } = await world.ask(consoleNoticesList, { raceid: 77, limit: 100 }, owner)
  const copied = items.find(({ kind }) => kind === 'page')!
  expect(copied).toMatchObject({ langs: ['zh-cn', 'zh-tw', 'en'], published_at: null, shown_until: null, views: 0 })
  expect(items.every((one) => one.published_at === null && one.id > news.id)).toBe(true)
  const linked = items.find(({ title }) => title === '新')!
  expect(linked.content).toContain(`raceid=77&amp;pageid=${copied.id}"`)
  expect((await world.ask(consoleRacesShow, { raceid: 77 }, owner)).menu).toMatchObject([
    { page: `/notice?pageid=${copied.id}` },
  ])
  expect(await world.call(pageQuery, { id: copied.id })).toMatchObject({ code: '404' })
  expect(await world.ask(pageQuery, { id: guide.id }), 'the first one stays').toMatchObject({ title: '交通' })
})
