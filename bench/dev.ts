import { LIMIT_MS, median, proveDev } from '#test/prove/dev.ts'
import { say } from './ground/ground.ts'

/**
 * Measures how long a developer waits under `npm run dev`: until the server answers with new code, and until a page
 * shows a changed screen. The figures are medians of seven changes of a server file and of fourteen changes of a
 * screen.
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
