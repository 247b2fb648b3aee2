import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { liveGps } from '#features/tracking/positions/spectators.contract.ts'
import { openTrack } from '#features/tracking/tracks/tracks.service.ts'
import { liveWords as words } from '#features/tracking/web/live.words.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { moved, openCourse, origin, wayThrough } from '../../scenes/walks.ts'
import { type Reader, gun, send, timedHalf, worked } from '../../timing.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

/**
 * The live page of event 1, which has mats, and of event 2, which has only devices: before, during and after the event.
 * Race 301 has neither mats nor devices.
 */
let stage: Stage
let readers: { start: Reader; ten: Reader; finish: Reader }
const empty = 301
const HOUR = 3_600_000
const looks = [
  ['phone', 'zh-cn'],
  ['desktop', 'en'],
] as const

beforeAll(async () => {
  stage = await openStage({ now: new Date(gun - HOUR).toISOString() })
  const { world } = stage
  await openRace(world, { time: new Date(gun) })
  await openEvent(world, { start_at: new Date(gun), names: { en: 'Half marathon' } })
  await openEvent(world, { id: 2, name: '越野 10 公里', names: { en: '10 km trail' }, distance_cm: 1_000_000 })
  await openRace(world, { id: empty, name: '湖畔健康跑', names: { en: 'Lake Run' }, time: new Date(gun) })
  const staff = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  readers = await timedHalf(world, staff)
  const csv = 'bib,name,gender,age,club\n1001,顾行舟,男,28,\n1002,林晚晴,女,31,湖畔跑团\n'
  await world.ask(consoleTimingList, { raceid: RACE, eventid: 1, kind: 'runners', csv }, staff)
  const course = wayThrough([
    [0, 0],
    [6000, 0],
    [6000, 4000],
  ])
  await openCourse(world.parts, RACE, 2, course, world.clock.now())
})
afterAll(() => stage?.close())

const opened = (eventid: number, bib: string): Promise<{ token: string }> =>
  stage.world.db.transaction().execute((tx) => {
    const opening = { kind: 'runner', source: 'tracker', visibility: 'race', eventid, bib } as const
    return openTrack(tx, RACE, opening, stage.world.clock.now())
  })
const fix = async (token: string, east: number): Promise<void> => {
  const { world } = stage
  const { lat, lon } = moved(origin, east, 0)
  const url = `/live/fixes?id=${token}&lat=${lat}&lon=${lon}&timestamp=${world.clock.now().getTime()}`
  expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(200)
}
/** Opens an event on both screens, waits for the texts, and checks that the page has no fault. */
const look = async (name: string, eventid: number, texts: (lang: Lang) => readonly string[], more = '') => {
  for (const [size, lang] of looks) {
    const visitor: Visitor = await stage.visit(size, lang)
    await visitor.open(`/live?raceid=${RACE}&eventid=${eventid}${more}`)
    for (const text of texts(lang)) await visitor.page.getByText(text).first().waitFor()
    await noFaults(visitor, `states-${name}-${size}-${lang}`)
    await visitor.context.close()
  }
}
const starts = (lang: Lang) => words.starts_at[lang].split('{time}')[0]!

test('before the start, the page says when the race begins and what it will show', async () => {
  const { events } = await stage.world.ask(liveGps, { raceid: RACE })
  expect(events.map(({ state, timed }) => [state, timed])).toEqual([
    ['waiting', true],
    ['waiting', false],
  ])
  await look('1-before-mats', 1, (lang) => [starts(lang), words.before_mats[lang]])
  await look('2-before-devices', 2, (lang) => [starts(lang), words.before_devices[lang], words.not_started[lang]])
  await look('3-before-replay', 2, (lang) => [words.replay_none[lang]], '&view=replay')
})

test('during the race, mats and devices give the places of runners, and a replay shows both', async () => {
  const { world } = stage
  const tracks = [await opened(1, '1002'), await opened(2, '101'), await opened(2, '102')]
  await fix(tracks[0]!.token, 0)
  await look('4-before-both', 1, (lang) => [words.before_both[lang]])
  world.clock.set(new Date(gun))
  await send(world, readers.start, [
    ['1001', 2],
    ['1002', 3],
  ])
  for (let n = 0; n <= 45; n++) {
    await fix(tracks[1]!.token, n * 60)
    await fix(tracks[2]!.token, n * 50)
    world.clock.advance(20_000)
  }
  await send(world, readers.ten, [['1001', 890]])
  await worked(world)
  await look('5-during-mats', 1, () => ['1001'])
  await look('6-during-devices', 2, (lang) => [words.by_devices[lang], '101'])
  for (const [size, lang] of looks) {
    const visitor = await stage.visit(size, lang)
    const { page } = visitor
    await visitor.open(`/live?raceid=${RACE}&eventid=2&view=replay`)
    await page.getByText(words.replay_devices[lang]).waitFor()
    await page.getByLabel(words.slider[lang]).fill('300')
    // The first runner moves at 3 m/s, the second at 2.5 m/s.
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .filter({ hasText: /10[12]/ })
          .allTextContents(),
      )
      .toEqual([expect.stringMatching(/101.*0\.9/), expect.stringMatching(/102.*0\.[78]/)])
    await noFaults(visitor, `states-7-replay-${size}-${lang}`)
    await visitor.context.close()
  }
})

test('after the race, the page says that it has ended; a race without any data says what it waits for', async () => {
  const { world } = stage
  world.clock.set(new Date(gun + 31 * HOUR))
  await look('8-after-devices', 2, (lang) => [words.closed[lang]])
  for (const [size, lang] of looks) {
    const visitor = await stage.visit(size, lang)
    await visitor.open(`/live?raceid=${empty}`)
    await visitor.page.getByText(words.none_text[lang]).waitFor()
    await noFaults(visitor, `states-9-none-${size}-${lang}`)
    await visitor.context.close()
  }
})
