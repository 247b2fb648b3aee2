import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { mydataConsent, mydataShow } from '#features/privacy/contract.ts'
import { faceServiceOver } from '#integrations/face/client.ts'
import { openIntegrations } from '#integrations/integrations.ts'
import { faceWeathers } from '#integrations/sandbox/face/server.ts'
import { type SandboxFaces, startSandboxFaces } from '#integrations/sandbox/face/server.ts'
import { RACE } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type HandoutDesk, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { checkinRunnerVerify } from '../contract.ts'
import { aiFaceDetect, checkinFaceVerify } from './face.contract.ts'
import { faceOutcomes, mayCheckFace, outcomeOfFaces } from './face.rules.ts'
import { faceOutcomeWords } from './face.words.ts'

let scene: HandoutDesk
let sandbox: SandboxFaces
let id: number
let key: string
let picture: Buffer
const raceid = RACE
const wording = { version: '1', title: { 'zh-cn': '人脸核验' }, body: { 'zh-cn': '同意人脸核验' } }

const putFaces = (on: boolean, patienceMs?: number) => {
  Object.assign(scene.world.parts.integrations, {
    faces: on ? faceServiceOver({ url: sandbox.url, key: sandbox.key, patienceMs }) : undefined,
  })
}
const agree = (given: boolean) => scene.world.ask(mydataConsent, { id: key, name: 'face', given }, scene.runner)
beforeAll(async () => {
  scene = await openHandoutDesk()
  sandbox = await startSandboxFaces()
  putFaces(true)
  const { settings } = await scene.world.db
    .selectFrom('races')
    .select('settings')
    .where('id', '=', raceid)
    .executeTakeFirstOrThrow()
  const consents = { ...(settings as { consents?: object }).consents, face: wording }
  await scene.world.db
    .updateTable('races')
    .set({ settings: JSON.stringify({ ...(settings as object), consents }) })
    .where('id', '=', raceid)
    .execute()
  scene.world.clock.advance(60_000)
  ;({ id, key } = await scene.enter(1))
  picture = await sharp({ create: { width: 120, height: 160, channels: 3, background: '#a08070' } })
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await sandbox?.close()
  await scene?.world.close()
})
beforeEach(() => {
  sandbox.weather.answer = 'match'
  sandbox.refused.length = 0
  // The limit counts the checks of ten minutes, so the checks of the former test no longer count.
  scene.world.clock.advance(11 * 60_000)
})

