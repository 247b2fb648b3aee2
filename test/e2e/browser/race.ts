import type { InputOf } from '#contract/endpoint.ts'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { saveEvent } from '#features/events/service.ts'
import { checkCharacter } from '#features/people/rules.ts'
import { saveRace } from '#features/races/service.ts'
import { registrationDocuments, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { importResults } from '#features/results/service.ts'
import type { World } from '../../world.ts'

/** Makes an invented resident's number with its right check character. `order` is odd for men. */
export const idcardOf = (region: string, birth: string, order: string): string => {
  const digits = `${region}${birth}${order}`
  return digits + checkCharacter(digits)
}

/** Opens race 2026 of the stories. The race is invented and open for sign-up. */
export const openRace2026 = async (world: World): Promise<void> => {
  const now = world.clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: 2026,
        name: '澜江马拉松',
        names: { en: 'Lanjiang Marathon', 'zh-tw': '瀾江馬拉松' },
        city: '澜江市',
        province: '浙江省',
        area: '',
        address: '江滨体育场',
        time: days(78),
        kind: 'road',
        skins: { primary: '#c2410c' },
        menu: [
          { key: 'signup', page: '/baoming' },
          { key: 'query', page: '/query' },
          { key: 'my', page: '/personallist' },
        ],
        settings: { paypal: { currency: 'USD', rate: 7.15 } },
        published_at: days(-30),
        created_at: now,
      },
      now,
    )
    const common = {
      raceid: 2026,
      state: 'normal',
      signup_from: days(-7),
      signup_until: days(24),
      start_at: days(78),
      created_at: now,
    } as const
    await saveEvent(
      tx,
      {
        ...common,
        id: 1,
        name: '马拉松',
        names: { en: 'Marathon' },
        type: 'full',
        distance_cm: 4_219_500,
        price: 18_000,
        places: 200,
        colour: '#c2410c',
        sort: 1,
        form: {
          ask: {
            email: 'optional',
            area: 'optional',
            emername: 'required',
            emertel: 'required',
            emerrelationship: 'optional',
            clothes: 'required',
          },
        },
      },
      now,
    )
    await saveEvent(
      tx,
      {
        ...common,
        id: 2,
        name: '半程马拉松',
        names: { en: 'Half marathon' },
        type: 'half',
        distance_cm: 2_109_750,
        price: 12_000,
        places: 1,
        taken: 1,
        colour: '#1d6fb8',
        sort: 2,
        form: {},
      },
      now,
    )
    await saveEvent(
      tx,
      {
        ...common,
        id: 3,
        name: '欢乐跑',
        names: { en: 'Fun run' },
        type: 'fun_run',
        distance_cm: 500_000,
        price: 0,
        places: 300,
        colour: '#e0a100',
        sort: 3,
        form: { ask: { clothes: 'required' }, min_age: 8 },
      },
      now,
    )
    await saveEvent(
      tx,
      {
        ...common,
        id: 4,
        name: '10公里',
        names: { en: '10 km' },
        type: '10km',
        distance_cm: 1_000_000,
        price: 8_000,
        places: 400,
        colour: '#2f9e44',
        sort: 4,
        signup_from: days(3),
        form: {},
      },
      now,
    )
  })
}

/** Adds event 5 to race 2026. Staff review each sign-up for this event. */
export const addReviewedEvent = async (world: World): Promise<void> => {
  const now = world.clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  await world.db.transaction().execute((tx) =>
    saveEvent(
      tx,
      {
        raceid: 2026,
        id: 5,
        name: '精英组',
        names: { en: 'Elite marathon' },
        type: 'full',
        state: 'audit',
        price: 18_000,
        places: 20,
        colour: '#8a2be2',
        sort: 5,
        signup_from: days(-7),
        signup_until: days(24),
        start_at: days(78),
        created_at: now,
        form: {},
      },
      now,
    ),
  )
}

/** Signs an invented resident up with all consents: for the marathon of race 2026, or for the event in `details`. */
export const signUp = async (
  world: World,
  session: { token: string },
  details: Partial<InputOf<typeof registrationSave>> = {},
) => {
  const { raceid, eventid } = { raceid: 2026, eventid: 1, ...details }
  const { consents } = await world.ask(registrationDocuments, { raceid, eventid })
  return world.ask(
    registrationSave,
    {
      idtype: 'idcard',
      idnum: idcardOf('330106', '19850703', '113'),
      name: '高远',
      mobile: '13900003333',
      emername: '林建国',
      emertel: '13900009999',
      clothes: 'L',
      consents: Object.fromEntries(consents.map(({ name, version }) => [name, version])),
      ...details,
      raceid,
      eventid,
    },
    session,
  )
}

/**
 * Imports race 226 of the stories, which took place yesterday. The results of the marathon come from a file. All
 * runners are invented.
 */
export const importRace226 = async (world: World): Promise<void> => {
  const now = world.clock.now()
  const start = new Date(now.getTime() - 86_400_000)
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: 226,
        name: '海屿马拉松',
        names: { en: 'Haiyu Marathon' },
        city: '海屿市',
        province: '福建省',
        time: start,
        kind: 'road',
        skins: { primary: '#0a7ea4' },
        settings: {},
        published_at: start,
        created_at: start,
      },
      now,
    )
    await saveEvent(
      tx,
      {
        raceid: 226,
        id: 1,
        name: '马拉松',
        names: { en: 'Marathon' },
        type: 'full',
        distance_cm: 4_219_500,
        state: 'normal',
        price: 15_000,
        places: 100,
        colour: '#0a7ea4',
        start_at: start,
        sort: 1,
        created_at: start,
      },
      now,
    )
  })
  await giveStandardCertificates(world.parts, { raceid: 226, primary: '#0a7ea4', city: '海屿市' })
  const rows = [
    '参赛号,姓名,性别,年龄,枪成绩,净成绩,5公里,10公里,半程,30公里',
    'A1001,周启明,男,34,3:05:10,3:04:32,0:21:40,0:43:20,1:31:50,2:10:30',
    'A1002,沈若溪,女,29,3:24:08,3:23:05,0:23:55,0:47:50,1:41:20,2:24:40',
    'A1003,陆一舟,男,41,4:02:59,4:01:12,0:28:10,0:56:30,2:00:10,2:51:30',
  ]
  const outcome = await importResults(world.parts, {
    raceid: 226,
    eventid: 1,
    filename: 'haiyu.csv',
    bytes: Buffer.from(rows.join('\n')),
    publish: true,
    now,
  })
  if (!('report' in outcome) || outcome.report.counts.refused)
    throw new Error(`The results were not taken: ${JSON.stringify(outcome)}`)
}
