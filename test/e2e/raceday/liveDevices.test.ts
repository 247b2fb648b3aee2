import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { insertRunners } from '#features/timing/course/runners.store.ts'
import { openTrack } from '#features/tracking/tracks/tracks.service.ts'
import { liveWords as words } from '#features/tracking/web/live.words.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { moved, openCourse, origin, wayThrough } from '../../scenes/walks.ts'
import { gun } from '../../timing.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
const raceid = RACE
const names = ['顾行舟', '林晚晴', '许知远']
const speeds = [2.6, 3.1, 2.9]
const fix = async (tokens: readonly string[], seconds: number): Promise<void> => {
  const { world } = stage
  world.clock.set(new Date(gun + seconds * 1000))
  for (const [at, token] of tokens.entries()) {
    const { lat, lon } = moved(origin, speeds[at]! * seconds, 0)
    const url = `/live/fixes?id=${token}&lat=${lat}&lon=${lon}&timestamp=${gun + seconds * 1000}`
    expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(200)
  }
}
beforeAll(async () => {
  stage = await openStage({ now: new Date(gun - 600_000).toISOString() })
  const { world } = stage
  await openRace(world, { time: new Date(gun) })
  await openEvent(world, { name: '越野 10 公里', names: { en: '10 km trail' }, distance_cm: 1_000_000 })
  const course = wayThrough([
    [0, 0],
    [6000, 0],
    [6000, 4000],
  ])
  await openCourse(world.parts, raceid, 1, course, world.clock.now())
  const runner = { eventid: 1, age: 30, age_in_year: 30, zone: null, field: '', club: null }
  await world.db.transaction().execute((tx) =>
    insertRunners(
      tx,
      raceid,
      names.map((name, at) => ({
        ...runner,
        bib: `${101 + at}`,
        name,
        gender: at === 1 ? ('F' as const) : ('M' as const),
      })),
    ),
  )
  const tokens: string[] = []
  for (const at of names.keys()) {
    const opening = { kind: 'runner', source: 'tracker', visibility: 'race', eventid: 1, bib: `${101 + at}` } as const
    const { token } = await world.db.transaction().execute((tx) => openTrack(tx, raceid, opening, world.clock.now()))
    tokens.push(token)
  }
  for (let n = 0; n <= 60; n++) await fix(tokens, n * 20)
})
afterAll(() => stage?.close())

test.each([
  ['phone', 'zh-cn'],
  ['desktop', 'en'],
] as const)('a spectator on a %s watches a race that nobody times, in %s', async (size, lang: Lang) => {
  const visitor = await stage.visit(size, lang)
  const { page } = visitor
  await visitor.open(`/live?raceid=${raceid}`)
  const rows = page.getByRole('listitem').filter({ hasText: /10[123]/ })
  await expect.poll(() => rows.allTextContents()).toHaveLength(3)
  expect((await rows.allTextContents()).map((row) => /10[123]/.exec(row)![0])).toEqual(['102', '103', '101'])
  await page.getByText(words.by_devices[lang]).waitFor()
  await noFaults(visitor, `devices-1-list-${lang}`)
  await page
    .getByRole('radio', { name: words.leaders[lang] })
    .or(page.getByText(words.leaders[lang], { exact: true }))
    .first()
    .click()
  await page.getByRole('heading', { name: words.front[lang] }).waitFor()
  await noFaults(visitor, `devices-2-leaders-${lang}`)
  await page
    .getByRole('link', { name: /林晚晴/ })
    .first()
    .click()
  await page.getByRole('heading', { name: '林晚晴' }).waitFor()
  await page.getByText(lang === 'en' ? /Now at 3\.\d+ km \(GPS\)/ : /现在在 3\.\d+ 公里处（GPS）/).waitFor()
  await page.getByText(words.finish[lang], { exact: true }).or(page.getByText(words.next[lang])).first().waitFor()
  await noFaults(visitor, `devices-3-runner-${lang}`)
})
