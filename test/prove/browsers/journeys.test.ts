import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleTimingList } from '#features/timing/contract.ts'
import { idcardOf, openRace2026 } from '#test/e2e/browser/race.ts'
import { openEvent, openRace } from '#test/entrants.ts'
import { codeSentTo, staffSession } from '#test/people.ts'
import { fillEvening, heldAs, inSlot, isUpright, pixels } from '#test/scenes/finishEvening.ts'
import { type Reader, gun, send, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { buildApps } from '#tools/build.ts'
import { type Cable, layCable } from './cable.ts'
import { type Visited, type Window, personAt } from './driven.ts'
import { firefoxMissing, openFirefox } from './firefox.ts'
import { openWebkit, webkitMissing } from './webkit.ts'

/** The journeys of a runner, in the engines of Safari and of Firefox (`npm run prove -- browsers`). */
const engines = [
  { name: 'WebKitGTK', open: openWebkit, missing: webkitMissing(), order: '102', mobile: '13900002101' },
  { name: 'Firefox', open: openFirefox, missing: firefoxMissing(), order: '104', mobile: '13900002102' },
] as const
const LIVE = 9004
/** A browser on a shared machine takes minutes for a journey. */
const JOURNEY_MS = 300_000

let world: World
let cable: Cable
let origin: string
let finish: Reader
const folder = mkdtempSync(join(tmpdir(), 'startline-browsers-'))

/** Opens a race with a half marathon that is under way: three runners have started, and one of them has finished. */
const openLive = async (): Promise<void> => {
  await openRace(world, { id: LIVE, name: '湖畔半程' })
  await openEvent(world, { raceid: LIVE, start_at: new Date(gun) })
  const staff = await staffSession(world, [{ raceid: LIVE, role: 'timer' }])
  const readers = await timedHalf(world, staff, { raceid: LIVE })
  finish = readers.finish
  const rows = engines.map(({ name }, at) => `${2001 + at * 10},${name} 选手,男,30,`)
  await world.ask(
    consoleTimingList,
    {
      raceid: LIVE,
      eventid: 1,
      kind: 'runners',
      csv: `bib,name,gender,age,club\n1001,林晚晴,女,28,\n${rows.join('\n')}\n`,
    },
    staff,
  )
  await send(
    world,
    readers.start,
    [1001, 2001, 2011].map((bib) => [String(bib), 3] as const),
  )
  await send(world, finish, [['1001', 5400]])
  await worked(world, LIVE)
}

beforeAll(async () => {
  await buildApps({ quiet: true })
  world = await makeWorld({ apps: true, now: new Date(gun + 6000 * 1000).toISOString() })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  cable = await layCable((world.app.server.address() as AddressInfo).port)
  origin = `http://localhost:${cable.port}`
  world.parts.origin = origin
  await openRace2026(world)
  await fillEvening(world)
  await openLive()
  writeFileSync(join(folder, 'IMG_0001.JPG'), await heldAs(6))
}, JOURNEY_MS)
afterAll(async () => {
  await cable?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * A script that returns true when the device can show the page without a network: the worker keeps all files of the
 * page, and the device keeps the registration. Each call of the script returns the finding of the call before it,
 * because WebDriver waits for no promise.
 */
const IS_KEPT = `
  const look = async () => {
    const cache = await caches.open('assets')
    const kept = new Set((await cache.keys()).map(({ url }) => url))
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    const own = files.filter((name) => name.startsWith(location.origin + '/assets/'))
    const all = navigator.serviceWorker.controller !== null && own.length > 0 && own.every((name) => kept.has(name))
    const same = window.keptBefore === own.length
    window.keptBefore = own.length
    window.isKept = all && same && (localStorage.getItem('startline:entries') ?? '') !== ''
  }
  look().catch(() => undefined)
  return window.isKept === true`

const resultOf = (bib: string) =>
  world.db
    .selectFrom('results')
    .select(['id', '_key'])
    .where('raceid', '=', 226)
    .where('bib', '=', bib)
    .executeTakeFirstOrThrow()

/** Returns the finished picture of a page, as the browser decodes it. */
const pictureOf = async (person: Visited, selector: string): Promise<Buffer> => {
  const data = await person.until(`no picture in ${selector}`, () =>
    person.window.run<string | undefined>(
      `const image = document.querySelector(arguments[0])
       if (!image?.complete || image.naturalWidth < 200) return undefined
       const canvas = document.createElement('canvas')
       canvas.width = image.naturalWidth
       canvas.height = image.naturalHeight
       canvas.getContext('2d').drawImage(image, 0, 0)
       return canvas.toDataURL('image/png')`,
      selector,
    ),
  )
  return Buffer.from(data.split(',')[1]!, 'base64')
}

describe.each(engines)('in $name', { timeout: JOURNEY_MS }, ({ name, open, missing, order, mobile }) => {
  const skipped = missing !== undefined
  if (skipped) process.stdout.write(`${name} is not installed, so its journeys are skipped: ${missing}\n`)
  let window: Window
  let person: Visited
  const idnum = idcardOf('330106', '19900512', order)
  beforeAll(async () => {
    if (skipped) return
    window = await open()
    person = personAt(window)
    process.stdout.write(`${name}: ${window.version}\n`)
  }, JOURNEY_MS)
  afterAll(async () => {
    const kept = process.env['PICTURES']
    if (kept && window) writeFileSync(join(kept, `${name}.png`), await window.picture())
    await window?.close()
  })

  test.skipIf(skipped)('a runner signs up and pays', async () => {
    await window.go(`${origin}/baoming?raceid=2026&lang=zh-cn`)
    await person.see('选择组别')
    await person.choose('马拉松')
    await person.press('下一步', true)
    await person.see('选手信息')
    await person.fill('证件号码', idnum)
    await person.fill('姓名', '林晓岚')
    await person.fill('手机号', mobile)
    await person.choose('敏感个人信息')
    await person.fill('紧急联系人姓名', '林建国')
    await person.fill('紧急联系人电话', '13900009999')
    await person.press('下一步', true)
    await person.see('参赛物品')
    await person.choose('M')
    await person.press('下一步', true)
    await person.see('核对并提交')
    await person.choose('参赛声明')
    await person.press('验证手机号并提交')
    await person.press('获取验证码')
    const code = await person.until('no code was sent', () => codeSentTo(world.parts, mobile))
    await person.fill('验证码', code)
    await person.press('登录', true)
    await person.see('支付报名费')
    await person.press('立即支付')
    await person.press('确认支付')
    await person.until('never came back from the gateway', () =>
      window.run<boolean>('return /queryDetail|\\/pay/i.test(location.pathname)'),
    )
    await world.parts.integrations.sandbox.wechatpay?.deliver('all')
    await person.see('报名成功')
    const paid = await world.db
      .selectFrom('payments')
      .select('paid_at')
      .where('raceid', '=', 2026)
      .where('paid_at', 'is not', null)
      .execute()
    expect(paid.length).toBeGreaterThan(0)
  })

  test.skipIf(skipped)('the status stands without a network', async () => {
    await person.until('no worker is ready', () =>
      window.run<boolean>(
        `window.readiness ??= navigator.serviceWorker.ready.then(() => (window.isReady = true))
         return window.isReady === true`,
      ),
    )
    const address = await window.run<string>('return location.href')
    await window.go(address)
    await person.see('报名成功')
    await person.until('the worker did not keep the page', () => window.run<boolean>(IS_KEPT))
    cable.cut()
    try {
      await window.go(address).catch(() => undefined)
      await person.see('林晓岚')
      expect(await window.run<string>('return document.body.innerText')).toContain('马拉松')
    } finally {
      cable.mend()
    }
  })

  test.skipIf(skipped)('a number finds its registration, and does not stay in the address', async () => {
    await window.go(`${origin}/query?raceid=2026&type=reg&lang=zh-cn`)
    await person.fill('证件号码', idnum)
    await person.press('查询', true)
    await person.see('马拉松')
    expect(await window.run<string>('return location.href')).not.toContain(idnum)
  })

  test.skipIf(skipped)('a result shows its time, and its certificate is drawn', async () => {
    const { _key } = await resultOf('A1002')
    await window.go(`${origin}/score?key=${_key}&raceid=226&lang=zh-cn`)
    await person.see('沈若溪')
    await person.see('3:23:05')
    const picture = await pictureOf(person, 'button[aria-label="查看大图"] img')
    const { width = 0, height = 0 } = await sharp(picture).metadata()
    expect(Math.min(width, height)).toBeGreaterThan(400)
    const { entropy } = await sharp(picture).stats()
    expect(entropy, 'an empty sheet has hardly any').toBeGreaterThan(0.5)
  })

  test.skipIf(skipped)('a photo that was taken upright is cropped into a poster', async () => {
    const { id } = await resultOf('A1002')
    await window.go(`${origin}/crop?type=poster&scoreid=${id}&raceid=226&lang=zh-cn`)
    await person.see('加一张照片，海报就完成了')
    await person.mark('css', 'input[type=file]')
    await window.upload(join(folder, 'IMG_0001.JPG'))
    await person.press('确定', true)
    await person.until('no poster was made', () =>
      window.run<boolean>('return (document.querySelector("button img")?.naturalWidth ?? 0) >= 1280'),
    )
    const picture = await pictureOf(person, 'button img')
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1280, height: 1800 })
    expect(isUpright(await pixels(picture, inSlot)), 'upright in its slot').toBe(true)
  })

  test.skipIf(skipped)('the list of results moves by itself while a race is on', async () => {
    const bib = name === 'Firefox' ? '2011' : '2001'
    await window.go(`${origin}/report?raceid=${LIVE}&lang=zh-cn`)
    await person.see('林晚晴')
    await window.run('window.untouched = true')
    await send(world, finish, [[bib, 5500]], Number(bib))
    await worked(world, LIVE)
    await person.see(`${name} 选手`)
    await person.see('1:31:')
    expect(await window.run<boolean>('return window.untouched === true'), 'without a reload').toBe(true)
  })
})
