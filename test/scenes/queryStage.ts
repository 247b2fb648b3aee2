import { raceScope } from '#db/sealing/seal.ts'
import { saveEvent } from '#features/events/service.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { versionsOf } from '#features/registrations/signup/wording.rules.ts'
import { enlistVolunteer } from '#features/volunteers/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, type Visitor, openStage } from '#test/e2e/browser/browser.ts'
import { idcardOf } from '#test/e2e/browser/race.ts'

export const raceid = 77
export const runnerNumber = idcardOf('330106', '19900512', '001')
const sisterNumber = idcardOf('330106', '19940218', '002')
export const volunteerNumber = idcardOf('330106', '19950315', '003')
export const childNumber = idcardOf('330106', '20160602', '005')
export const mobile = '13900007701'
export const volunteerMobile = '13900007702'
export let stage: Stage
export let gameid = 0
export let runner: { token: string }

export const openQuery = async (): Promise<void> => {
  stage = await openStage()
  const { world } = stage
  const now = world.clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: raceid,
        name: '江城马拉松',
        names: { en: 'Jiangcheng Marathon', 'zh-tw': '江城馬拉松' },
        city: '江城',
        province: '浙江省',
        time: days(60),
        skins: { primary: '#0a7ea4' },
        menu: [{ key: 'query', page: '/query' }],
        settings: {},
        published_at: days(-9),
        created_at: now,
      },
      now,
    )
    const event = {
      raceid,
      state: 'normal',
      price: 0,
      places: 50,
      signup_from: days(-7),
      signup_until: days(20),
      start_at: days(60),
      created_at: now,
    } as const
    await saveEvent(
      tx,
      {
        ...event,
        id: 1,
        name: '半程马拉松',
        names: { en: 'Half marathon' },
        type: 'half',
        distance_cm: 2_109_750,
        colour: '#1d6fb8',
      },
      now,
    )
    await saveEvent(
      tx,
      {
        ...event,
        id: 2,
        name: '10公里',
        names: { en: '10 km', 'zh-tw': '10公里' },
        type: '10km',
        distance_cm: 1_000_000,
        colour: '#2f9e44',
      },
      now,
    )
  })
  runner = await runnerSession(world, mobile)
  const { terms, sensitive, publication } = versionsOf()
  for (const [idnum, name, eventid] of [
    [runnerNumber, '沈跑跑', 2],
    [sisterNumber, '沈小妹', 1],
  ] as const)
    await world.ask(
      registrationSave,
      {
        raceid,
        eventid,
        idtype: 'idcard',
        idnum,
        name,
        mobile,
        emername: '陆家人',
        emertel: '13800007701',
        clothes: 'M',
        consents: { terms, sensitive, publication },
      },
      runner,
    )
  await world.db
    .updateTable('registrations')
    .set({ bib: '1207', prefix_bib: 'B', enname: 'Shen Run' })
    .where('raceid', '=', raceid)
    .where('name', '=', '沈跑跑')
    .execute()
  const list = `参赛号,姓名,证件号码,枪成绩,净成绩\nB1207,沈跑跑,${runnerNumber},0:50:10,0:49:59\nC9,lowercase runner,,0:55:00,0:54:00`
  await importResults(world.parts, {
    raceid,
    eventid: 2,
    filename: 'r.csv',
    bytes: Buffer.from(list),
    publish: true,
    now,
  })
  await world.parts.seal.prepare(raceScope(raceid))
  await world.db.transaction().execute((tx) =>
    enlistVolunteer(
      tx,
      world.parts.seal,
      raceid,
      {
        name: '何帮帮',
        idnum: volunteerNumber,
        mobile: volunteerMobile,
        post: '15公里补给站',
        team: '三组',
        place: '望江路口',
        starts_at: days(60),
        ends_at: new Date(days(60).getTime() + 5 * 3_600_000),
        leader: '唐组长',
        leader_mobile: '13600000001',
        notes: '带雨衣',
        state: 'confirmed',
      },
      now,
    ),
  )
  const timer = await staffSession(world, [{ raceid, role: 'timer' }])
  gameid = (await world.ask(consoleGamesSave, { raceid, name: '亲子挑战', published: true }, timer)).id
  await world.ask(
    consoleGamesImport,
    {
      raceid,
      id: gameid,
      text: `编号,姓名,证件号码,项目,成绩,组合\nF1,沈小跑,${childNumber},亲子跑,20:10,沈家`,
      extra: ['组合'],
    },
    timer,
  )
}

export const ask = async ({ page }: Visitor, value: string, button = '查询') => {
  await page.getByRole('search').getByRole('textbox').first().fill(value)
  await page.getByRole('search').getByRole('button', { name: button, exact: true }).click()
}
export const keyPattern = /_key=25-[1-9A-HJ-NP-Za-km-z]{22}/
