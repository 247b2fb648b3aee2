import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleNoticesList, consoleNoticesSave, consoleNoticesShow } from '#features/notices/contract.ts'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { proofPicture } from '../browser/gardens.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

const words = {
  en: {
    write: 'New notice',
    own: 'English',
    other: '简体中文',
    title: 'Title',
    text: 'Text',
    missing: 'Missing',
    style: 'Paragraph style',
    bullets: 'Bulleted list',
    table: 'Table',
    row_after: 'Row below',
    column_remove: 'Delete column',
    picture: 'Picture',
    alt: 'Description for screen readers',
    width: 'Width',
    apply: 'Apply',
    undo: 'Undo',
    film: 'Film',
    film_address: 'Address of the film',
    film_page: /cannot be played here/,
    cancel: 'Cancel',
    discard: 'Discard and close',
    left: 'Pictures on other sites are not pasted: 2. ',
    later: /^Scheduled/,
    publish_at: /^Publish at/,
    until: /^Take down at/,
    save: 'Save',
    saved: /^Saved: /,
    scheduled: 'Scheduled',
    restored: "We've restored your unsaved changes",
    merged: /Both changes are merged/,
    preview: "Preview the runner's page",
    close: 'Close',
    html: 'Edit the HTML',
    raw_text: 'Turn into text',
  },
  'zh-cn': {
    write: '新建公告',
    own: '简体中文',
    other: 'English',
    title: '标题',
    text: '正文',
    missing: '未填',
    style: '段落样式',
    bullets: '项目符号',
    table: '表格',
    row_after: '下方插入行',
    column_remove: '删除列',
    picture: '图片',
    alt: '图片描述（供读屏使用）',
    width: '显示宽度',
    apply: '确定',
    undo: '撤销',
    film: '视频',
    film_address: '视频文件地址',
    film_page: /不能嵌入播放/,
    cancel: '取消',
    discard: '放弃并关闭',
    left: '2 张图片在其他网站上',
    later: /^定时发布/,
    publish_at: /^发布时间/,
    until: /^下线时间/,
    save: '保存',
    saved: /^已保存：/,
    scheduled: '定时发布',
    restored: '已恢复上次未保存的修改',
    merged: /已合并双方的修改/,
    preview: '预览选手页面',
    close: '关闭',
    html: '编辑 HTML 源码',
    raw_text: '转为可编辑文字',
  },
} as const
type Said = (typeof words)[keyof typeof words]

