import { readPrivateFile, privateFileOfHash } from '#features/files/service.ts'
import { logChange } from '#features/staff/service.ts'
import { hasRight, raw } from '#seam/server/handle.ts'
import { findPack } from '../packs.store.ts'
import { portraitFields, portraitHash } from './portrait.service.ts'

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png' }

export const portraitRoutes = [
  raw(
    'GET',
    '/checkin/portrait/:raceid/:registration',
    'Returns the photo that a runner gave for the desks, to staff who work at a desk. The log records each opening.',
    async (parts, request, reply, callers) => {
      const { raceid, registration } = request.params as { raceid: string; registration: string }
      const [race, runner] = [Number(raceid), Number(registration)]
      const gone = () => reply.code(404).header('cache-control', 'no-store').send()
      const { staff } = await callers()
      const isNumber = [race, runner].every((number) => Number.isInteger(number) && number > 0 && number < 2 ** 31)
      // A caller without the right does not learn whether the runner gave a photo.
      if (!isNumber || !hasRight(staff, 'desk.work', race)) return gone()
      const row = await findPack(parts.db, race, runner)
      const hash = row && (await portraitHash(parts.db, race, row, await portraitFields(parts.db, race)))
      const file = hash === undefined ? undefined : await privateFileOfHash(parts.db, race, hash)
      const bytes = file && (await readPrivateFile(parts, file))
      if (!bytes) return gone()
      await parts.db.transaction().execute((tx) =>
        logChange(tx, {
          who: staff,
          now: parts.clock(),
          raceid: race,
          what: 'portrait opened',
          target: `registration ${runner}`,
        }),
      )
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'inline')
        .type(types[file.ext] ?? 'application/octet-stream')
        .send(bytes)
    },
  ),
]
