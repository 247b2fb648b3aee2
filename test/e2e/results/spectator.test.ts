import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { consoleTimingClose, consoleTimingList } from '#features/timing/contract.ts'
import { consoleTimingCorrect } from '#features/timing/corrections/corrections.contract.ts'
import { openEvent, openRace } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Reader, gun, send, timedHalf, worked } from '../../timing.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let staff: { token: string }

/** The imported results of a trail race: a runner who leads until CP2, one who overtakes, one who stopped at CP2. */
const trail = `参赛号,姓名,性别,年龄,状态,枪成绩,CP1,CP1+,CP2,CP3
T1,山风,男,33,FINISH,4:40:00,0:52:00,1:05:00,2:10:00,3:30:00
T2,云朵,女,29,FINISH,4:35:00,0:58:00,1:10:00,2:15:00,3:28:00
T3,石子,男,41,DNF,,1:10:00,1:25:00,2:50:00,
`
beforeAll(async () => {
  stage = await openStage({ now: new Date(gun + 3_000_000).toISOString() })
  const { world } = stage
  const now = world.clock.now()
  staff = await staffSession(world, [{ raceid: null, role: 'director' }])
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: 229,
        name: '云脊越野赛',
        names: { en: 'Cloud Ridge Trail' },
        city: '云脊县',
        kind: 'trail',
        time: now,
        published_at: now,
        skins: { primary: '#b45309' },
        settings: { gun_time_below_rank: 21 },
      },
      now,
    )
    const points = [
      ['CP1', 9000],
      ['CP1+', 12_500],
      ['CP2', 24_000],
      ['CP3', 38_000],
    ].map(([label, metres]) => ({ label, metres }))
    await saveEvent(
      tx,
      {
        raceid: 229,
        id: 1,
        name: '50公里',
        names: { en: '50 km' },
        type: '50km',
        distance_cm: 5_050_000,
        places: 100,
        start_at: now,
        ranking: { rounding: 'floor' },
        settings: { points },
      },
      now,
    )
  })
  await importResults(world.parts, {
    raceid: 229,
    eventid: 1,
    filename: 'trail.csv',
    bytes: Buffer.from(trail),
    publish: true,
    now,
  })
})
afterAll(() => stage?.close())

let races = 9100
/** Makes a half marathon for one try, in which four runners are about to start. */
const startingRace = async (): Promise<{ raceid: number; readers: { start: Reader; ten: Reader; finish: Reader } }> => {
  const { world } = stage
  const raceid = races++
  await openRace(world, { id: raceid, header: null, names: { en: 'Jiangcheng Marathon' } })
  await openEvent(world, { raceid })
  const readers = await timedHalf(world, staff, { raceid })
  await world.ask(
    consoleTimingList,
    {
      raceid,
      eventid: 1,
      kind: 'runners',
      csv: 'bib,name,gender,age\n101,韩一,男,30\n102,陆小满,女,31\n103,沈知夏,女,28\n104,周远,男,44\n',
    },
    staff,
  )
  return { raceid, readers }
}

/** Moves the clock on by one second, then sends reads. */
const later = (reader: Reader, reads: readonly (readonly [string, number])[], from = 0) => {
  stage.world.clock.advance(1000)
  return send(stage.world, reader, reads, from)
}
/** Opens a page that follows a race. Such a page keeps a stream open, so the network never becomes idle. */
const live = async (
  page: { goto: (url: string, how: { waitUntil: 'domcontentloaded' }) => Promise<unknown> },
  path: string,
) => page.goto(stage.origin + path, { waitUntil: 'domcontentloaded' })

test('a spectator follows a friend: nothing yet, then at 10 km, then the finish, without touching the page', async () => {
  const { raceid, readers } = await startingRace()
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await live(page, `/report?raceid=${raceid}`)
  await page.getByText('成绩还没有公布').waitFor()
  await noFaults(phone, 'live-0-nothing')
  await expect
    .poll(
      async () => {
        // The page gets only the news that comes while its stream is open. So the test sends the first reads again and
        // again until the page shows them.
        await later(readers.start, [
          ['101', 2],
          ['102', 5],
          ['103', 6],
          ['104', 9],
        ])
        return page.getByText('比赛中').count()
      },
      { interval: 500 },
    )
    .toBeGreaterThan(0)
  await later(readers.ten, [
    ['102', 2500],
    ['101', 2520],
  ])
  await page
    .getByRole('link', { name: /陆小满/ })
    .getByText('10 公里')
    .waitFor()
  expect(
    (await page.getByRole('listitem').allInnerTexts()).map((row) => row.split('\n')[1]),
    'whoever is furthest stands first',
  ).toEqual(['陆小满', '韩一', '沈知夏', '周远'])
  await page.getByRole('link', { name: /陆小满/ }).click()
  await page.getByRole('heading', { name: '陆小满' }).first().waitFor()
  await page.getByText(/最后计时点/).waitFor()
  await later(readers.finish, [['102', 5400]])
  await page.getByText('1:30:00').first().waitFor()
  await noFaults(phone, 'live-2-finished')
  await phone.context.close()
  const board = await stage.visit('desktop', 'en')
  await live(board.page, `/board?raceid=${raceid}`)
  await board.page.getByText('1:30:00').waitFor()
  await later(
    readers.finish,
    [
      ['101', 5500],
      ['103', 5600],
    ],
    10,
  )
  await board.page.getByText('1:33:20').waitFor()
  await noFaults(board, 'live-3-board')
  await board.context.close()
})

