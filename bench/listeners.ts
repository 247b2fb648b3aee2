import { connect } from 'node:net'

/** The input of this child process, which follows a race over many streams and reports when each piece of news came. */
type ListenersInput = { port: number; listeners: number; raceid: number }
const END = '\n\n'

process.once('message', ({ port, listeners, raceid }: ListenersInput) => {
  /** The arrival times of each piece of news at the listeners, by the number of the news. */
  const came = new Map<number, number[]>()
  let open = 0
  const follow = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `GET /timing/live?raceid=${raceid} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`,
        ),
      )
      let held = ''
      let known = false
      socket.setEncoding('latin1').on('data', (part: string) => {
        held += part
        for (let at = held.indexOf(END); at >= 0; at = held.indexOf(END)) {
          const [id, kind] = [/id: (\d+)/.exec(held.slice(0, at))?.[1], /event: (\w+)/.exec(held.slice(0, at))?.[1]]
          held = held.slice(at + END.length)
          if (kind === 'here' && !known) {
            known = true
            open++
            resolve()
          }
          if (kind !== 'results' || id === undefined) continue
          const all = came.get(Number(id)) ?? []
          all.push(Date.now())
          came.set(Number(id), all)
        }
      })
      socket.on('error', reject)
    })
  const openAll = async () => {
    // The listeners open their streams a few at a time, because the server's queue of new connections does not hold
    // thousands at once.
    for (let at = 0; at < listeners; at += 100)
      await Promise.all(Array.from({ length: Math.min(100, listeners - at) }, follow))
    process.send!({ open })
  }
  void openAll()
  process.on('message', () => {
    process.send!({ came: [...came] })
  })
})
