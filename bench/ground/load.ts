import { type Socket, connect } from 'node:net'
import { type LoadRequest, makeRequest } from './requests.ts'

/** For each successful answer, `at` lists the milliseconds since the start, and `ms` the duration of the call. */
export type LoadReport = { codes: Record<string, number>; at: number[]; ms: number[]; cpu: number }

const END = Buffer.from('\r\n\r\n')
/**
 * Reads one answer of HTTP/1.1 at a time. The servers send Content-Length, and each request waits for the answer to the
 * request before it.
 */
const drive = (
  socket: Socket,
  ask: () => Buffer | undefined,
  answered: (body: Buffer, ms: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let held: Buffer = Buffer.alloc(0)
    let sent = 0
    const next = () => {
      const request = ask()
      if (!request) return void socket.end(resolve)
      sent = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const head = held.indexOf(END)
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(held.toString('latin1', 0, head))?.[1])
      if (held.length < head + 4 + length) return
      const body = held.subarray(head + 4, head + 4 + length)
      held = held.subarray(head + 4 + length)
      answered(body, performance.now() - sent)
      next()
    })
    socket.on('error', reject)
    socket.on('connect', next)
  })

const fire = async (request: LoadRequest, requests: readonly Buffer[]): Promise<LoadReport> => {
  const codes: Record<string, number> = {}
  const at: number[] = []
  const ms: number[] = []
  let next = 0
  const began = performance.now()
  const cpu = process.cpuUsage()
  const until = began + (request.seconds ?? Infinity) * 1000
  const ask = () =>
    request.seconds === undefined
      ? requests[next++]
      : performance.now() < until
        ? requests[next++ % requests.length]
        : undefined
  await Promise.all(
    Array.from({ length: request.sockets }, () =>
      drive(connect(request.port, '127.0.0.1'), ask, (body, took) => {
        const code = body.toString('latin1', 9, 9 + 3)
        const word =
          code === '200'
            ? '200'
            : (/"refusal":"(\w+)"/.exec(body.toString('latin1'))?.[1] ?? body.toString('latin1', 0, 60))
        codes[word] = (codes[word] ?? 0) + 1
        if (word === '200') {
          at.push(performance.now() - began)
          ms.push(took)
        }
      }),
    ),
  )
  const { user, system } = process.cpuUsage(cpu)
  return { codes, at, ms, cpu: (user + system) / 1e6 }
}

process.once('message', (request: LoadRequest) => {
  const requests = Array.from({ length: request.count }, (_, n) => makeRequest(request, request.from + n))
  process.send!('ready')
  process.once('message', () => void fire(request, requests).then((report) => process.send!(report)))
})
