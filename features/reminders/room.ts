import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'

/** The room that reminds runners who have allowed a notice through WeChat. The room has no table. */
export const room: Room = { name: 'reminders', sweeps }
