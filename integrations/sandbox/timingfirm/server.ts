import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirmResult } from '../../timingfirm/client.ts'
import { serveOnLoopback } from '../loopback.ts'

/**
 * A timing firm on loopback that speaks the protocol of integrations/timingfirm/client.ts. Its results lie in a file of
 * the data folder.
 */
export type SandboxFirm = {
  base: string
  key: string
  put: (event: string, results: readonly FirmResult[]) => void
  weather: { down: boolean }
  close: () => Promise<void>
}

const firm = 'Sandbox Timing'
export const startSandboxFirm = async ({ folder }: { folder: string }): Promise<SandboxFirm> => {
  const file = join(folder, 'timingfirm.json')
  const key = 'pretend-firm'
  const weather = { down: false }
  const read = (): Record<string, FirmResult[]> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, FirmResult[]>) : {}
  const { base, close } = await serveOnLoopback((request, response) => {
    if (weather.down) return void request.socket.destroy()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://firm.invalid')
    const event = /^\/events\/([^/]+)\/results$/.exec(pathname)?.[1]
    const say = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${key}`) return say(401, {})
    if (event === undefined) return say(404, {})
    const [bib, q] = [searchParams.get('bib'), searchParams.get('q')?.toLowerCase()]
    const results = (read()[decodeURIComponent(event)] ?? []).filter((one) =>
      bib !== null
        ? one.bib === bib
        : q !== undefined && (one.bib.toLowerCase() === q || (one.name ?? '').toLowerCase().includes(q)),
    )
    say(200, { firm, results: results.slice(0, 50) })
  })
  return {
    base,
    key,
    weather,
    put: (event, results) => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, JSON.stringify({ ...read(), [event]: results }))
    },
    close,
  }
}