type Sent = { id?: number; bytes?: Uint8Array | undefined; token?: string; lang?: string }
const send = async (endpoint: Endpoint, { id: of = id, bytes, token = scene.gate.token, lang = 'en' }: Sent) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid, id: of, _token: token, _lang: lang }))
    form.append(name, String(value))
  if (bytes) form.append('file', new Blob([bytes as BlobPart]), 'face.jpg')
  const made = new Response(form)
  const answered = await scene.world.app.inject({
    method: 'POST',
    url: endpoint.path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
  return answered.json() as { code: string; refusal?: string; data: Record<string, unknown> }
}

test('a desk may check a face only with a service, a valid consent, and a runner of age', () => {
  const given = { version: '1', at: '2026-10-01T00:00:00Z' }
  const withdrawn = { ...given, withdrawn_at: '2026-10-02T00:00:00Z' }
  expect(mayCheckFace(true, { face: given, age: 18 })).toBe(true)
  expect(mayCheckFace(false, { face: given, age: 30 })).toBe(false)
  expect(mayCheckFace(true, { face: withdrawn, age: 30 })).toBe(false)
  expect(mayCheckFace(true, { face: null, age: 30 })).toBe(false)
  expect(mayCheckFace(true, { face: given, age: 17 })).toBe(false)
  expect(mayCheckFace(true, { face: given, age: null })).toBe(false)
  expect([0, 1, 2].map((faces) => outcomeOfFaces({ faces, dark: false }))).toEqual(['none', 'one', 'several'])
  expect(outcomeOfFaces({ faces: 1, dark: true })).toBe('dark')
})

test('each answer except a match names document and QR code in three languages', () => {
  for (const outcome of faceOutcomes.filter((one) => one !== 'match')) {
    expect(faceOutcomeWords[outcome]['zh-cn'], outcome).toMatch(/核对证件.*二维码/)
    expect(faceOutcomeWords[outcome]['zh-tw'], outcome).toMatch(/核對證件.* QR Code/)
    expect(faceOutcomeWords[outcome].en, outcome).toMatch(/document.* QR code/)
  }
})

test('a check needs a session of this race, a service, a consent and a picture', async () => {
  const bytes = picture
  const stranger = await staffSession(scene.world, [{ raceid: 999, role: 'director' }])
  const editor = await staffSession(scene.world, [{ raceid, role: 'editor' }])
  for (const endpoint of [checkinFaceVerify, aiFaceDetect]) {
    expect(await send(endpoint, { bytes, token: '' })).toMatchObject({ code: '401' })
    expect(await send(endpoint, { bytes, token: stranger.token })).toMatchObject({ code: '403' })
    expect(await send(endpoint, { bytes, token: editor.token })).toMatchObject({ code: '403' })
    expect(await send(endpoint, { bytes, id: 999_999 })).toMatchObject({ refusal: 'registration_not_found' })
    expect(await send(endpoint, { bytes })).toMatchObject({ code: '409', refusal: 'face_not_agreed' })
  }
  const shown = () => scene.world.ask(checkinRunnerVerify, { raceid, id }, scene.gate)
  expect((await shown()).face).toBe(false)
  await agree(true)
  expect((await shown()).face).toBe(true)
  putFaces(false)
  expect(await send(checkinFaceVerify, { bytes })).toMatchObject({ code: '404', refusal: 'face_check_off' })
  expect((await shown()).face).toBe(false)
  putFaces(true)
  for (const endpoint of [checkinFaceVerify, aiFaceDetect])
    expect(await send(endpoint, {})).toMatchObject({ refusal: 'file_missing' })
  expect(sandbox.refused).toEqual([])
})

test('the service answers match, no match, several faces, no face, too dark, slow, down', async () => {
  await agree(true)
  for (const outcome of faceOutcomes) {
    sandbox.weather.answer = outcome
    putFaces(true, outcome === 'slow' ? 300 : undefined)
    expect(await send(checkinFaceVerify, { bytes: picture }), outcome).toMatchObject({
      code: '200',
      data: { outcome, says: faceOutcomeWords[outcome].en },
    })
  }
  scene.world.clock.advance(11 * 60_000)
  for (const [answer, outcome, faces] of [
    ['match', 'one', 1],
    ['several', 'several', 2],
    ['none', 'none', 0],
    ['dark', 'dark', 0],
    ['slow', 'slow', 0],
    ['down', 'down', 0],
  ] as const) {
    sandbox.weather.answer = answer
    putFaces(true, answer === 'slow' ? 300 : undefined)
    expect(await send(aiFaceDetect, { bytes: picture, lang: 'zh-cn' }), answer).toMatchObject({
      data: { outcome, faces, says: faceOutcomeWords[outcome]['zh-cn'] },
    })
  }
  expect(sandbox.refused, 'questions that break the protocol').toEqual([])
  putFaces(true)
})

test('a desk hands out a pack without a check, and after every answer of a check', async () => {
  const other = await scene.enter(2)
  expect(await scene.sign({ id: other.id })).toMatchObject({ code: '200' })
  sandbox.weather.answer = 'no_match'
  expect(await send(checkinFaceVerify, { bytes: picture })).toMatchObject({ data: { outcome: 'no_match' } })
  expect(await scene.sign({ id })).toMatchObject({ code: '200' })
})

test('a tester chooses the next answer on the page of the sandbox', async () => {
  await agree(true)
  const { folder, clock } = scene.world.parts
  const page = (method: 'GET' | 'POST', body = '', query = '') =>
    scene.world.app.inject({
      method,
      url: `/pretend/faces${query}`,
      ...(method === 'POST' ? { payload: body, headers: { 'content-type': 'application/x-www-form-urlencoded' } } : {}),
    })
  expect((await page('GET')).statusCode, 'without a sandbox').toBe(404)
  expect((await page('POST', 'answer=dark')).statusCode).toBe(404)
  const trial = await openIntegrations({ folder, origin: 'http://localhost', clock, faces: 'sandbox' })
  const { integrations } = scene.world.parts
  const before = integrations.faces
  try {
    Object.assign(integrations, { faces: trial.faces })
    Object.assign(integrations.sandbox, { faces: trial.sandbox.faces })
    const first = await page('GET', '', '?lang=en')
    expect(first.statusCode).toBe(200)
    expect(first.body).toContain('<button name="answer" value="match" aria-pressed="true"')
    for (const answer of faceWeathers.filter((one) => one !== 'slow')) {
      const chosen = await page('POST', `answer=${answer}&lang=zh-cn`)
      expect(chosen).toMatchObject({ statusCode: 303, headers: { location: '/pretend/faces?lang=zh-cn' } })
      expect((await page('GET')).body).toContain(`value="${answer}" aria-pressed="true"`)
      expect(await send(checkinFaceVerify, { bytes: picture }), answer).toMatchObject({
        data: { outcome: answer, says: faceOutcomeWords[answer].en, sandbox: '/pretend/faces' },
      })
    }
    // A nonsense answer changes nothing, and the page does not show it.
    await page('POST', 'answer=%3Cscript%3E&lang=%22%3E%3Cscript%3E')
    const after = (await page('GET', '', '?lang=%22%3E%3Cscript%3E')).body
    expect(after).toContain('value="down" aria-pressed="true"')
    expect(after).not.toContain('<script>')
    const another = await openIntegrations({ folder, origin: 'http://localhost', clock, faces: 'sandbox' })
    const request = { method: 'GET', path: '', query: new URLSearchParams(), form: new URLSearchParams() }
    const seen = another.sandbox.faces!.page({ ...request, acceptLanguage: 'en' })
    expect(seen.body, 'another process of the server').toContain('value="down" aria-pressed="true"')
    await another.close()
  } finally {
    Object.assign(integrations, { faces: before })
    delete integrations.sandbox.faces
    await trial.close()
  }
})

test('hostile and large pictures are refused before they leave the server; a runner is checked at most ten times', async () => {
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  const wide = await sharp({ create: { width: 20_000, height: 3_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  for (const [bytes, refusal] of [
    [page, 'not_a_picture'],
    [Buffer.concat([picture.subarray(0, 40), page]), 'not_a_picture'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_a_picture'],
    [wide, 'picture_too_large'],
  ] as const)
    expect(await send(checkinFaceVerify, { bytes })).toMatchObject({ refusal })
  expect(await send(checkinFaceVerify, { bytes: Buffer.alloc(31 * 1024 * 1024, 255) })).toMatchObject({
    refusal: 'body_too_large',
  })
  for (let n = 0; n < 6; n++) expect((await send(aiFaceDetect, { bytes: picture })).code).toBe('200')
  expect(await send(checkinFaceVerify, { bytes: picture })).toMatchObject({ code: '429' })
  expect(sandbox.refused).toEqual([])
})

test('picture and answer leave no trace; log and runner see the check; a withdrawal counts at once', async () => {
  expect(await send(checkinFaceVerify, { bytes: picture })).toMatchObject({ data: { outcome: 'match' } })
  const log = await scene.world.db.selectFrom('log').selectAll().where('what', '=', 'face checked').execute()
  expect(log.at(-1)).toMatchObject({ staffid: scene.gate.staffid, target: `registration ${id}`, raceid })
  expect(new Set(log.flatMap(({ after }) => Object.keys(after as object))), 'no answer is kept').toEqual(
    new Set(['how']),
  )
  const { registrations } = await scene.world.ask(mydataShow, { _lang: 'en' } as never, scene.runner)
  const opened = registrations.find(({ _key }) => _key === key)!.opened
  expect(opened.length).toBe(log.length)
  const files = await scene.world.db.selectFrom('files').select('hash').execute()
  expect(files, 'no picture is kept').toEqual([])
  await agree(false)
  expect(await send(checkinFaceVerify, { bytes: picture })).toMatchObject({ refusal: 'face_not_agreed' })
})
