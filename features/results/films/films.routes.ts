import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { addJob } from '#db/jobs/jobs.ts'
import { type ByteRange, byteRangeOf } from '#seam/server/ranges.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { logChange } from '#features/staff/service.ts'
import { type Parts, handle, raw } from '#seam/server/handle.ts'
import {
  consoleResultsFilmBegin,
  consoleResultsFilmPiece,
  consoleResultsFilmRemove,
  consoleResultsFilms,
  mostFilmBytes,
  mostFilms,
  pieceBytes,
} from './films.contract.ts'
import { FILM_GONE, pieceName } from './films.service.ts'
import { filmPath, filmTypeOf, pieceLength, readFilmPath } from './films.rules.ts'
import { type FilmRow, addPiece, findFilm, findFilmByKey, insertFilm, listFilms, removeFilm } from './films.store.ts'

const shown = (row: FilmRow) => ({
  id: row.id,
  path: filmPath(row),
  name: row.name,
  bytes: row.bytes,
  received: row.received,
  done: row.done_at !== null,
  created_at: row.created_at,
})
export const routes = [
  handle(consoleResultsFilms, async ({ input: { raceid }, db }) => ({
    items: (await listFilms(db, raceid)).map(shown),
  })),

  handle(
    consoleResultsFilmBegin,
    async ({ input: { raceid, name, bytes }, files, db, integrations, now, who, refuse, save }) => {
      const first = files[0]?.bytes ?? refuse('film_missing')
      if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
      if (bytes > mostFilmBytes) return refuse('film_too_large')
      const type = filmTypeOf(first)
      if (type === undefined || first.length !== pieceLength(bytes, 0)) return refuse('not_a_film')
      const films = await listFilms(db, raceid)
      // Continues a broken upload of the same film. A film is the same if its name, its length and its first piece are
      // the same.
      const begun = films.find((one) => one.done_at === null && one.name === name && one.bytes === bytes)
      if (begun && begun.received > 0 && (await integrations.files.read(pieceName(begun, 0)))?.equals(first))
        return { film: shown(begun) }
      if (films.length >= mostFilms && begun?.received !== 0) return refuse('films_too_many')
      // The server writes the row before the piece, because nothing would ever remove a piece without a row.
      const empty =
        begun?.received === 0
          ? begun
          : await db.transaction().execute((tx) =>
              insertFilm(tx, {
                raceid,
                key: randomBytes(16).toString('hex'),
                name,
                type,
                bytes,
                received: 0,
                staffid: who.staffid,
                created_at: now,
                done_at: null,
              }),
            )
      await integrations.files.write(pieceName(empty, 0), first)
      return save(async (tx) => {
        const film = (await addPiece(tx, raceid, empty.id, 0, first.length, now)) ?? empty
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'film uploaded',
          target: `film ${film.id}`,
          after: { name, bytes },
        })
        return { film: shown(film) }
      })
    },
  ),

  handle(consoleResultsFilmPiece, async ({ input: { raceid, id, at }, files, db, integrations, now, refuse, save }) => {
    const piece = files[0]?.bytes ?? refuse('film_missing')
    const film = (await findFilm(db, raceid, id)) ?? refuse('film_not_found')
    if (piece.length !== pieceLength(film.bytes, at) || at > film.received) return refuse('piece_misplaced')
    if (at < film.received) return { film: shown(film) }
    await integrations.files.write(pieceName(film, at / pieceBytes), piece)
    return save(async (tx) => ({ film: shown((await addPiece(tx, raceid, id, at, at + piece.length, now)) ?? film) }))
  }),

  handle(consoleResultsFilmRemove, async ({ input: { raceid, id }, db, now, who, refuse, save }) => {
    const film = (await findFilm(db, raceid, id)) ?? refuse('film_not_found')
    const race = await readRace(db, raceid, now)
    if (race && settingsOf(race).videos.some(({ address }) => address === filmPath(film))) return refuse('film_in_use')
    return save(async (tx) => {
      await removeFilm(tx, raceid, id)
      await addJob(tx, FILM_GONE, { raceid, key: film.key, bytes: film.bytes })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'film removed',
        target: `film ${id}`,
        before: { name: film.name, bytes: film.bytes },
      })
      return { id }
    })
  }),
]

/** Streams a range of a film, one piece at a time, as fast as the client takes them. */
async function* bytesOf(
  { integrations }: Pick<Parts, 'integrations'>,
  film: FilmRow,
  { from, until }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let n = Math.floor(from / pieceBytes); n * pieceBytes < until; n++) {
    const piece = await integrations.files.read(pieceName(film, n))
    if (!piece) throw new Error('A piece of a film is missing')
    yield piece.subarray(Math.max(0, from - n * pieceBytes), until - n * pieceBytes)
  }
}

const send = async (
  parts: Parts,
  given: { raceid: string; name: string; range: string | undefined },
  reply: FastifyReply,
) => {
  const path = readFilmPath(given.raceid, given.name)
  const film = path && (await findFilmByKey(parts.db, path.raceid, path.key))
  if (!film || film.type !== path.type || film.done_at === null)
    return reply.code(404).header('cache-control', 'no-store').send()
  const range = byteRangeOf(given.range, film.bytes)
  reply.header('accept-ranges', 'bytes').header('x-content-type-options', 'nosniff')
  if (range === null)
    return reply.code(416).header('content-range', `bytes */${film.bytes}`).header('cache-control', 'no-store').send()
  const byteRange = range === 'all' ? { from: 0, until: film.bytes } : range
  if (range !== 'all')
    reply.code(206).header('content-range', `bytes ${byteRange.from}-${byteRange.until - 1}/${film.bytes}`)
  reply
    .header('content-length', String(byteRange.until - byteRange.from))
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'")
    .type(`video/${film.type}`)
  return reply.send(Readable.from(bytesOf(parts, film, byteRange), { objectMode: false }))
}

export const rawRoutes = [
  raw(
    'GET',
    '/films/:raceid/:name',
    "A film of a race's cameras; `Range` asks for a stretch of it.",
    (parts, request, reply) =>
      send(parts, { ...(request.params as { raceid: string; name: string }), range: request.headers.range }, reply),
  ),
]
