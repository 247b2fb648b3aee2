import type { Room } from '#seam/server/room.ts'
import { sweeps } from './jobs.ts'

/** The room that reminds runners who wish it, by all kinds of messages. The room has no table. */
export const room: Room = { name: 'reminders', sweeps }
