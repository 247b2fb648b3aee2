import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveRace } from '#features/races/service.ts'
import { deviceCookies, staffSession } from '#test/people.ts'
import { secondProcess } from '#test/second.ts'
import { type World, makeWorld } from '#test/world.ts'
import { publishNotice } from './service.ts'
import {
  archiveDetail,
  consoleNoticesList,
  consoleNoticesPreview,
  consoleNoticesRemove,
  consoleNoticesSave,
  counterIncrease,
  noticeDetail,
  pageQuery,
  postQuery,
  raceArchiveDetail,
} from './contract.ts'
import { addViews } from './store.ts'
import { siteCatalogList, siteLinksList, sitePostsList } from './site.contract.ts'

let world: World
let editor: { token: string }

beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    for (const id of [7, 8]) await saveRace(tx, { id, name: `第${id}届`, time: now, published_at: now }, now)
  })
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
})
afterAll(() => world?.close())

const write = (notice: {
  kind?: 'notice' | 'archive' | 'post' | 'page'
  title: string
  content?: string
  published?: boolean
  articletype?: string
  pinned?: boolean
}) =>
  world.ask(
    consoleNoticesSave,
    { raceid: 7, kind: 'notice', content: '<p>正文</p>', published: true, ...notice },
    editor,
  )

test('nothing of an unpublished race is shown, neither alone nor in a list', async () => {
  const now = world.clock.now()
  const notice = await world.db.transaction().execute(async (tx) => {
    await saveRace(tx, { id: 9, name: '筹备中', time: now, published_at: null }, now)
    return publishNotice(
      tx,
      9,
      { kind: 'notice', articletype: '', lang: 'zh-cn', title: '内部', content: '', pinned: false, published_at: now },
      now,
    )
  })
  expect(await world.call(noticeDetail, { id: notice.id })).toMatchObject({ code: '404', refusal: 'notice_not_found' })
  expect(await world.call(postQuery, { raceid: 9 })).toMatchObject({ code: '404', refusal: 'race_not_found' })
})

test('an unknown, unpublished or other notice is not found', async () => {
  const draft = await write({ title: '草稿', published: false })
  const archive = await write({ kind: 'archive', title: '往届' })
  expect(await world.call(noticeDetail, { id: 999_999 })).toMatchObject({
    code: '404',
    refusal: 'notice_not_found',
    msg: '没有找到这篇内容',
  })
  expect(await world.call(noticeDetail, { id: draft.id }, { lang: 'en' })).toMatchObject({
    code: '404',
    msg: "We couldn't find this article",
  })
  expect(await world.call(pageQuery, { id: archive.id })).toMatchObject({ code: '404' })
  expect(await world.call(archiveDetail, { id: draft.id })).toMatchObject({ code: '404' })
  const news = await write({ kind: 'post', articletype: 'news', title: '消息' })
  const guide = await write({ kind: 'page', articletype: 'guidebook', title: '指南' })
  expect(await world.call(postQuery, { id: news.id, articletype: 'news' })).toMatchObject({ code: '200' })
  for (const [call, id] of [
    [postQuery, news.id],
    [pageQuery, guide.id],
  ] as const)
    expect(await world.call(call, { id, articletype: 'traffic' }), 'of another section').toMatchObject({
      code: '404',
      refusal: 'notice_not_found',
    })
  expect(await world.call(counterIncrease, { target: 'page', target_id: archive.id })).toMatchObject({ code: '404' })
  expect(
    await world.call(raceArchiveDetail, { raceid: 8, id: archive.id }),
    'another race does not show it',
  ).toMatchObject({ code: '404' })
})

test('a wrong id and a list without a race are named', async () => {
  expect(await world.call(noticeDetail, { id: 'x' } as never)).toMatchObject({
    code: '422',
    data: { fields: { id: '请输入数字' } },
  })
  expect(await world.call(noticeDetail, {} as never, { lang: 'zh-tw' })).toMatchObject({
    code: '422',
    data: { fields: { id: expect.any(String) as string } },
  })
  expect(await world.call(postQuery, {})).toMatchObject({ code: '422', refusal: 'race_needed' })
})

test('only staff with the right for this race write', async () => {
  const notice = { raceid: 7, kind: 'notice' as const, title: 'x', content: 'y' }
  expect(await world.call(consoleNoticesSave, notice)).toMatchObject({ code: '401' })
  expect(await world.call(consoleNoticesSave, { ...notice, raceid: 8 }, editor)).toMatchObject({ code: '403' })
  expect(
    await world.call(consoleNoticesList, { raceid: 7 }, await staffSession(world, [{ raceid: 7, role: 'cashier' }])),
  ).toMatchObject({ code: '403' })
  expect(await world.call(consoleNoticesRemove, { raceid: 7, id: 999_999 }, editor)).toMatchObject({ code: '404' })
  expect(await world.call(consoleNoticesSave, { ...notice, title: '' }, editor)).toMatchObject({
    code: '422',
    data: { fields: { title: '必填哦' } },
  })
})

