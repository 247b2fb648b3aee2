import { type Socket, connect } from 'node:net'
import { moved, origin } from '#test/scenes/walks.ts'
import { corners } from './scene.ts'

/**
 * The input of this child process. It sends fixes of devices, each device every ten seconds, as Traccar Client does.
 * The newcomers are further devices. They send one fix each, one device after another. A page must show each newcomer.
 */
type Devices = { port: number; tokens: string[]; newcomers: string[]; first: number; seconds: number }
export type DevicesReport = {
  /** The fixes that the server acknowledged, and the other answers. */
  acknowledged: number
  refused: number
  /** The moment of each newcomer's fix, by bib. */
  begun: [string, number][]
  /** The fixes that could not be sent because the server had not answered in time. */
  behind: number
  cpu: number
}
/**
 * The number of connections. In an installation each device has a connection of its own, or a proxy in front of the
 * server keeps some connections for all devices. An answer comes after the next commit, in about 60 ms, so 3,000 fixes
 * a second need about 200 requests under way at once.
 */
const SOCKETS = 1024
const EVERY_MS = 10_000
const HEAD = Buffer.from('HTTP/1.1 ')

const placeAt = (along: number) => {
  let left = along
  for (const [n, [x, y]] of corners.entries()) {
    const next = corners[n + 1]
    if (!next) break
    const length = Math.hypot(next[0] - x, next[1] - y)
    if (left <= length) return moved(origin, x + ((next[0] - x) * left) / length, y + ((next[1] - y) * left) / length)
    left -= length
  }
  return moved(origin, ...corners.at(-1)!)
}

type Line = { socket: Socket; free: boolean }
const send = async ({ port, tokens, newcomers, first, seconds }: Devices): Promise<DevicesReport> => {
  const report: DevicesReport = { acknowledged: 0, refused: 0, begun: [], behind: 0, cpu: 0 }
  const cpu = process.cpuUsage()
  const waiting: (() => string)[] = []
  const lines: Line[] = []
  const next = (line: Line) => {
    const ask = waiting.shift()
    line.free = ask === undefined
    if (ask) line.socket.write(`GET ${ask()} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  }
  await Promise.all(
    Array.from(
      { length: SOCKETS },
      () =>
        new Promise<void>((resolve, reject) => {
          const line: Line = { socket: connect(port, '127.0.0.1', resolve), free: true }
          line.socket.setNoDelay(true)
          line.socket.on('error', reject).on('data', (bytes: Buffer) => {
            // Each connection has at most one request under way, and the answer has no body.
            if (!bytes.subarray(0, HEAD.length).equals(HEAD)) return
            if (bytes.toString('latin1', 9, 12) === '200') report.acknowledged += 1
            else report.refused += 1
            next(line)
          })
          lines.push(line)
        }),
    ),
  )
  const gun = Date.now() - 3_600_000
  const fixOf = (token: string, n: number) => () => {
    const now = Date.now()
    const speed = 2.2 + ((n * 7919) % 100) / 70
    const { lat, lon } = placeAt((speed * (now - gun)) / 1000)
    return `/live/fixes?id=${token}&lat=${lat.toFixed(6)}&lon=${lon.toFixed(6)}&timestamp=${now}&accuracy=6`
  }
  const began = performance.now()
  let [sent, come] = [0, 0]
  while (performance.now() - began < seconds * 1000) {
    const passed = performance.now() - began
    const due = Math.floor((passed / EVERY_MS) * tokens.length)
    for (; sent < due; sent++) waiting.push(fixOf(tokens[sent % tokens.length]!, sent % tokens.length))
    for (; come < Math.floor((passed / (seconds * 1000)) * newcomers.length); come++) {
      report.begun.push([String(first + come), Date.now()])
      waiting.unshift(fixOf(newcomers[come]!, come))
    }
    for (const line of lines) if (line.free && waiting.length > 0) next(line)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  report.behind = waiting.length
  waiting.length = 0
  while (lines.some(({ free }) => !free)) await new Promise((resolve) => setTimeout(resolve, 20))
  for (const { socket } of lines) socket.destroy()
  const { user, system } = process.cpuUsage(cpu)
  return { ...report, cpu: (user + system) / 1e6 }
}
process.once('message', (devices: Devices) => void send(devices).then((report) => process.send!(report)))
