import { byteRangeOf } from '#seam/server/ranges.ts'
import { raw } from '#seam/server/handle.ts'
import { addressedId } from '#contract/key.ts'
import { filmFile, readFilmName } from './feed.rules.ts'
import { followFeed } from './stream.service.ts'
import { isFilmShown } from './store.ts'

export const rawRoutes = [
  raw(
    'GET',
    '/live/feed/stream',
    'Sends the changes of the live feed of a published race as server-sent events: `here` at the beginning, then ' +
      '`feed` with the changed entries. The server encodes each change once for all listeners.',
    followFeed,
  ),
  raw(
    'GET',
    '/feed/films/:raceid/:name',
    'Returns a short film of the live feed while its entry is not hidden. `Range` asks for a part of the film.',
    async ({ db, integrations }, request, reply) => {
      const { raceid, name } = request.params as { raceid: string; name: string }
      const film = readFilmName(name)
      const race = addressedId(raceid)
      const bytes =
        film && race !== undefined && (await isFilmShown(db, race, film.key))
          ? await integrations.files.read(filmFile(race, film))
          : undefined
      if (!bytes) return reply.code(404).header('cache-control', 'no-store').send()
      const range = byteRangeOf(request.headers.range, bytes.length)
      reply.header('accept-ranges', 'bytes').header('x-content-type-options', 'nosniff')
      if (range === null) return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
      const { from, until } = range === 'all' ? { from: 0, until: bytes.length } : range
      if (range !== 'all') reply.code(206).header('content-range', `bytes ${from}-${until - 1}/${bytes.length}`)
      return reply
        .header('cache-control', 'public, max-age=300')
        .header('content-security-policy', "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'")
        .type(`video/${film!.type}`)
        .send(bytes.subarray(from, until))
    },
  ),
]
