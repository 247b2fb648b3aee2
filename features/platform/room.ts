import type { Room } from '#seam/server/room.ts'

export const room: Room = { name: 'platform' }
