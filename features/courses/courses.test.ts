import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { raceHome } from '#features/finder/contract.ts'
import {
  consoleCoursesGuidebook,
  consoleCoursesList,
  consoleCoursesRemove,
  consoleCoursesSave,
  courses,
} from './contract.ts'
import { courseShapes } from './service.ts'

let world: World
let editor: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await openEvent(world, { id: 2, name: '欢乐跑', names: {}, type: 'fun_run', distance_cm: null })
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
})
afterAll(() => world?.close())

/** A course up a hill and back, some 2 km, with an aid station. */
const gpx = `<?xml version="1.0"?><gpx version="1.1"><wpt lat="30.005" lon="120"><name>补给站</name></wpt><trk><name>往返</name><trkseg>${Array.from({ length: 101 }, (_, at) => `<trkpt lat="${30 + (at <= 50 ? at : 100 - at) * 2e-4}" lon="120.000${at}"><ele>${20 + Math.min(at, 100 - at)}</ele></trkpt>`).join('')}</trkseg></trk></gpx>`
const send = async (
  path: string,
  file: { name: string; bytes: string | Uint8Array } | null,
  fields: Record<string, string> = {},
): Promise<Envelope<Record<string, unknown>>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid: String(RACE), _token: editor.token, ...fields }))
    form.append(name, value)
  if (file) form.append('file', new Blob([Buffer.from(file.bytes)]), file.name)
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  return (
    await world.app.inject({
      method: 'POST',
      url: path,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type')! },
    })
  ).json()
}
const upload = (bytes: string | Uint8Array, fields: Record<string, string> = {}) =>
  send(consoleCoursesSave.path, { name: 'half.gpx', bytes }, { eventid: '1', ...fields })

describe('consoleCoursesSave', () => {
  test('refuses a caller without the right, files of another kind, and unknown events', async () => {
    const timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
    expect(await upload(gpx, { _token: '' })).toMatchObject({ code: '401' })
    expect(await upload(gpx, { _token: timer.token })).toMatchObject({ code: '403' })
    expect(await upload(gpx, { raceid: '7' })).toMatchObject({ code: '403' })
    expect(await send(consoleCoursesSave.path, null, { eventid: '1' })).toMatchObject({
      code: '422',
      refusal: 'gpx_missing',
    })
    expect(await upload(gpx, { eventid: '9' })).toMatchObject({ code: '404', refusal: 'event_not_found' })
    expect(
      await upload('<!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/passwd">]><gpx><name>&a;</name></gpx>'),
    ).toMatchObject({ code: '422', refusal: 'gpx_unreadable' })
    expect(await upload('<gpx><wpt lat="1" lon="1"/></gpx>')).toMatchObject({ code: '422', refusal: 'gpx_empty' })
    expect(await upload(new Uint8Array(20 * 1024 * 1024 + 1))).toMatchObject({ code: '422', refusal: 'gpx_too_large' })
    expect(await world.ask(courses, { raceid: RACE })).toEqual({ events: [], course: null, ground: { kind: 'plain' } })
  })
  test('a course is kept with its facts and doubts, shown on the home, downloaded, replaced and removed', async () => {
    expect(await upload(gpx)).toMatchObject({
      code: '200',
      data: {
        eventid: 1,
        ascent: 47,
        descent: 48,
        doubts: ['length_differs'],
        spots: [{ kind: 'aid', name: '补给站' }],
      },
    })
    const { events, course } = await world.ask(courses, { raceid: RACE }, { lang: 'en' })
    expect(events).toEqual([{ eventid: 1, event: 'Half marathon', colour: '#09bb07' }])
    expect(course).toMatchObject({
      event: 'Half marathon',
      certified: 21_097.5,
      gpx: `/courses/${RACE}/1.gpx`,
      highest: expect.any(Number),
    })
    expect((await world.ask(courses, { raceid: RACE, eventid: 2 })).course).toBeNull()
    world.clock.advance(6_000)
    expect((await world.ask(raceHome, { raceid: RACE })).course).toMatchObject({
      eventid: 1,
      metres: course!.metres,
      line: expect.stringMatching(/^M/),
    })
    const file = await world.app.inject({ method: 'GET', url: course!.gpx })
    expect(file.headers).toMatchObject({ 'content-type': 'application/gpx+xml', 'x-content-type-options': 'nosniff' })
    expect(file.headers['content-disposition']).toContain('attachment')
    expect(file.body).toBe(gpx)
    expect((await world.app.inject({ method: 'GET', url: `/courses/${RACE}/2.gpx` })).statusCode).toBe(404)
    expect((await world.app.inject({ method: 'GET', url: '/courses/7/1.gpx' })).statusCode).toBe(404)
    expect((await world.ask(consoleCoursesList, { raceid: RACE }, editor)).items).toMatchObject([
      { eventid: 1, name: '往返', filename: 'half.gpx', spots: 1 },
    ])
    expect(await world.call(consoleCoursesRemove, { raceid: RACE, eventid: 2 }, editor)).toMatchObject({
      code: '404',
      refusal: 'course_not_found',
    })
    await world.ask(consoleCoursesRemove, { raceid: RACE, eventid: 1 }, editor)
    expect((await world.ask(courses, { raceid: RACE })).course).toBeNull()
    expect(
      (
        await world.db
          .selectFrom('log')
          .select('what')
          .where('raceid', '=', RACE)
          .where('what', '!=', 'right missing')
          .orderBy('id')
          .execute()
      ).map(({ what }) => what),
    ).toEqual(['course written', 'course removed'])
  })
  test('a race that is not published shows none', async () => {
    await openRace(world, { id: 9, published_at: null })
    expect(await world.call(courses, { raceid: 9 })).toMatchObject({ code: '404', refusal: 'race_not_found' })
  })
})

