import { raw } from '#seam/server/handle.ts'
import { followStream } from './stream.service.ts'

const said =
  'Sends the positions and passings of a published race as server-sent events, once a second and the same to everybody: ' +
  '`here` at the beginning, `frame` (read by features/tracking/positions/frame.rules.ts) and `passings`. With ' +
  '`of=list` it sends passings alone.'
export const streamRoutes = [raw('GET', '/live/stream', said, followStream)]
