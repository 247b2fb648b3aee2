import type { Room } from '#seam/server/room.ts'
import { labels, partLabels } from './words.ts'

export const room: Room = { name: 'fields', labels: { ...labels, ...partLabels } }