describe('consoleCoursesGuidebook', () => {
  const pdf = '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <<>>\n%%EOF\n'
  test('refuses a file that is no PDF or could run code', async () => {
    expect(await send(consoleCoursesGuidebook.path, null)).toMatchObject({ code: '422', refusal: 'guidebook_missing' })
    expect(await send(consoleCoursesGuidebook.path, { name: 'x.pdf', bytes: '<html>' })).toMatchObject({
      code: '422',
      refusal: 'not_a_pdf',
    })
    expect(
      await send(consoleCoursesGuidebook.path, {
        name: 'x.pdf',
        bytes: pdf.replace('/Catalog', '/Catalog /S /JavaScript'),
      }),
    ).toMatchObject({ code: '422', refusal: 'not_a_pdf' })
    expect(
      await send(consoleCoursesGuidebook.path, { name: 'x.pdf', bytes: new Uint8Array(20 * 1024 * 1024 + 1) }),
    ).toMatchObject({ code: '422', refusal: 'guidebook_too_large' })
    expect(await send(consoleCoursesGuidebook.path, { name: 'x.pdf', bytes: pdf }, { _token: '' })).toMatchObject({
      code: '401',
    })
  })
  test('is served as a PDF under its own name, and other files are not', async () => {
    const { data } = await send(consoleCoursesGuidebook.path, { name: '参赛手册.pdf', bytes: pdf })
    const path = (data as { path: string }).path
    const file = await world.app.inject({ method: 'GET', url: path })
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="_.pdf"; filename*=UTF-8''${encodeURIComponent('参赛手册.pdf')}`,
    })
    expect(file.body).toBe(pdf)
    expect(
      (await world.app.inject({ method: 'GET', url: path.replace(/[0-9a-f]{32}/, 'f'.repeat(32)) })).statusCode,
    ).toBe(404)
    expect((await world.ask(consoleCoursesList, { raceid: RACE }, editor)).guidebooks).toMatchObject([
      { path, name: '参赛手册.pdf' },
    ])
  })
})

test('rooms that place runners share the lines of a race until one of them changes', async () => {
  await upload(gpx)
  const [first, again] = [await courseShapes(world.db, RACE), await courseShapes(world.db, RACE)]
  const lineOf = (shapes: typeof first) => shapes.find(({ eventid }) => eventid === 1)?.course
  expect(lineOf(again)).toBe(lineOf(first))
  await upload(gpx.replaceAll('lon="120.000', 'lon="120.001'))
  const changed = lineOf(await courseShapes(world.db, RACE))
  expect(changed?.points[0]?.[1]).toBeCloseTo(120.001, 3)
  await world.ask(consoleCoursesRemove, { raceid: RACE, eventid: 1 }, editor)
  expect(lineOf(await courseShapes(world.db, RACE))).toBeUndefined()
})
