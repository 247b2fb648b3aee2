import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A network cable between browsers and a server. While the cable is cut, nothing answers at `port`. */
export type Cable = { port: number; cut: () => void; mend: () => void; close: () => Promise<void> }

export const layCable = async (to: number): Promise<Cable> => {
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return void near.destroy()
    const far = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  const pull = () => {
    for (const one of open) one.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      whole = false
      pull()
    },
    mend: () => {
      whole = true
    },
    close: () =>
      new Promise((resolve) => {
        pull()
        server.close(() => resolve())
      }),
  }
}
