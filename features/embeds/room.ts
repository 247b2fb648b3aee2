import type { Room } from '#seam/server/room.ts'
import { rawRoutes } from './routes.ts'

/** Widgets of a race for other sites, and oEmbed. The room has no table. */
export const room: Room = { name: 'embeds', rawRoutes }
