import { LIMIT_MS, median, proveDev } from '#test/prove/dev.ts'
import { say } from './ground/ground.ts'

/**
 * Measures the waiting time under `npm run dev`: from the writing of a file to the server's first answer with it, and
 * to the page that shows a changed screen, in both apps. It gives medians of seven and of fourteen.
 */
const { serverMs, screenMs, wrong } = await proveDev({ rounds: 7, say })
const found = {
  name: 'dev',
  server_ms: median(serverMs),
  screen_ms: median(screenMs),
  limit_ms: LIMIT_MS,
  wrong,
  met: wrong.length === 0,
}
say(`a server file: ${found.server_ms} ms, a screen: ${found.screen_ms} ms (limit ${LIMIT_MS} ms each)`)
say(JSON.stringify(found))
process.exit(wrong.length === 0 ? 0 : 1)
