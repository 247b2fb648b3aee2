import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleNoticesSave } from '#features/notices/contract.ts'
import { readyPhotos } from '#features/photos/processing.service.ts'
import { saveRace } from '#features/races/service.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { importRace226 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await importRace226(stage.world)
})
afterAll(() => stage?.close())

let made = 0
let tries = 0
/** Makes a new photo, so that no two tries send the same bytes. */
const photo = async () => {
  const shade = { r: (made * 67) % 256, g: (made * 29) % 256, b: 120 }
  const band = {
    input: { create: { width: 400, height: 40 + (++made % 200), channels: 3 as const, background: '#f2c14e' } },
    gravity: 'south' as const,
  }
  return sharp({ create: { width: 600, height: 400, channels: 3, background: shade } })
    .composite([band])
    .jpeg()
    .toBuffer()
}
const arrive = async (size: 'phone' | 'desktop', as: 'runner' | 'staff', token: string): Promise<Visitor> => {
  const visitor = await stage.visit(size, 'zh-cn')
  await visitor.logIn(as, token)
  return visitor
}

test('photos load on while the runner scrolls, and after a page that fails they wait for a press', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  const shot = `data:image/jpeg;base64,${(await photo()).toString('base64')}`
  const items = (of: number) =>
    Array.from({ length: 20 }, (_, n) => ({ id: of * 100 + n, raceid: 226, albumid: 1, url: shot, thumb: shot }))
  let [asked, broken] = [0, true]
  await page.route(/\/photo\/fetch/, (route) => {
    const second = /\b2\b/.test(
      `${route.request().url()} ${route.request().postData() ?? ''}`.replace(/.*page\W+/s, ''),
    )
    if (second && ++asked && broken) return route.fulfill({ status: 502, body: '<html>' })
    const data = { items: items(second ? 2 : 1), page: second ? 2 : 1, totalpage: 2, total: 40 }
    return route.fulfill({ json: { code: '200', msg: '', data } })
  })
  await phone.open('/photos?raceid=226&bib=A1002')
  const shown = page.getByRole('button', { name: /^照片 \d/ })
  await expect.poll(() => shown.count()).toBe(20)
  await page.mouse.wheel(0, 4_000)
  await page.getByText('加载失败').waitFor()
  const asks = asked
  await page.waitForTimeout(4_000)
  expect(asked, 'no page asks again by itself').toBe(asks)
  expect(await shown.count(), 'the photos stay').toBe(20)
  broken = false
  await page.getByRole('button', { name: '加载更多' }).click()
  await expect.poll(() => shown.count()).toBe(40)
  expect(await page.getByText('加载失败').count()).toBe(0)
})

