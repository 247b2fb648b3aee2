import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveRace } from '#features/races/service.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleResultsFilmBegin,
  consoleResultsFilmPiece,
  consoleResultsFilmRemove,
  consoleResultsFilms,
  mostFilmBytes,
  pieceBytes,
} from './films.contract.ts'
import { FILM_GONE } from './films.service.ts'
import { jobs, sweepFilms } from '../jobs.ts'
import { byteRangeOf } from '#seam/server/ranges.ts'
import { filmTypeOf } from './films.rules.ts'

let world: World
let director: { token: string }
let cashier: { token: string }
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
})
afterAll(() => world?.close())

/** Makes a film of this many bytes. It begins as browsers expect; each later byte depends on its position. */
const filmOf = (bytes: number): Uint8Array<ArrayBuffer> => {
  const film = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at++) film[at] = (at * 7 + (at >> 16)) % 251
  film.set(Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1'))
  return film
}
const send = async (path: string, fields: object, piece: Uint8Array<ArrayBuffer> | null, as = director) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid: RACE, _token: as.token, ...fields }))
    form.append(name, String(value))
  if (piece) form.append('file', new Blob([piece]), 'piece')
  const encoded = new Response(form)
  const answer = await world.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json<{
    code: string
    refusal?: string
    data: { film: { id: number; path: string; received: number; done: boolean } }
  }>()
}
const begin = (fields: object, piece: Uint8Array<ArrayBuffer> | null, as = director) =>
  send(consoleResultsFilmBegin.path, fields, piece, as)
/** Checks that the pieces still exist, then runs the job that removes them. */
const piecesGone = async (path: string, pieces: number) => {
  const [, raceid, key] = /^\/films\/(\d+)\/([0-9a-f]{32})/.exec(path)!
  const lies = async () =>
    (
      await Promise.all(
        Array.from(
          { length: pieces },
          async (_, n) => (await world.parts.integrations.files.read(`films/${raceid}/${key}.${n}`)) !== undefined,
        ),
      )
    ).filter(Boolean).length
  expect(await lies()).toBeGreaterThan(0)
  const { rows } = await sql<{
    payload: unknown
  }>`select payload
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${FILM_GONE}`.execute(world.db)
  for (const { payload } of rows) await jobs[0]!.run(payload, { ...world.parts, now: world.clock.now() })
  expect(await lies()).toBe(0)
}
const byteRange = (url: string, range: string) => world.app.inject({ method: 'GET', url, headers: { range } })

