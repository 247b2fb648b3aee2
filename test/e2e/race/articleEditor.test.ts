import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type Page, chromium } from 'playwright-core'
import { type Rolldown, build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { sanitise } from '#features/notices/sanitise.rules.ts'
import { demoNotices } from '#tools/demo/notices/notices.ts'
import { chromiumFlags, chromiumPath } from '#tools/screens.ts'
import type { EditorParts } from '../browser/articleEditing.ts'

const root = join(import.meta.dirname, '../../..')
let browser: Browser
let page: Page
const requests: string[] = []

/** Returns the styles of an organiser's text, as ui/look/look.css has them. */
const proseStyles = (): string => {
  const sheet = readFileSync(join(root, 'ui/look/look.css'), 'utf8')
  const [, prose] = /@utility prose \{([\s\S]*?)\n\}\n/.exec(sheet)!
  return `* { margin: 0; padding: 0; box-sizing: border-box; font-size: 16px } .prose { ${prose} }`
}

beforeAll(async () => {
  const made = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, '../browser/articleEditing.ts'), formats: ['iife'], name: 'parts' },
    },
  })) as Rolldown.RolldownOutput[]
  browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags })
  page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  page.on('request', (request) => requests.push(request.url()))
  await page.setContent(`<style>${proseStyles()}</style><div id="text" class="prose" style="overflow:hidden"></div>`)
  await page.addScriptTag({ content: made[0]!.output[0].code })
})
afterAll(() => browser?.close())

const roundTrip = (html: string) =>
  page.evaluate(
    (given) => (globalThis as unknown as { editorParts: EditorParts }).editorParts.roundTrip(given),
    sanitise(html),
  )
const paste = (html: string) =>
  page.evaluate((given) => (globalThis as unknown as { editorParts: EditorParts }).editorParts.paste(given), html)
const seen = async (html: string): Promise<Buffer> => {
  await page.evaluate((given) => void (document.getElementById('text')!.innerHTML = given), html)
  return page.locator('#text').screenshot()
}

test('opening and saving each article of the demo changes nothing that a reader sees, and each of them is editable', async () => {
  for (const { texts } of demoNotices)
    for (const lang of langs) {
      const content = texts[lang]?.content
      if (content === undefined) continue
      const { html, raw } = await roundTrip(content)
      expect(raw, content).toEqual([])
      expect(sanitise(html)).toBe(sanitise(content))
      expect((await seen(html)).equals(await seen(sanitise(content))), content).toBe(true)
    }
})

const picture = '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==" '
test.each([
  ['words alone', '集合\n六点', 0],
  ['lines and empty lines', '<p>a<br>b</p><p><br></p><p>c<br></p><p></p><p>d</p>', 0],
  ['marks in each order', '<p><em><strong>a</strong></em> <b>b</b> <del>c</del> <u>d</u>  e&nbsp;&nbsp;f</p>', 0],
  ['headings and alignment', '<h1>a</h1><h5 style="text-align:right">b</h5><p style="text-align:center">c</p>', 0],
  ['lists in lists', '<ol start="3"><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ol>', 0],
  ['a table', '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><p>b</p></td></tr></tbody></table>', 0],
  ['merged cells', '<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c<br>d</td></tr></table>', 0],
  ['a picture with a width', `<p>${picture}alt="x" width="60" height="40" style="width:50%"></p>`, 0],
  [
    'a coloured link',
    '<p><a href="https://x.example"><span style="color:#c00">a</span></a> <a href="/query">b</a></p>',
    0,
  ],
  ['quotes and lines', '<blockquote><p>a</p><p>b</p></blockquote><hr><blockquote>c</blockquote>', 0],
  ['𠮷, 😀 and signs of HTML', '<p>𠮷䶮😀 &lt;script&gt; &amp; "</p>', 0],
  ['boxes of WeChat', '<p>a</p><section style="background:#fff3e0;padding:8px"><p>b</p></section><p>c</p>', 1],
  ['words between blocks', '<p>a</p>b <em>c</em><p>d</p>', 1],
  [
    'sizes, indents and powers',
    '<p style="text-indent:2em">a</p><p><span style="font-size:20px">b</span></p><p>m<sup>2</sup></p>',
    3,
  ],
  ['widths of columns', '<table width="100%"><tr><td style="width:30%">a</td><td>b</td></tr></table>', 1],
  ['a figure', `<figure>${picture}alt=""><figcaption>a</figcaption></figure>`, 1],
  ['text as it was typed', '<pre>a\n  b</pre>', 1],
])('%s: a reader sees the same after opening and saving', async (_, content, blocks) => {
  const before = sanitise(content)
  const { html, raw } = await roundTrip(content)
  expect(raw.length, JSON.stringify(raw)).toBe(blocks)
  expect((await seen(sanitise(html))).equals(await seen(before)), html).toBe(true)
  const again = await roundTrip(html)
  expect(sanitise(again.html), 'a second time nothing changes at all').toBe(sanitise(html))
})

