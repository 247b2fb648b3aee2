import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleTimingAidShow } from '#features/timing/aid/aid.contract.ts'
import {
  consoleTimingCourse,
  consoleTimingDevice,
  consoleTimingList,
  consoleTimingStation,
} from '#features/timing/contract.ts'
import { CoursePoint } from '#features/timing/course/course.contract.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { send, worked } from '../../timing.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

/** Three hours after the gun of the trail race. */
const now = '2026-11-01T02:30:00Z'
let stage: Stage
beforeAll(async () => {
  stage = await openStage({ now })
})
afterAll(() => stage?.close())

/** Opens a trail race with a mat at the start, and two stations without a mat. */
const openTrail = async () => {
  const { world } = stage
  await openRace(world)
  await openEvent(world, { name: '越野50公里' })
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const ids: number[] = []
  for (const [name, metres] of [
    ['云脊古镇', 0],
    ['CP1 茶场', 10_000],
    ['CP2 垭口', 20_000],
  ] as const)
    ids.push((await world.ask(consoleTimingStation, { raceid: RACE, name, metres }, director)).id)
  const point = (label: string, kind: CoursePoint['kind'], metres: number, at: number, cutoff: number | null = null) =>
    CoursePoint.parse({ label, kind, metres, stationid: ids[at], cutoff })
  await world.ask(
    consoleTimingCourse,
    {
      raceid: RACE,
      eventid: 1,
      points: [
        point('起点', 'start', 0, 0),
        point('CP1', 'in', 10_000, 1, 3 * 3600),
        point('CP1+', 'out', 10_000, 1),
        point('CP2', 'split', 20_000, 2, 6 * 3600),
        point('终点', 'finish', 30_000, 0, 12 * 3600),
      ],
      waves: [{ name: '1', zones: [], gun: '2026-10-31T23:30:00Z' }],
      rules: { fastest: 180, usual: 480 } as never,
      live: true,
    },
    director,
  )
  const csv = ['bib,name,gender,age', '12,沈跑跑,男,31', '15,周启明,男,40', '18,陆一舟,女,28', '21,许青,女,35'].join(
    '\n',
  )
  await world.ask(consoleTimingList, { raceid: RACE, eventid: 1, kind: 'runners', csv }, director)
  const mat = await world.ask(consoleTimingDevice, { raceid: RACE, stationid: ids[0]!, name: '起点毯' }, director)
  await send(
    world,
    { key: mat.key! },
    ['12', '15', '18', '21'].map((bib, at) => [bib, at + 1]),
  )
  await worked(world)
  return director
}

test('a volunteer writes bibs without network, and race control decides on a drop-out', async () => {
  const { world } = stage
  const director = await openTrail()
  const control = await stage.visit('desktop', 'en')
  await control.logIn('staff', director.token)
  await control.open(`/console/${RACE}/aid`)
  await control.page.getByRole('button', { name: 'Add a phone CP1 茶场' }).click()
  await noFaults(control, 'aid-1-stations')
  await control.page.getByLabel('Name of the phone').fill('Station 1')
  await control.page.getByRole('button', { name: 'Make the code' }).click()
  await control.page.getByRole('img', { name: "Scan with the volunteer's phone" }).waitFor()
  await noFaults(control, 'aid-2-code')
  await control.page.getByRole('button', { name: 'Done' }).click()
  const board = await world.ask(consoleTimingAidShow, { raceid: RACE }, director)
  const station = board.stations.find(({ name }) => name === 'CP1 茶场')!
  const made = await world.ask(
    consoleTimingDevice,
    { raceid: RACE, stationid: station.id, name: '志愿者小林', by_hand: true },
    director,
  )

  const phone = await stage.visit('phone', 'zh-cn')
  const { page, context } = phone
  await phone.open(`/aid?raceid=${RACE}#k=${made.key!}`)
  await page.getByText('已连接').waitFor()
  expect(page.url()).not.toContain(made.key!)
  await page.getByLabel('参赛号').fill('12')
  await page.getByRole('button', { name: '进站' }).click()
  await page.getByRole('button', { name: '撤销 12 进站' }).waitFor()
  await noFaults(phone, 'aid-3-phone')

  await context.setOffline(true)
  await page.getByText('电台报号').click()
  await page.getByRole('textbox', { name: '报号内容' }).fill('15 18 21 进站 9:20\n99 in 9:21 15 出站 9:25 hm')
  await page.getByText('看不懂“hm”').waitFor()
  await page.getByText('名单中没有这个号').waitFor()
  await noFaults(phone, 'aid-4-batch')
  await page.getByRole('button', { name: '保存 5 条' }).click()
  await page.getByText('无网络，可继续登记').waitFor()
  await page.getByText('5 条待发送').waitFor()
  await page.getByText('逐个登记').click()
  await page.getByLabel('参赛号').fill('18')
  await page.getByRole('button', { name: '退赛', exact: true }).click()
  await page.getByRole('textbox', { name: /备注/ }).fill('左膝受伤，坐车下山')
  await noFaults(phone, 'aid-5-drop')
  await page.getByRole('dialog').getByRole('button', { name: '退赛' }).click()
  await page.getByText('6 条待发送').waitFor()
  await noFaults(phone, 'aid-6-offline')

  await context.setOffline(false)
  await page.getByText('已连接').waitFor()
  await page.getByText('待发送').first().waitFor({ state: 'detached' })
  await noFaults(phone, 'aid-7-sent')
  await worked(world)

  // Hours later the log-in is over, so somebody else of race control comes.
  world.clock.set('2026-11-01T04:30:00Z')
  const relief = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  await control.logIn('staff', relief.token)
  await control.open(`/console/${RACE}/aid`)
  await control.page.getByText('15 周启明').first().waitFor()
  await noFaults(control, 'aid-8-control')
  await control.page.getByRole('button', { name: 'DNF 18' }).click()
  await control.page.getByText('Bib 18: DNF?').waitFor()
  await control.page.getByRole('dialog').getByRole('button', { name: 'DNF' }).click()
  await control.page.getByText(/DNF · /).waitFor()
  const after = await world.ask(consoleTimingAidShow, { raceid: RACE }, relief)
  expect(after.dropped).toMatchObject([{ bib: '18', note: '左膝受伤，坐车下山', decision: 'dnf' }])
  expect(after.late.map(({ bib }) => bib).sort()).toEqual(['15', '21'])
  expect(after.stations.find(({ id }) => id === station.id)).toMatchObject({ ins: 5, outs: 1, drops: 1, there: 3 })
  const small = await stage.visit('phone', 'zh-cn')
  await small.logIn('staff', relief.token)
  await small.open(`/console/${RACE}/aid`)
  await small.page.getByText('15 周启明').first().waitFor()
  await noFaults(small, 'aid-9-control-phone')
})
