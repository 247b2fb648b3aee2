import { connect } from 'node:net'

/** The input of this child process, which reads a race's feed over many streams and reports when each version came. */
type ReadersInput = { port: number; readers: number; raceid: number }
const END = '\n\n'

process.once('message', ({ port, readers, raceid }: ReadersInput) => {
  const came = new Map<number, number[]>()
  let open = 0
  const follow = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `GET /live/feed/stream?raceid=${raceid} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`,
        ),
      )
      let held = ''
      let known = false
      socket.setEncoding('latin1').on('data', (part: string) => {
        held += part
        for (let at = held.indexOf(END); at >= 0; at = held.indexOf(END)) {
          const message = held.slice(0, at)
          held = held.slice(at + END.length)
          const id = /id: (\d+)/.exec(message)?.[1]
          if (!known && message.includes('event: here')) {
            known = true
            open++
            resolve()
          }
          if (id === undefined || !message.includes('event: feed')) continue
          const all = came.get(Number(id)) ?? []
          all.push(Date.now())
          came.set(Number(id), all)
        }
      })
      socket.on('error', reject)
    })
  const openAll = async () => {
    for (let at = 0; at < readers; at += 100)
      await Promise.all(Array.from({ length: Math.min(100, readers - at) }, follow))
    process.send!({ open })
  }
  void openAll()
  process.on('message', () => void process.send!({ came: [...came] }))
})
