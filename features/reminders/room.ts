import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'

/** Reminds runners who wish it, through the messages of all kinds. It has no table. */
export const room: Room = { name: 'reminders', sweeps }