/** Opens a browser for a member of staff who is an editor, and collects its requests to other hosts. */
const arrive = async (size: 'phone' | 'desktop', lang: keyof typeof words) => {
  const { token } = await staffSession(stage.world, [{ raceid: 2026, role: 'editor' }])
  const visitor = await stage.visit(size, lang)
  await visitor.context.addCookies([{ name: 'startline_console', value: token, url: stage.origin }])
  const elsewhere: string[] = []
  visitor.page.on('request', (request) => {
    if (!request.url().startsWith(stage.origin) && !/^(data|blob|about):/.test(request.url()))
      elsewhere.push(request.url())
  })
  return { ...visitor, token, elsewhere }
}
const textOf = ({ page }: Visitor) => page.locator('.article-text')
const paste = ({ page }: Visitor, html: string): Promise<void> =>
  page.locator('.article-text').evaluate((field, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    clipboardData.setData('text/plain', 'plain')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
const html = (visitor: Visitor) => textOf(visitor).evaluate((field) => field.innerHTML)
/** Returns a moment on the race's clock, as the text of a field for date and time. */
const localTime = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16)

const ofWord =
  "<p class=MsoNormal><b><span style='font-size:10.5pt;color:#c00000'>补给站</span></b><o:p></o:p></p>" +
  "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>5 km</p>" +
  "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>10 km<o:p></o:p></p>" +
  '<p><img src="file:///C:/Users/x/a.png"></p>'
const hostile =
  '<section style="background:url(https://evil.example/bg.png)"><p onclick="window.hurt=1">领物<img src="x" onerror="window.hurt=1"></p>' +
  '<section><img data-src="https://evil.example/a.jpg" src="https://evil.example/b.jpg"></section>' +
  '<script>window.hurt=1</script><a href="javascript:window.hurt=1">点我</a><svg onload="window.hurt=1"></svg>' +
  '<div data-raw="&lt;b onclick=window.hurt=1&gt;b&lt;/b&gt;"></div></section>'

const written = '<p><strong>请带证件</strong><br>第二行</p><h2>小标题</h2>'
const writeText = async (visitor: Visitor, said: Said) => {
  const { page } = visitor
  const text = textOf(visitor)
  await page.getByRole('textbox', { name: said.title }).fill('领物须知')
  await text.click()
  // The keyboard of a phone changes the text directly. A browser on a desktop cannot imitate this, so in a window of a
  // phone's size the test pastes the text.
  if (page.viewportSize()!.width < 700) return paste(visitor, `${written}<p></p>`)
  await page.keyboard.press('Control+b')
  await page.keyboard.type('请带证件')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('第二行')
  await page.keyboard.press('Enter')
  await page.keyboard.type('小标题')
  await page.getByLabel(said.style).selectOption({ index: 1 })
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  expect(await html(visitor)).toContain(written)
}

test.each([
  ['desktop', 'en'],
  ['phone', 'zh-cn'],
] as const)('an article is written, pasted, illustrated and scheduled, on a %s in %s', async (size, lang) => {
  const desk = await arrive(size, lang)
  const { page } = desk
  const said = words[lang]
  const text = textOf(desk)
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
  await desk.open('/console/2026/notices')
  await page.getByRole('link', { name: said.write }).click()
  await text.waitFor()
  await noFaults(desk, `a1-new-${size}`)
  await writeText(desk, said)

  // The test pastes an article from Word. The paragraphs of Word's list become a list in HTML, and the picture on the
  // author's disk is left out. Then the test pastes a hostile page.
  await paste(desk, ofWord)
  expect(await html(desk)).toContain('<ol><li><p>5 km</p></li><li><p>10 km</p></li></ol>')
  expect(await html(desk)).toContain('<strong>补给站</strong>')
  await page.keyboard.press('Control+End')
  // The editor undoes all edits within half a second as one step, so the test waits a little longer.
  await page.waitForTimeout(700)
  await paste(desk, hostile)
  await page.getByText(said.left).waitFor()
  expect(await html(desk)).not.toMatch(/onerror|onclick|javascript:|evil|<script|<svg/)
  // The browser reports each inline handler that the page's policy forbids. No handler runs.
  const [reported, others] = [true, false].map((is) =>
    desk.errors.filter((one) => /inline event handler/.test(one) === is),
  )
  expect(others).toEqual([])
  desk.errors.splice(0, reported!.length)
  await noFaults(desk, `a2-pasted-${size}`)
  expect(await page.evaluate(() => (globalThis as { hurt?: number }).hurt)).toBeUndefined()
  expect(desk.elsewhere, 'nothing is fetched from elsewhere').toEqual([])
  await tool(said.undo).click()
  expect(await html(desk)).not.toContain('领物')
  expect(await html(desk)).toContain('10 km')

  await text.focus()
  await page.keyboard.press('Control+End')
  await tool(said.table).click()
  await page.keyboard.type('站点')
  await page.keyboard.press('Tab')
  await page.keyboard.type('时间')
  await page.keyboard.press('Tab')
  await tool(said.row_after).click()
  await tool(said.column_remove).click()
  expect(await text.locator('table tr').count()).toBe(4)
  expect(await text.locator('table tr').first().locator('th').count()).toBe(2)
  await noFaults(desk, `a3-table-${size}`)

  // The page stores the picture and its description on our server.
  await text.locator('h2').click()
  await page.keyboard.press('End')
  await tool(said.picture).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'map.jpg',
    mimeType: 'image/jpeg',
    buffer: await proofPicture(),
  })
  await dialog.getByLabel(said.width).selectOption('50%')
  await dialog.locator('img').waitFor()
  await dialog.locator('input[type=file]:enabled').waitFor({ state: 'attached' })
  await expect.poll(() => dialog.locator('[aria-busy]').count()).toBe(0)
  await dialog.getByRole('button', { name: said.apply }).click()
  await dialog.locator('[aria-invalid]').waitFor()
  await dialog.getByLabel(said.alt).fill('领物点位置图')
  await noFaults(desk, `a4-picture-${size}`)
  await dialog.getByRole('button', { name: said.apply }).click()
  const picture = text.locator('img[src^="/files/2026/"]')
  expect(await picture.getAttribute('alt')).toBe('领物点位置图')
  expect(await picture.getAttribute('style')).toBe('width: 50%;')

  // The address of a page on a video site is no address of a film.
  await tool(said.film).click()
  await dialog.getByLabel(said.film_address).fill('https://v.qq.com/x/page/a.html')
  await dialog.getByRole('button', { name: said.apply }).click()
  await dialog.getByText(said.film_page).waitFor()
  await dialog.getByRole('button', { name: said.cancel }).click()
  await dialog.getByRole('button', { name: said.discard }).click()

  // The tab of the language without a text says that the text is missing. The author writes this text and sets the
  // schedule.
  const tab = (name: string) => page.locator('fieldset label').filter({ hasText: name }).first()
  expect(await tab(said.other).innerText()).toContain(said.missing)
  await tab(said.other).click()
  await text.waitFor()
  expect(await html(desk)).not.toContain('table')
  await noFaults(desk, `a5-missing-${size}`)
  await page.getByRole('textbox', { name: said.title }).fill('Other language')
  await text.click()
  await page.keyboard.type('Bring it')
  await page.getByRole('radio', { name: said.later }).check({ force: true })
  const now = stage.world.clock.now()
  const [from, until] = [30, 90].map((minutes) => new Date(Math.ceil(now.getTime() / 60_000 + minutes) * 60_000))
  await page.getByLabel(said.publish_at).fill(localTime(from!))
  await page.getByLabel(said.until).fill(localTime(new Date(now.getTime() - 3_600_000)))
  const save = page.getByRole('button', { name: said.save, exact: true })
  await save.click()
  await page.locator('[aria-invalid]').first().waitFor()
  await noFaults(desk, `a6-wrong-end-${size}`)
  await page.getByLabel(said.until).fill(localTime(until!))

  // The typed text is back after a reload, and the preview shows the text.
  await page.waitForTimeout(600)
  await desk.reload()
  await page.getByText(said.restored).waitFor()
  await tab(said.own).click()
  expect(await html(desk)).toContain('请带证件')
  if (size === 'phone') await page.getByRole('button', { name: said.preview }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('请带证件').waitFor()
  await frame.locator('table').waitFor()
  await noFaults(desk, `a7-preview-${size}`)
  if (size === 'phone') await page.getByRole('button', { name: said.close }).click()
  await save.click()
  await page.getByText(said.saved).first().waitFor()
  await page.waitForURL(/notice\?id=\d+/)
  const id = Number(new URL(page.url()).searchParams.get('id'))
  await desk.open('/console/2026/notices')
  await page.getByText(said.scheduled, { exact: true }).first().waitFor()
  await noFaults(desk, `a8-list-${size}`)

  // Runners see the article only between the two times of its schedule. Chinese readers see the Chinese text, and
  // English readers the English text.
  const runner = await stage.visit('phone', lang)
  const address = `/notice?raceid=2026&noticeid=${id}`
  const heading = (name: string) => runner.page.getByRole('heading', { name })
  await runner.open(address)
  await runner.page.waitForURL(/\/home/)
  stage.world.clock.set(from!)
  await runner.open(address)
  await heading('领物须知').waitFor()
  expect(await runner.page.locator('article img').getAttribute('alt')).toBe('领物点位置图')
  runner.errors.length = 0
  await noFaults(runner, `a9-runner-${size}`)
  const [chinese, english] = lang === 'en' ? ['Other language', '领物须知'] : ['领物须知', 'Other language']
  for (const [reader, title] of [
    ['zh-cn', chinese],
    ['en', english],
    ['zh-tw', chinese],
  ] as const) {
    await runner.open(`${address}&lang=${reader}`)
    await heading(title).waitFor()
  }
  stage.world.clock.set(until!)
  await runner.open(address)
  await runner.page.waitForURL(/\/home/)
  await desk.context.close()
  await runner.context.close()
})