test('a disqualification moves everybody up, and its undo would move them back', async () => {
  const { world } = stage
  const { raceid, readers } = await startingRace()
  await later(readers.start, [
    ['101', 2],
    ['102', 5],
    ['103', 6],
    ['104', 9],
  ])
  await later(readers.finish, [
    ['102', 5400],
    ['101', 5500],
    ['103', 5600],
    ['104', 6000],
  ])
  await worked(world, raceid)
  await world.ask(consoleTimingClose, { raceid, eventid: 1, closed: true }, staff)
  const desk = await stage.visit('desktop', 'zh-cn')
  await live(desk.page, `/report?raceid=${raceid}`)
  const rows = desk.page.getByRole('listitem')
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^1\n陆小满/),
      expect.stringMatching(/^2\n韩一/),
      expect.stringMatching(/^3\n沈知夏/),
      expect.stringMatching(/^4\n周远/),
    ])
  await world.ask(
    consoleTimingCorrect,
    {
      raceid,
      eventid: 1,
      bib: '102',
      change: { kind: 'outcome', outcome: 'dsq', rule: 'TR 24.2' } as never,
      reason: '替跑',
    },
    staff,
  )
  await desk.page.reload({ waitUntil: 'domcontentloaded' })
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^1\n韩一/),
      expect.stringMatching(/^2\n沈知夏/),
      expect.stringMatching(/^3\n周远/),
      expect.stringMatching(/^–\n陆小满[^]*成绩取消/),
    ])
  await noFaults(desk, 'dsq-1-list')
})

test('a trail race: checkpoints, where runners stopped, a comparison of two runners, a picture to share, the file', async () => {
  const phone = await stage.visit('phone', 'en')
  const { page } = phone
  await phone.open('/report?raceid=229')
  await page.getByRole('link', { name: /石子/ }).getByText('CP2').waitFor()
  await page.getByLabel('Name, bib, or last digits of a bib').fill('云')
  await expect.poll(() => page.getByRole('listitem').count()).toBe(1)
  expect(page.url()).toContain(`q=${encodeURIComponent('云')}`)
  await noFaults(phone, 'trail-1-found')
  await page.getByRole('link', { name: /云朵/ }).click()
  await page.getByText('Position by split').first().waitFor()
  await page.getByText('Passed 1 runner between CP1 and the finish').waitFor()
  await page.getByPlaceholder('Their bib number').fill('t1')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByText('云朵 ahead by 5:00').waitFor()
  expect(page.url()).toContain('with=')
  await noFaults(phone, 'trail-2-runner')
  const shared = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share picture' }).click()
  expect((await shared).suggestedFilename()).toBe('Cloud Ridge Trail-T2.jpg')
  await page.goBack()
  await expect
    .poll(() => page.getByLabel('Name, bib, or last digits of a bib').inputValue(), {
      message: 'what was typed is still there',
    })
    .toBe('云')
  await page.getByLabel('Name, bib, or last digits of a bib').fill('石子')
  await page.getByRole('link', { name: /石子/ }).click()
  await page.getByText('Did not finish').waitFor()
  await page.getByText('Last seen at CP2, 2:50:00').waitFor()
  await noFaults(phone, 'trail-3-dnf')
  // This part tests an old link to a removed event, a search that the network cuts off, and pages without a race.
  await phone.open('/report?raceid=229&eventid=77&agegroup=7-9&from=0')
  await page.getByRole('link', { name: /云朵/ }).waitFor()
  await page.route(/\/timing\/reports\/fetch/, (route) => route.abort())
  await page.getByLabel('Name, bib, or last digits of a bib').fill('山')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.getByLabel('Name, bib, or last digits of a bib').inputValue(), 'what was typed is not lost').toBe(
    '山',
  )
  await page.unroute(/\/timing\/reports\/fetch/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: /山风/ }).waitFor()
  const stranger = await stage.visit('phone', 'en')
  for (const path of ['/report', '/board', '/video', '/upload']) {
    await live(stranger.page, path)
    await stranger.page.getByText('Choose a race first').waitFor()
  }
  await stranger.context.close()
})

