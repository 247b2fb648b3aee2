import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { logChange } from '#features/staff/service.ts'
import { byteRangeOf } from '#seam/server/ranges.ts'
import { type Parts, handle, raw } from '#seam/server/handle.ts'
import { consoleMapsSave, consoleMapsShow } from './contract.ts'
import { groundFrom } from './rules.ts'
import { folderOfMaps, forgetMapSettings, groundOf, isMapFile, listMapFiles, readMapSettings } from './service.ts'
import { saveMapSettings } from './store.ts'

export const routes = [
  handle(consoleMapsShow, async ({ db, folder }) => {
    const { settings, updated_at } = await readMapSettings(db)
    return { settings, ground: groundFrom(settings), files: await listMapFiles({ folder }), updated_at }
  }),
  handle(consoleMapsSave, async ({ input: { settings }, who, now, db, folder, save, refuse }) => {
    if (settings.kind === 'file' && !(await isMapFile({ folder }, settings.file))) refuse('map_file_missing')
    const before = await readMapSettings(db)
    const files = await listMapFiles({ folder })
    const answer = await save(async (tx) => {
      await saveMapSettings(tx, settings, now)
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'map set',
        target: 'map',
        before: before.settings,
        after: settings,
      })
      return { settings, ground: groundFrom(settings), files, updated_at: now }
    })
    forgetMapSettings()
    return answer
  }),
]

/** Sends the PMTiles file that the settings name, or a part of it. The server sends no other file of the folder. */
const sendFile = async (parts: Parts, request: FastifyRequest, reply: FastifyReply) => {
  const { name } = request.params as { name: string }
  const ground = await groundOf(parts.db, parts.clock())
  const path = join(folderOfMaps(parts), name)
  const found =
    ground.kind === 'file' && ground.file === `/maps/${name}` ? await stat(path).catch(() => undefined) : undefined
  if (!found) return reply.code(404).header('cache-control', 'no-store').send()
  const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`
  reply.header('accept-ranges', 'bytes').header('etag', etag).header('x-content-type-options', 'nosniff')
  const range = byteRangeOf(request.headers.range, found.size)
  if (range === null)
    return reply.code(416).header('content-range', `bytes */${found.size}`).header('cache-control', 'no-store').send()
  const { from, until } = range === 'all' ? { from: 0, until: found.size } : range
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${from}-${until - 1}/${found.size}`)
  return reply
    .header('content-length', String(until - from))
    .header('cache-control', 'public, max-age=3600')
    .type('application/octet-stream')
    .send(until > from ? createReadStream(path, { start: from, end: until - 1 }) : '')
}

export const rawRoutes = [
  raw(
    'GET',
    '/maps/:name',
    'Returns the PMTiles file of the ground of maps. `Range` asks for a part of the file.',
    (parts, request, reply) => sendFile(parts, request, reply),
  ),
]
