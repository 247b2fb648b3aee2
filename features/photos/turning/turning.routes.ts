import { readWithdrawn } from '#features/files/service.ts'
import { readPath } from '#features/files/rules.ts'
import { hasRight, raw } from '#seam/server/handle.ts'

export const rawRoutes = [
  raw(
    'GET',
    '/withdrawn/:raceid/:name',
    'Returns a photo that was taken down, to staff who edit the photos of its race.',
    async (parts, request, reply, callers) => {
      const { raceid, name } = request.params as { raceid: string; name: string }
      const named = readPath(raceid, name)
      const bytes =
        named && hasRight((await callers()).staff, 'photos.edit', named.raceid)
          ? await readWithdrawn(parts, named)
          : undefined
      if (!named || !bytes) return reply.code(404).header('cache-control', 'no-store').send()
      return reply
        .header('cache-control', 'private, no-store')
        .type(named.ext === 'png' ? 'image/png' : 'image/jpeg')
        .send(bytes)
    },
  ),
]
