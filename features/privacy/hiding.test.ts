import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { certificateShow, consoleCertificatesSave } from '#features/certificates/contract.ts'
import { consoleCheckinDeclarationsSave } from '#features/checkin/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { rooms } from '#server/features.ts'
import { declaredEndpoints } from '#test/contracts.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { mydataHide } from './contract.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let key: string
let id: number
let score: { id: number; _key: string }
const name = '欧阳藏锋'
const enname = 'OUYANG CANGFENG'
const agegroup = '40-44'

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1000, teams: true } })
  await openEvent(world, {
    price: 0,
    ranking: { teams: { kinds: [{ kind: 'open', scorers: 2 }] } },
    form: { ask: { enname: 'required', emername: 'required', emertel: 'required' }, clothes: ['M'] },
  })
  runner = await runnerSession(world)
  key = (await world.ask(registrationSave, entrant(1, { name, enname }), runner))._key
  ;({ id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', RACE)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow())
  const now = world.clock.now()
  await world.db
    .updateTable('registrations')
    .set({ bib: '4711' })
    .where('raceid', '=', RACE)
    .where('id', '=', id)
    .execute()
  await world.db
    .insertInto('result_sheets')
    .values({ raceid: RACE, eventid: 1, published_at: now, updated_at: now })
    .execute()
  score = await world.db
    .insertInto('results')
    .values({
      raceid: RACE,
      _key: `${RACE.toString(36)}-${'b'.repeat(22)}`,
      eventid: 1,
      bib: '4711',
      registrationid: id,
      name,
      gender: 'M',
      age: 43,
      agegroup,
      outcome: 'finished',
      gun_ms: 3_000_000,
      net_ms: 2_990_000,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', '_key'])
    .executeTakeFirstOrThrow()
  await world.db.insertInto('ids').values({ kind: 'score', id: score.id, raceid: RACE }).execute()
  const team = await world.db
    .insertInto('teams')
    .values({
      raceid: RACE,
      name: '夜跑团4711',
      name_norm: '夜跑团4711',
      profile: '慢慢跑',
      cover: '/files/1/a.jpg',
      password: 'x',
      captain: id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  await world.ask(
    consoleCertificatesSave,
    { raceid: RACE, kind: 'timing', name: '证书', html: '<div>%name% %年龄段%</div>', published: true },
    staff,
  )
  await world.ask(
    consoleCheckinDeclarationsSave,
    {
      raceid: RACE,
      kind: 'health',
      title: { 'zh-cn': '健康声明' },
      body: { 'zh-cn': '本人健康' },
      from_at: null,
      until_at: null,
    } as never,
    staff,
  )
  await world.db
    .updateTable('registrations')
    .set({ teamid: team.id, team_at: now })
    .where('raceid', '=', RACE)
    .where('id', '=', id)
    .execute()
})
afterAll(() => world?.close())

let number = ''
/**
 * Returns facts that a stranger might know or guess about the runner, by the name of the field. Every call gets the
 * facts that it accepts.
 */
const guesses = (): Record<string, unknown> => ({
  raceid: RACE,
  r: RACE,
  eventid: 1,
  events: [1],
  bib: '4711',
  bibs: ['4711'],
  q: '4711',
  idnum: idnumOf(1),
  scoreid: score.id,
  teamid: 1,
  gameid: 1,
  keys: [key],
  name: '夜跑团',
  team: '夜跑团4711',
  type: 'timing',
  n: number,
  limit: 50,
  captchaid: '',
  captcha: '',
  ids: [score.id],
  other: score._key,
  against: score._key,
  vs: score._key,
  with: score._key,
})
/** Returns the runner's ids. The test makes each call with each id. */
const called = (): (string | number)[] => [key, id, score._key, score.id, 1]

type Shaped = { def?: { shape?: Record<string, unknown> } }
const inputsFor = (endpoint: Endpoint): Record<string, unknown>[] => {
  const names = Object.keys((endpoint.input as unknown as Shaped).def?.shape ?? {})
  const known = guesses()
  const base: Record<string, unknown> = {
    raceid: RACE,
    ...Object.fromEntries(
      names.filter((one) => known[one] !== undefined && known[one] !== '').map((one) => [one, known[one]]),
    ),
  }
  const named = names.filter((one) => ['id', 'key', '_key', 'a', 'b', 'one', 'result'].includes(one))
  // Each call is made with every field that can be filled, and once with only the race and the id.
  const alone = { raceid: RACE }
  const under = (fields: readonly string[]) =>
    called().map((one) => Object.fromEntries(fields.map((field) => [field, one])))
  const byId =
    named.length === 0
      ? [{}]
      : [
          ...under(named),
          ...(named.length > 1 && named.includes('id') ? under(named.filter((field) => field !== 'id')) : []),
        ]
  return byId.flatMap((more) => [
    { ...base, ...more },
    { ...alone, ...more },
    {
      ...alone,
      ...(base.idnum ? { idnum: base.idnum } : {}),
      ...(base.bib ? { bib: base.bib } : {}),
      ...(base.scoreid ? { scoreid: base.scoreid } : {}),
      ...more,
    },
  ])
}
const bodyOf = async (endpoint: Endpoint, input: Record<string, unknown>, token?: string): Promise<string> => {
  const payload = { ...input, ...(token ? { _token: token } : {}) }
  const answered =
    endpoint.kind === 'get'
      ? await world.app.inject({
          method: 'GET',
          url: `${endpoint.path.replaceAll(/\{\w+\}/g, String(RACE))}?${new URLSearchParams(Object.entries(payload).map(([one, value]) => [one, String(value)]))}`,
        })
      : await world.app.inject({ method: 'POST', url: endpoint.path, payload })
  return answered.payload
}
const namesIn = (text: string): string[] => [name, enname, agegroup].filter((one) => text.includes(one))

/**
 * Makes every call that is open to anybody, makes every call of runners as a logged-in stranger, and fetches every open
 * address. `only` limits this to some paths. Returns the names and age groups that answers held, by path, and the
 * number of calls that were not refused.
 */
const walk = async (only?: readonly string[]): Promise<{ shown: Map<string, Set<string>>; answered: number }> => {
  const stranger = await runnerSession(world)
  const found = new Map<string, Set<string>>()
  let answered = 0
  const open = (await declaredEndpoints()).filter(
    ({ endpoint }) =>
      (endpoint.access === 'anyone' || endpoint.access === 'runner') && (!only || only.includes(endpoint.path)),
  )
  for (const { endpoint } of open) {
    const inputs = new Map(inputsFor(endpoint).map((input) => [JSON.stringify(input), input]))
    for (const input of inputs.values()) {
      world.clock.advance(120_000)
      const text = await bodyOf(endpoint, input, endpoint.access === 'runner' ? stranger.token : undefined)
      if (text.includes('"code":"200"')) answered += 1
      for (const one of namesIn(text)) found.set(endpoint.path, (found.get(endpoint.path) ?? new Set()).add(one))
    }
  }
  const raws = rooms
    .flatMap(({ rawRoutes }) => rawRoutes ?? [])
    .filter(
      ({ method, path }) =>
        method === 'GET' && !/:(hash|name|token)|live|gateway|pretend/.test(path) && (!only || only.includes(path)),
    )
  for (const { path } of raws) {
    const url = path
      .replace(':raceid', String(RACE))
      .replace(':eventid', '1')
      .replace(':file', '1.csv')
      .replace(':id', String(score.id))
    const { payload } = await world.app.inject({ method: 'GET', url: `${url}?raceid=${RACE}&eventid=1&id=${score.id}` })
    for (const one of namesIn(payload)) found.set(path, (found.get(path) ?? new Set()).add(one))
  }
  return { shown: found, answered }
}

// The test calls every endpoint, so it takes long.
test('no public answer of any call shows a runner who hid name and age', { timeout: 180_000 }, async () => {
  number = (await world.ask(certificateShow, { key: score._key }, runner)).number!
  // The same calls must find the name while it is not hidden. Otherwise an empty result would prove nothing.
  const tell = [
    '/timing/query',
    '/timing/reports/fetch',
    '/results/teams',
    '/results/team',
    '/registration/query',
    '/registration/show',
    '/registration/getbykeys',
    '/simple/registration/byidnum',
    '/api/runner/query/idnum',
    '/api/runner/show',
    '/api/runner/detail',
    '/team/list',
    '/team/members',
    '/certificate/show',
    '/certificate/query',
    '/checkin/disclaimer/get',
    '/appointment/list',
    '/registration/check',
    '/results/:raceid/:file',
  ]
  expect([...(await walk(tell)).shown.keys()].toSorted()).toEqual(tell.toSorted())
  await world.ask(mydataHide, { id: key, hide_name: true, hide_age: true }, runner)
  const after = await walk()
  expect(Object.fromEntries([...after.shown].map(([path, what]) => [path, [...what]]))).toEqual({})
  expect(after.answered, 'the walk asks in a way that is answered').toBeGreaterThan(60)
})
