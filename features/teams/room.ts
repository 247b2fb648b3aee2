import { teamCovers } from '#features/files/public.store.ts'
import { teamNames } from '#features/registrations/public.store.ts'
import type { Room } from '#seam/server/room.ts'
import { teamRows } from './public.store.ts'
import { routes } from './routes.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'teams',
  routes,
  refusals,
  story,
  provides: [teamNames.from(teamRows), teamCovers.from(teamRows)],
}