test('a file that is no film, is too large, or comes from a caller without the right is refused', async () => {
  const film = filmOf(1000)
  expect(await begin({ name: 'a.mp4', bytes: 1000 }, film, cashier)).toMatchObject({ code: '403' })
  expect(await begin({ name: 'a.mp4', bytes: 1000 }, null)).toMatchObject({ refusal: 'film_missing' })
  expect(await begin({ name: 'a.mp4', bytes: 1000, raceid: 99 }, film)).toMatchObject({ code: '403' })
  expect(await begin({ name: 'a.mp4', bytes: mostFilmBytes + 1 }, film)).toMatchObject({ refusal: 'film_too_large' })
  expect(await begin({ name: 'a.mp4', bytes: 5 }, new TextEncoder().encode('<svg>'))).toMatchObject({
    refusal: 'not_a_film',
  })
  expect(
    await begin({ name: 'a.mp4', bytes: 2000 }, film),
    'a first piece is as long as the film, or a whole piece',
  ).toMatchObject({ refusal: 'not_a_film' })
  expect(await send(consoleResultsFilmPiece.path, { id: 77, at: 0 }, film)).toMatchObject({ refusal: 'film_not_found' })
  expect(await world.call(consoleResultsFilmRemove, { raceid: RACE, id: 77 }, director)).toMatchObject({
    refusal: 'film_not_found',
  })
  expect(await world.call(consoleResultsFilms, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
})

test('a film is sent in pieces, continues where it stopped, is shown in parts, and stays while a checkpoint shows it', async () => {
  const film = filmOf(2 * pieceBytes + 1234)
  const pieces = [0, 1, 2].map((n) => film.slice(n * pieceBytes, (n + 1) * pieceBytes))
  const {
    data: {
      film: { id, path },
    },
  } = await begin({ name: '终点.mp4', bytes: film.length }, pieces[0]!)
  const piece = (n: number) => send(consoleResultsFilmPiece.path, { id, at: n * pieceBytes }, pieces[n]!)
  expect(await piece(2), 'the one before it is missing').toMatchObject({ refusal: 'piece_misplaced' })
  expect(await send(consoleResultsFilmPiece.path, { id, at: pieceBytes + 1 }, pieces[1]!)).toMatchObject({
    refusal: 'piece_misplaced',
  })
  expect((await piece(1)).data.film).toMatchObject({ received: 2 * pieceBytes, done: false })
  expect((await byteRange(path, 'bytes=0-')).statusCode, 'half a film is none').toBe(404)
  expect(
    (await begin({ name: '终点.mp4', bytes: film.length }, pieces[0]!)).data.film,
    'chosen again, it goes on',
  ).toMatchObject({ id, received: 2 * pieceBytes })
  expect((await piece(1)).data.film.received, 'a piece sent again counts once').toBe(2 * pieceBytes)
  expect((await piece(2)).data.film).toMatchObject({ done: true })
  expect((await world.ask(consoleResultsFilms, { raceid: RACE }, director)).items).toMatchObject([
    { id, path, name: '终点.mp4', done: true },
  ])

  const across = await byteRange(path, `bytes=${pieceBytes - 3}-${pieceBytes + 4}`)
  expect(across.statusCode).toBe(206)
  expect(across.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-range': `bytes ${pieceBytes - 3}-${pieceBytes + 4}/${film.length}`,
    'content-length': '8',
    'x-content-type-options': 'nosniff',
  })
  expect(across.rawPayload.equals(film.slice(pieceBytes - 3, pieceBytes + 5))).toBe(true)
  expect((await byteRange(path, 'bytes=-5')).rawPayload.equals(film.slice(-5))).toBe(true)
  expect((await byteRange(path, `bytes=${film.length}-`)).statusCode).toBe(416)
  const whole = await world.app.inject({ method: 'GET', url: path })
  expect([whole.statusCode, Buffer.compare(whole.rawPayload, film)]).toEqual([200, 0])
  expect((await world.app.inject({ method: 'GET', url: path.replace('.mp4', '.webm') })).statusCode).toBe(404)

  const now = world.clock.now()
  const row = await world.db.selectFrom('races').selectAll().where('id', '=', RACE).executeTakeFirstOrThrow()
  const showing = (videos: object[]) =>
    world.db
      .transaction()
      .execute((tx) => saveRace(tx, { ...row, settings: { ...(row.settings as object), videos } }, now))
  await showing([{ point: '终点', kind: 'film', address: path, began: '2026-11-01T00:00:00Z' }])
  world.clock.advance(10_000)
  expect(await world.call(consoleResultsFilmRemove, { raceid: RACE, id }, director)).toMatchObject({
    refusal: 'film_in_use',
  })
  await showing([])
  world.clock.advance(10_000)
  await world.ask(consoleResultsFilmRemove, { raceid: RACE, id }, director)
  expect((await byteRange(path, 'bytes=0-9')).statusCode).toBe(404)
  await piecesGone(path, 3)
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
  ).toEqual(['film uploaded', 'film removed'])
})

test('an unfinished upload is removed if nobody continues it for a week, and not before', async () => {
  const film = filmOf(2 * pieceBytes)
  const {
    data: {
      film: { path },
    },
  } = await begin({ name: '半途.mp4', bytes: film.length }, film.slice(0, pieceBytes))
  const sweepAfter = (days: number) =>
    sweepFilms({ ...world.parts, now: new Date(world.clock.now().getTime() + days * 86_400_000) })
  const names = async () =>
    (await world.ask(consoleResultsFilms, { raceid: RACE }, director)).items.map(({ name }) => name)
  await sweepAfter(6)
  expect(await names()).toEqual(['半途.mp4'])
  await sweepAfter(8)
  expect(await names()).toEqual([])
  await piecesGone(path, 2)
})

test('a film is recognised by its bytes, whatever its name', () => {
  const ebml = new Uint8Array(80)
  ebml.set([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84, ...Buffer.from('webm')])
  expect([filmTypeOf(filmOf(100)), filmTypeOf(ebml)]).toEqual(['mp4', 'webm'])
  ebml.set(Buffer.from('mkv!'), 8)
  for (const wrong of [
    ebml,
    new Uint8Array(0),
    new TextEncoder().encode('<!doctype html><script>alert(1)</script>'),
    Buffer.from('\0\0\0\u0014ftypqt  \0\0\0\0qt  ', 'latin1'),
  ])
    expect(filmTypeOf(wrong)).toBeUndefined()
})

test('a range is read as browsers send it; an invalid range, or several ranges, means the whole film', () => {
  expect(
    [
      undefined,
      'bytes=0-',
      'bytes=5-9',
      'bytes=90-200',
      'bytes=-10',
      'bytes=-200',
      'bytes=0-1,5-6',
      'lines=1-2',
      'bytes=-',
    ].map((header) => byteRangeOf(header, 100)),
  ).toEqual([
    'all',
    { from: 0, until: 100 },
    { from: 5, until: 10 },
    { from: 90, until: 100 },
    { from: 90, until: 100 },
    { from: 0, until: 100 },
    'all',
    'all',
    'all',
  ])
  expect(['bytes=100-', 'bytes=9-5', 'bytes=-0'].map((header) => byteRangeOf(header, 100))).toEqual([null, null, null])
})