test('old HTML stays as it is, and two people who change one article lose nothing', async () => {
  const desk = await arrive('desktop', 'en')
  const { page, token } = desk
  const said = words.en
  const soup =
    '<section style="background:#fff3e0;padding:12px"><section style="text-align:center">赞助</section></section>'
  const { id } = await stage.world.ask(
    consoleNoticesSave,
    { raceid: 2026, kind: 'post', title: '老文章', content: `<p>第一段</p>${soup}<p>末段</p>`, published: true },
    { token },
  )
  await desk.open(`/console/2026/notice?id=${id}`)
  const text = textOf(desk)
  await text.locator('.raw-html').waitFor()
  await noFaults(desk, 'a10-raw')
  await text.locator('p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type('，补一句')
  stage.world.clock.advance(1000)
  await stage.world.ask(
    consoleNoticesSave,
    { raceid: 2026, id, kind: 'post', lang: 'en', title: 'Old article', content: '<p>First</p>', published: true },
    { token },
  )
  const save = page.getByRole('button', { name: said.save, exact: true })
  await save.click()
  await page.getByText(said.merged).first().waitFor()
  await noFaults(desk, 'a11-merged')
  stage.world.clock.advance(1000)
  await save.click()
  await page.getByText(said.saved).first().waitFor()
  const { texts } = await stage.world.ask(consoleNoticesShow, { raceid: 2026, id }, { token })
  expect(texts['zh-cn']!.content).toBe(`<p>第一段，补一句</p>${soup}<p>末段</p>`)
  expect(texts.en).toEqual({ title: 'Old article', content: '<p>First</p>' })

  // An expert edits the HTML itself. The server cleans this HTML before the editor shows it.
  await page.getByRole('toolbar').getByRole('button', { name: said.html }).click()
  const area = page.getByRole('dialog').getByRole('textbox')
  await area.fill('<p>甲</p><p style="text-indent:2em" onclick="x()">乙<script>1</script></p>')
  await noFaults(desk, 'a12-html')
  await page.getByRole('dialog').getByRole('button', { name: said.apply }).click()
  await text.locator('.raw-html').waitFor()
  expect(await html(desk)).not.toMatch(/onclick|script|赞助/)
  await text.locator('.raw-html').click()
  await page.getByRole('button', { name: said.raw_text }).click()
  expect(await text.locator('.raw-html').count()).toBe(0)
  expect(await text.innerText()).toContain('乙')
  const list = await stage.world.ask(consoleNoticesList, { raceid: 2026, limit: 100 }, { token })
  expect(list.items.find((one) => one.id === id)?.langs).toEqual(['zh-cn', 'en'])
  await desk.context.close()
})

test('a notice counts the reader who sees it, and a link with a wrong section leads home and counts nobody', async () => {
  const { world } = stage
  const { token } = await staffSession(world, [{ raceid: 2026, role: 'editor' }])
  const given = { raceid: 2026, kind: 'post', articletype: 'traffic', title: '交通管制', published: true } as const
  const { id } = await world.ask(consoleNoticesSave, { ...given, content: '<p>长安街 6:00 起封路</p>' }, { token })
  const phone = await stage.visit()
  const counted: string[] = []
  phone.page.on('request', (request) => {
    if (request.url().endsWith('/counter/increase')) counted.push(request.postData() ?? '')
  })
  await phone.open(`/notice?raceid=2026&postid=${id}&articletype=news`)
  await phone.page.waitForURL(/\/home/)
  await phone.open(`/notice?raceid=2026&postid=${id + 1}`)
  await phone.page.waitForURL(/\/home/)
  expect(counted).toEqual([])
  const [answer] = await Promise.all([
    phone.page.waitForResponse(/\/counter\/increase/),
    phone.open(`/notice?raceid=2026&postid=${id}&articletype=traffic`),
  ])
  expect(await answer.json()).toMatchObject({ code: '200', data: { views: 1 } })
  await phone.page.getByText('长安街').waitFor()
  await phone.context.close()
})