test('a notice is found by its id alone, under the names of the wire, and changes in place', async () => {
  const { id } = await write({ title: '开幕' })
  expect(await world.ask(noticeDetail, { id })).toMatchObject({
    id,
    raceid: 7,
    title: '开幕',
    subject: '开幕',
    content: '<p>正文</p>',
    views: 0,
  })
  await world.ask(
    consoleNoticesSave,
    { raceid: 7, id, kind: 'notice', title: '改期', content: '<p>新</p>', published: true },
    editor,
  )
  expect(await world.ask(noticeDetail, { id })).toMatchObject({ id, title: '改期', content: '<p>新</p>' })
})

test("parts of an organiser's HTML that run, load or frame are removed, and its look stays", async () => {
  const { content } = await write({
    title: 'x',
    content:
      '<h2 style="color:#c00;position:fixed">公告</h2><script>alert(1)</script><p onclick="x()">a<iframe src="https://e.example"></iframe></p><a href="javascript:alert(1)">b</a><a href="https://e.example">c</a><svg onload="x()"></svg><p style="background:url(https://e.example/p)">d</p><img src="x" onerror="y()"><table><tr><td colspan="2">e</td></tr></table>',
  })
  expect(content).not.toMatch(/script|onclick|iframe|svg|position|url\(|onerror/)
  expect(content).toContain('<h2 style="color:#c00">公告</h2>')
  expect(content).toContain('target="_blank" rel="noopener noreferrer nofollow"')
  expect(content).toContain('<td colspan="2">e</td>')
})

test('the styles of common editors stay, but no style that reaches other sites or covers other content', async () => {
  const kept =
    '<section style="background:#f5f5f5;border-left:4px solid #c00;display:inline-block;overflow:hidden;opacity:.9"><img src="https://e.example/a.png" style="float:left" loading="lazy" alt="" /></section>'
  const { content } = await world.ask(
    consoleNoticesPreview,
    {
      raceid: 7,
      content: `${kept}<p style="background:url(https://e.example/p);display:contents;float:inherit;border-left:url(x)">a</p>`,
    },
    editor,
  )
  expect(content).toBe(`${kept}<p>a</p>`)
})

test('lists are paged by their cursor, pinned first, then the newest, each once', async () => {
  const titles = []
  for (let at = 0; at < 5; at++) {
    world.clock.advance(60_000)
    await write({ kind: 'post', articletype: 'traffic', title: `文章${at}`, pinned: at === 2 })
  }
  let after: string | undefined
  do {
    const page = await world.ask(postQuery, { raceid: 7, articletype: 'traffic', limit: 2, after })
    if (!('items' in page)) throw new Error('a list was expected')
    titles.push(...page.items.map(({ title }) => title))
    after = page.after ?? undefined
  } while (after)
  expect(titles).toEqual(['文章2', '文章4', '文章3', '文章1', '文章0'])
})

test('a hundred simultaneous readers are a hundred views', async () => {
  const { id } = await write({ kind: 'page', title: '参赛手册' })
  const read = async (device: number) =>
    (
      await world.app.inject({
        method: 'POST',
        url: counterIncrease.path,
        payload: `target=page&target_id=${id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': `phone ${device}` },
      })
    ).json()
  await Promise.all(Array.from({ length: 100 }, (_, device) => read(device)))
  expect(await world.ask(pageQuery, { id })).toMatchObject({ views: 100 })
  expect(await read(5), 'once an hour').toMatchObject({ code: '200', data: { views: 100 } })
  world.clock.advance(3_600_001)
  expect(await read(5)).toMatchObject({ data: { views: 101 } })
})

test('two phones of one model behind one address are two devices, and each counts once an hour', async () => {
  const { id } = await write({ kind: 'page', title: '交通指南' })
  const [first, second] = await deviceCookies(world, 2)
  for (const [cookie, views] of [
    [first, 1],
    [first, 1],
    [second, 2],
  ] as const)
    expect(
      (
        await world.app.inject({
          method: 'POST',
          url: counterIncrease.path,
          payload: { target: 'page', target_id: id },
          headers: { cookie: cookie!, origin: world.parts.origin, 'user-agent': 'the same phone' },
        })
      ).json(),
    ).toMatchObject({ code: '200', data: { views } })
})

test('two servers count many notices at once, in any order and exactly, and neither waits for ever', async () => {
  const other = await secondProcess(world)
  const made: number[] = []
  for (let at = 0; at < 6; at++) made.push((await write({ title: `同时${at}` })).id)
  const views = (ids: readonly number[]) => ids.map((id) => ({ raceid: 7, id, views: 1 }))
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      addViews(at % 2 ? other.db : world.db, views(at % 4 < 2 ? made : made.toReversed())),
    ),
  )
  await other.db.destroy()
  for (const id of made) expect(await world.ask(noticeDetail, { id })).toMatchObject({ views: 40 })
})

test('an author sees beforehand the view of runners', async () => {
  expect(await world.call(consoleNoticesPreview, { raceid: 8, content: 'x' }, editor)).toMatchObject({ code: '403' })
  expect(
    await world.ask(
      consoleNoticesPreview,
      { raceid: 7, content: '<p style="color:red">a<script>1</script></p><video poster="http://e.example/p"></video>' },
      editor,
    ),
  ).toEqual({ content: '<p style="color:red">a</p><video></video>' })
})

test('of two people who change one notice, the later one is told and overwrites nothing', async () => {
  const { id } = await write({ title: '补给站' })
  const opened = async () =>
    (await world.ask(consoleNoticesList, { raceid: 7, limit: 100 }, editor)).items.find((one) => one.id === id)!
      .updated_at
  const draft = { raceid: 7, id, kind: 'notice' as const, content: 'x', published: true }
  const updated_at = await opened()
  world.clock.advance(1000)
  const both = await Promise.all(
    ['甲', '乙'].map((title) =>
      world.call(consoleNoticesSave, { ...draft, title, updated_at }, { ...editor, lang: 'en' }),
    ),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  expect(both.find(({ code }) => code === '409')).toMatchObject({
    refusal: 'notice_changed_meanwhile',
    msg: expect.stringContaining('Somebody else') as string,
  })
  world.clock.advance(1000)
  expect(
    await world.call(consoleNoticesSave, { ...draft, title: '丙', updated_at: await opened() }, editor),
  ).toMatchObject({ code: '200' })
})

test('a write that is repeated with the same key happens once', async () => {
  const draft = { raceid: 7, kind: 'notice' as const, title: '只此一次', content: 'x', published: true, _once: 'k1' }
  const [first, second] = await Promise.all([
    world.ask(consoleNoticesSave, draft, editor),
    world.ask(consoleNoticesSave, draft, editor),
  ])
  expect(second).toEqual(first)
})

test('a removed notice is gone, and the log keeps the person who removed it', async () => {
  const { id } = await write({ title: '撤下' })
  await world.ask(consoleNoticesRemove, { raceid: 7, id }, editor)
  expect(await world.call(noticeDetail, { id })).toMatchObject({ code: '404' })
  const log = await world.db.selectFrom('log').selectAll().where('target', '=', `notice ${id}`).orderBy('id').execute()
  expect(log.map(({ what }) => what)).toEqual(['notice written', 'notice removed'])
})

test('the site of a race: its sections, its posts by section, its links', async () => {
  const unknown = { code: '404', refusal: 'race_not_found' }
  for (const endpoint of [siteCatalogList, sitePostsList, siteLinksList])
    expect(await world.call(endpoint, { raceid: 99_999 })).toMatchObject(unknown)
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: 88,
        name: '湖畔跑',
        time: now,
        published_at: now,
        menu: [
          { key: 'results', page: '/report' },
          { key: 'other', page: '/notice?id=1', names: { en: 'Map', 'zh-cn': '地图' } },
          { key: 'photos', page: '/photos', hidden: true },
        ],
      },
      now,
    )
    for (const [title, articletype] of [
      ['甲', '交通'],
      ['乙', '交通'],
      ['丙', ''],
    ] as const)
      await publishNotice(
        tx,
        88,
        { kind: 'post', articletype, lang: 'zh-cn', title, content: '<p>x</p>', pinned: false, published_at: now },
        now,
      )
    await publishNotice(
      tx,
      88,
      { kind: 'page', articletype: '', lang: 'zh-cn', title: '草稿', content: '', pinned: false, published_at: null },
      now,
    )
  })
  expect((await world.ask(siteCatalogList, { raceid: 88 })).items).toEqual([
    { kind: 'post', articletype: '', total: 1 },
    { kind: 'post', articletype: '交通', total: 2 },
  ])
  const first = await world.ask(sitePostsList, { raceid: 88, articletype: '交通', limit: 1 })
  expect(
    (await world.ask(sitePostsList, { raceid: 88, articletype: '交通', limit: 1, after: first.after! })).items.map(
      ({ title }) => title,
    ),
  ).toEqual(['甲'])
  expect((await world.ask(sitePostsList, { raceid: 88, kind: 'page' })).items).toEqual([])
  expect(
    (await world.ask(siteLinksList, { raceid: 88 }, { lang: 'en' })).items.map(({ key, name, page }) => [
      key,
      name,
      page,
    ]),
  ).toEqual([
    ['results', 'Results', '/report'],
    ['other', 'Map', '/notice?id=1'],
  ])
})