test('a runner submits a result with its proof, staff accept it with the right time, and the list marks it; the video is at its moment', async () => {
  const { world } = stage
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    const videos = [{ point: '终点', kind: 'page', address: 'https://video.example/?b={bib}&t={time}' }]
    await saveRace(
      tx,
      {
        id: 229,
        name: '云脊越野赛',
        names: { en: 'Cloud Ridge Trail' },
        city: '云脊县',
        kind: 'trail',
        time: now,
        published_at: now,
        skins: { primary: '#b45309' },
        settings: { hand_in: true, videos },
      },
      now,
    )
  })
  // A time of five hours is accepted once five hours have passed since the start.
  const start_at = new Date(now.getTime() - 6 * 3_600_000)
  await world.db.updateTable('events').set({ start_at }).where('raceid', '=', 229).execute()
  world.clock.advance(10_000)
  const runner = await runnerSession(world)
  // Each run of this test has another key, another bib and another picture.
  const bib = `T${races++}`
  await world.db
    .insertInto('registrations')
    .values({
      raceid: 229,
      _key: keyFrom(229, randomBytes(22)),
      eventid: 1,
      uid: runner.uid,
      state: 'normal',
      name: '林间',
      gender: 'female',
      age_on_race_day: 33,
      bib,
      idtype: 'passport',
      idnum: Buffer.from(bib),
      idnum_mask: '*',
      idnum_ix: Buffer.from(bib),
      document_ix: Buffer.from(bib),
      pay_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/upload?raceid=229&_token=${runner.token}`)
  const { page } = phone
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('必填哦').first().waitFor()
  await page.getByLabel('完赛用时').fill('5:01:00')
  const proof = await sharp({ create: { width: 300, height: 200, channels: 3, background: `#cc${races}` } })
    .png()
    .toBuffer()
  const huge = Buffer.from(proof)
  for (const at of [16, 20]) huge.writeUInt32BE(20_000, at)
  await page.getByLabel('证明图片').setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: huge })
  await page.getByText('图片太大了，最多 5000 万像素').waitFor()
  await noFaults(phone, 'handin-1-too-large')
  await page.getByLabel('证明图片').setInputFiles({ name: 'watch.png', mimeType: 'image/png', buffer: proof })
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('审核中').waitFor()
  await noFaults(phone, 'handin-2-waiting')
  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('staff', staff.token)
  await desk.open('/console/229/handins')
  await desk.page.getByLabel('Time to count').fill('5:01:30')
  await noFaults(desk, 'handin-3-review')
  await desk.page.getByRole('button', { name: 'Accept', exact: true }).click()
  await desk.page.getByText('Nothing to review').waitFor()
  // The bib column of this file is unknown, and its points differ from before. Each refusal offers a next step.
  await live(desk.page, '/console/229/results')
  await desk.page.getByLabel('Choose a file').setInputFiles({
    name: 'new.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('foo,姓名,gun,CP7\nT9,新人,5:00:00,0:30:00\n'),
  })
  await desk.page.getByLabel('Which column is “Bib”?').selectOption('foo')
  await desk.page.getByRole('button', { name: 'Read it to replace all results' }).click()
  await desk.page.getByText('1 row: 1 finished').waitFor()
  await desk.page.getByText(/Submitted results: \d+ kept, 0 replaced/).waitFor()
  await noFaults(desk, 'handin-3b-import')
  await phone.open('/messages?raceid=229')
  await page.getByText('成绩已采纳').first().waitFor()
  await noFaults(phone, 'handin-3c-told')
  await phone.open(`/report?raceid=229&q=${bib}`)
  await page.getByRole('link', { name: /林间/ }).getByText('选手提交').waitFor()
  await phone.open('/video?raceid=229')
  await page.getByLabel('参赛号').fill('t1')
  await page.getByRole('button', { name: '查找视频' }).click()
  expect(await page.getByRole('link', { name: '观看视频' }).getAttribute('href')).toMatch(
    /^https:\/\/video\.example\/\?b=T1&t=\d\d%3A\d\d%3A\d\d$/,
  )
  await noFaults(phone, 'handin-4-video')
})