test("a photographer's upload is interrupted, repeated, tagged and shown; a runner finds a photo, follows it, keeps it, and has it removed", async () => {
  const { world } = stage
  // Each try has an album, a runner and words of its own.
  const bib = `A100${2 + (tries++ % 2)}`
  const [name, reason] = [`终点 ${tries}`, `不想公开这张 ${tries}`]
  const photographer = await staffSession(world, [{ raceid: 226, role: 'photographer' }])
  const desk = await arrive('desktop', 'staff', photographer.token)
  await desk.open('/console/226/photos')
  await desk.page.getByRole('button', { name: '新建相册' }).click()
  await desk.page.getByRole('dialog').getByLabel('名称', { exact: true }).fill(name)
  await noFaults(desk, 'p1-album')
  await desk.page.getByRole('button', { name: '保存' }).click()
  await desk.page.getByText('这里没有照片').waitFor()
  const files = await Promise.all(
    [`${bib}_1.jpg`, `${bib}_2.JPG`, `${bib}-A1001_3.jpeg`, `${bib}_4.jpg`, 'IMG_0001.jpg'].map(async (file) => ({
      name: file,
      mimeType: 'image/jpeg',
      buffer: await photo(),
    })),
  )
  const chosen = [
    ...files,
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('1') },
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>1</script>') },
  ]
  const input = desk.page.locator('input[type=file][multiple]')
  // The network fails after the first two photos.
  let through = 0
  await desk.page.route('**/console/photos/upload', (route) => (through++ < 2 ? route.continue() : route.abort()))
  await input.setInputFiles(chosen)
  await desk.page.getByText('正在上传').first().waitFor()
  await desk.page.getByRole('button', { name: '停止' }).click()
  await desk.page.getByText(/张没有传上，请重试/).waitFor()
  await desk.page.unroute('**/console/photos/upload')
  desk.errors.length = 0
  await noFaults(desk, 'p2-broken-off')
  await input.setInputFiles(chosen)
  await desk.page.getByText(/上传完成：新增 \d 张，已有 [1-4] 张/).waitFor()
  await desk.page.getByText('5 张处理中').first().waitFor()
  await readyPhotos(world.parts, world.clock.now())
  await desk.page.getByText('5 张可用 · 1 张未标注').waitFor()
  await noFaults(desk, 'p4-ready')
  await desk.page.getByRole('button', { name: '快速标注', exact: true }).click()
  const typed = desk.page.getByLabel(/输入照片里的参赛号/)
  await typed.fill('a1001')
  await noFaults(desk, 'p5-tagging')
  await typed.press('Enter')
  await desk.page.getByText('全部标注完了').waitFor()
  await desk.page.keyboard.press('Escape')
  await desk.page.getByRole('link', { name: '全部相册' }).click()
  await desk.page.getByRole('heading', { name: '照片', exact: true }).waitFor()
  await desk.page.getByRole('button', { name: `编辑相册 ${name}` }).click()
  await desk.page.getByText('对选手公开').click()
  await desk.page.getByRole('button', { name: '保存' }).click()
  await desk.page.getByRole('dialog').waitFor({ state: 'detached' })
  const album = await world.db
    .selectFrom('albums')
    .select('id')
    .where('raceid', '=', 226)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const race = await world.db.selectFrom('races').selectAll().where('id', '=', 226).executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => saveRace(tx, { ...race, albumid: album.id }, world.clock.now()))

  const runner = await runnerSession(world)
  const phone = await arrive('phone', 'runner', runner.token)
  const { page } = phone
  const { _key } = await world.db
    .selectFrom('results')
    .select('_key')
    .where('raceid', '=', 226)
    .where('bib', '=', bib)
    .executeTakeFirstOrThrow()
  await phone.open(`/score?raceid=226&key=${_key}`)
  await page.getByRole('heading', { name: '赛事照片' }).waitFor()
  expect(await page.getByRole('list', { name: '赛事照片' }).getByRole('button').count()).toBe(3)
  await page.getByRole('link', { name: '查看其他 1 张照片' }).click()
  await page.getByRole('heading', { name: `参赛号 ${bib} 的照片` }).waitFor()
  await page.getByRole('button', { name: '有新照片通知我' }).click()
  await page.getByRole('button', { name: '已订阅' }).waitFor()
  await noFaults(phone, 'p6-found')
  await page.getByRole('button', { name: '照片 1 / ' }).first().click()
  const viewer = page.getByRole('dialog').first()
  await viewer.getByRole('button', { name: '收藏' }).click()
  await viewer.getByRole('button', { name: '已收藏' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('link', { name: '下载原图' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^photo-${bib}(-\\w+)?-\\d+\\.jpg$`))
  expect(await sharp(readFileSync(await download.path())).metadata()).toMatchObject({ width: 600, height: 400 })
  // A double tap zooms in, and another double tap zooms out. Two quick presses of the arrow move two photos further,
  // without a zoom. The phone's back button closes the photo and not the page.
  const scaled = () => viewer.locator('img').evaluate(({ style }) => style.transform)
  const twice = async (x: number, y: number) => {
    for (const _ of [1, 2]) await page.touchscreen.tap(x, y)
  }
  await twice(195, 300)
  await expect.poll(scaled).toContain('scale(2)')
  await twice(195, 300)
  await expect.poll(scaled).toContain('scale(1)')
  const arrow = (await viewer.getByRole('button', { name: '下一张' }).boundingBox())!
  await twice(arrow.x + 20, arrow.y + 20)
  await viewer.getByText(/照片 3 \/ /).waitFor()
  expect(await scaled()).toContain('scale(1)')
  await page.goBack()
  await viewer.waitFor({ state: 'detached' })
  expect(page.url()).toContain(`bib=${bib}`)
  await page.getByRole('button', { name: '照片 1 / ' }).first().click()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText(/照片 2 \/ /).waitFor()
  await noFaults(phone, 'p7-viewer')
  await viewer.getByRole('button', { name: '申请删除照片' }).click()
  await page.getByLabel('说明（选填）').fill(reason)
  await noFaults(phone, 'p8-report')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('已提交，组委会会尽快处理').first().waitFor()
  await viewer.getByRole('button', { name: '关闭' }).click()
  await phone.open('/photosmy?raceid=226')
  await page.getByRole('heading', { name: '我的收藏' }).waitFor()
  await noFaults(phone, 'p9-mine')
  await page.getByRole('link', { name: '照片订阅' }).click()
  await page.getByText(bib).waitFor()
  await noFaults(phone, 'p10-follows')

  await desk.open('/console/226/photos')
  const report = desk.page.getByRole('listitem').filter({ hasText: reason })
  await report.waitFor()
  await noFaults(desk, 'p11-reports')
  await report.getByRole('button', { name: '撤下', exact: true }).click()
  await report.waitFor({ state: 'detached' })
  await phone.open(`/score?raceid=226&key=${_key}`)
  await page.getByRole('link', { name: '查看更多照片' }).waitFor()
  // The server asks the face service only about registered people who agree.
  Object.assign(world.parts.integrations, {
    recognition: { bibsIn: () => Promise.resolve([]), photosWith: () => Promise.reject(new Error('nobody may ask')) },
  })
  await phone.open('/photos?raceid=226&bib=A1002')
  await page.getByRole('button', { name: '刷脸找照片' }).click()
  await page.getByText('只有报名了本赛事的选手可以刷脸找照片').waitFor()
  await noFaults(phone, 'p12-face')
  expect([phone.errors, desk.errors]).toEqual([[], []])
})

test("an organiser's text looks as its author wrote it; hostile parts run nothing and send no request; a missing text leads home", async () => {
  const { world } = stage
  const editor = await staffSession(world, [{ raceid: 226, role: 'editor' }])
  const evil = 'https://evil.example'
  const content = `<h3 style="color:#c00;text-align:center">交通</h3><p style="font-size:20px;width:2000px;margin-top:-400px"><b>四点半</b>起封路</p><table><tr><td colspan="2" style="background-color:#ffeeaa">表</td></tr></table><img src="https://pictures.example/map.png" alt="图">
    <script>window.pwned=1;fetch('${evil}/1')</script><img src=x onerror="window.pwned=2"><svg onload="window.pwned=3"><image href="${evil}/2"/></svg><iframe src="${evil}/3"></iframe><object data="${evil}/4"></object><embed src="${evil}/5">
    <link rel=stylesheet href="${evil}/6"><style>@import url(${evil}/7);body{background:url(${evil}/8)}</style><div style="background:url(${evil}/9);background-image:image-set('${evil}/10' 1x);list-style:url(${evil}/11);cursor:url(${evil}/12),auto">d</div>
    <meta http-equiv=refresh content="0;url=${evil}/13"><base href="${evil}/"><form action="${evil}/14"><input autofocus onfocus="window.pwned=4"><button>x</button></form><a href="javascript:window.pwned=5">j</a><a href="data:text/html,<script>1</script>">k</a>
    <video poster="${evil.replace('https', 'http')}/15" src="//evil.example/16" autoplay></video><img srcset="${evil}/17 1x"><img src="${evil.replace('https', 'http')}/18"><details open ontoggle="window.pwned=6"><summary>s</summary></details><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=7&gt;"></table></math>
    <noscript><p title="</noscript><img src=x onerror=window.pwned=8>"></noscript><p style="position:fixed;inset:0;z-index:99">over</p>`
  const { id } = await world.ask(
    consoleNoticesSave,
    { raceid: 226, kind: 'post', articletype: 'traffic', title: '比赛日交通', content, published: true },
    editor,
  )
  const phone = await stage.visit('phone', 'zh-cn')
  const left: string[] = []
  await phone.context.route(
    (url) => url.origin !== stage.origin,
    (route) => (
      left.push(route.request().url()),
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      })
    ),
  )
  await phone.open(`/notice?raceid=226&postid=${id}&articletype=traffic`)
  await phone.page.getByRole('heading', { name: '比赛日交通' }).waitFor()
  await phone.page.getByRole('img', { name: '图' }).scrollIntoViewIfNeeded()
  await expect.poll(() => left).toEqual(['https://pictures.example/map.png'])
  const looks = await phone.page.evaluate(() => {
    const [head, wide] = [document.querySelector('.prose h3')!, document.querySelector('.prose p')!]
    const style = getComputedStyle(head)
    return {
      pwned: 'pwned' in globalThis,
      colour: style.color,
      align: style.textAlign,
      cell: getComputedStyle(document.querySelector('.prose td')!).backgroundColor,
      size: getComputedStyle(wide).fontSize,
      wide: document.documentElement.scrollWidth,
      fixed: [...document.querySelectorAll('.prose *')].some((one) => getComputedStyle(one).position === 'fixed'),
    }
  })
  expect(looks).toEqual({
    pwned: false,
    colour: 'rgb(204, 0, 0)',
    align: 'center',
    cell: 'rgb(255, 238, 170)',
    size: '20px',
    wide: 390,
    fixed: false,
  })
  // One picture in the hostile text does not exist. The browser reports only this picture.
  expect(phone.errors.splice(0)).toEqual([
    'Failed to load resource: the server responded with a status of 404 (Not Found)',
  ])
  await noFaults(phone, 'n1-hostile')
  for (const query of ['archiveid=999999', 'postid=x']) {
    await phone.open(`/notice?raceid=226&${query}`)
    await phone.page.waitForURL(/\/home\?/)
  }
})