test('a text of the largest size opens within seconds', async () => {
  const long = '<p>早上<strong>六点</strong>集合，<a href="https://x.example" target="_blank">地图</a></p>'.repeat(2000)
  const { html, raw } = await roundTrip(long)
  expect([raw.length, html.match(/<p>/g)?.length]).toEqual([0, 2000])
})

test('a text from Word keeps headings, lists with their levels and tables, and nothing else of Word', async () => {
  const word = readFileSync(join(import.meta.dirname, '../browser/word.html'), 'utf8')
  expect(await paste(word)).toEqual({
    html:
      '<h2>参赛须知</h2><p><strong>请</strong>准时到场。</p><p>&nbsp;</p>' +
      '<ol><li>领物<ol><li>身份证</li></ol></li><li>检录</li></ol><ul><li>补给</li></ul>' +
      '<p style="text-align: center;">组委会</p><table><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table>',
    pictures: 1,
    films: 0,
  })
})

test('a text from an article of WeChat keeps its words, but not its pictures', async () => {
  const article =
    '<section style="background-image:url(https://pictures.example/x)"><section style="text-align: center;">' +
    '<section><p style="color:rgba(0,0,0,.9)"><span leaf="" style="color: rgb(192, 0, 0);font-weight: bold;">须知</span></p></section>' +
    '<section><img class="rich_pages" data-src="https://pictures.example/a/640?wx_fmt=png" style="width:100%"></section></section>' +
    '<section style="display:flex"><section>左</section><section>右<br>下</section></section><p><br></p>' +
    '<iframe src="https://films.example/x"></iframe><section></section><p>淡<span style="color:#ffd54f">黄</span></p></section>'
  expect(await paste(article)).toEqual({
    html:
      '<p style="text-align: center;"><span style="color: rgb(192, 0, 0);"><strong>须知</strong></span></p>' +
      '<p>左</p><p>右<br>下</p><p><br></p><p>淡黄</p>',
    pictures: 1,
    films: 1,
  })
})

test('whatever is pasted, the editor runs nothing, fetches nothing, and gives nothing of it away', async () => {
  requests.length = 0
  const hurt = 'window.hurt=1'
  for (const html of [
    `<img src=x onerror=${hurt}><svg onload=${hurt}><script>${hurt}</script></svg>`,
    `<a href="java\tscript:${hurt}">a</a><a href="data:text/html,<script>${hurt}</script>">b</a><a href="//evil.example">c</a>`,
    `<math><mtext><table><mglyph><style><img src=x onerror=${hurt}></style></mglyph></table></mtext></math>`,
    `<div data-raw="&lt;img src=x onerror=${hurt}&gt;&lt;iframe src=https://evil.example&gt;&lt;/iframe&gt;"></div>`,
    '<link rel=stylesheet href=https://evil.example/a.css><style>@import "https://evil.example/b.css"</style>',
    '<p style="background:url(https://evil.example/c);position:fixed;inset:0">x</p><base href="https://evil.example/">',
    '<video src="https://evil.example/v.mp4" autoplay></video><object data="https://evil.example/o"></object>',
    `<form action="https://evil.example"><button formaction="javascript:${hurt}">x</button></form>`,
  ]) {
    const { html: clean } = await paste(html)
    expect(clean, html).not.toMatch(/onerror|onload|script|evil|position|<style|<form|<iframe|<svg|<math/i)
    expect(sanitise(clean).replaceAll(' loading="lazy"', ''), 'the server agrees').not.toMatch(/onerror|script|evil/i)
  }
  expect(await page.evaluate(() => (globalThis as { hurt?: number }).hurt)).toBeUndefined()
  expect(requests).toEqual([])
})
