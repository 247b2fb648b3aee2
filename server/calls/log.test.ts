import { afterAll, beforeAll, expect, test } from 'vitest'
import { userSmsSend2 } from '#features/accounts/contract.ts'
import { registrationPay, registrationQuery, registrationShow } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { buildApp } from '#server/app.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

const lines: string[] = []
let world: World
let app: World['app']
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  app = await buildApp(world.parts, { apps: true, log: 'all', logTo: { write: (line) => void lines.push(line) } })
})
afterAll(async () => {
  await app?.close()
  await world?.close()
})

const person = {
  ...entrant(41),
  name: '欧阳密封',
  mobile: '13987650041',
  emername: '诸葛紧急',
  emertel: '13812340041',
}
const values = [person.idnum!, person.name!, person.mobile!, person.emername!, person.emertel!].flatMap((value) => [
  value,
  encodeURIComponent(value),
])
const post = async (path: string, input: object) => {
  const answered = await app.inject({ method: 'POST', url: path, payload: input })
  return answered.json<{ code: string; data: { id?: string; request_id?: string } }>()
}
type Line = { request_id?: string; method?: string; path?: string; status?: number; ms?: number; msg: string }
const parsed = () => lines.map((line) => JSON.parse(line) as Line)

test('no line of the log holds a value of a person, whatever the outcome of the call', async () => {
  const { token } = await runnerSession(world)
  const saved = await post(registrationSave.path, { ...person, _token: token })
  expect(saved.code).toBe('200')
  // Refused, wrong and unreadable calls carry the values of the person too, in bodies, addresses and headers.
  await post(registrationSave.path, { ...person, _token: token })
  await post(registrationSave.path, { ...person, idnum: `${person.idnum}\0`, _token: token })
  await post(registrationQuery.path, { raceid: RACE, idnum: person.idnum, name: person.name })
  await post(registrationPay.path, { id: person.idnum, payment: person.name, _token: token })
  await post(userSmsSend2.path, { mobile: person.mobile })
  await post(registrationShow.path, { id: person.idnum })
  const headers = { 'content-type': 'application/json', 'user-agent': person.mobile!, referer: `/?q=${person.idnum}` }
  await app.inject({ method: 'POST', url: registrationShow.path, payload: `{"idnum":"${person.idnum}"`, headers })
  for (const value of values)
    for (const address of ['/', '/made-up/', '/score?idnum=', '/%ff?idnum=', '/city-codes?name=', '/files/', '/query/'])
      for (const accept of ['text/html', 'application/json'])
        await app.inject({ method: 'GET', url: `${address}${encodeURIComponent(value)}`, headers: { accept } })
  expect(lines.length).toBeGreaterThan(100)
  const all = lines.join('\n')
  for (const value of [...values, token]) expect(all).not.toContain(value)
})

test('each call has one line with its own number, its path in the contract, its status and its time', async () => {
  lines.length = 0
  await post(registrationShow.path, { id: person.idnum })
  await post(registrationShow.path, { id: person.idnum })
  const seen = parsed()
  expect(seen.map(({ method, path, status, msg }) => [method, path, status, msg])).toEqual([
    ['POST', registrationShow.path, 200, 'a call was answered'],
    ['POST', registrationShow.path, 200, 'a call was answered'],
  ])
  for (const { ms } of seen) expect(ms).toBeGreaterThanOrEqual(0)
  expect(new Set(seen.map(({ request_id }) => request_id)).size).toBe(2)
})

test('a fault of the server has two lines with the number that the caller sees, and no values', async () => {
  lines.length = 0
  const broken = await buildApp(
    { ...world.parts, db: world.db.withSchema('missing') as World['db'] },
    { apps: false, log: 'all', logTo: { write: (line) => void lines.push(line) } },
  )
  try {
    const answered = await broken.inject({
      method: 'POST',
      url: registrationQuery.path,
      payload: { raceid: RACE, idnum: person.idnum, name: person.name },
    })
    expect(answered.statusCode).toBe(500)
    const { request_id } = answered.json<{ data: { request_id: string } }>().data
    expect(parsed().map((line) => line.request_id)).toEqual([request_id, request_id])
    for (const value of values) expect(lines.join('\n')).not.toContain(value)
  } finally {
    await broken.close()
  }
})
