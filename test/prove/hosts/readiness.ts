import { setTimeout as wait } from 'node:timers/promises'
import type { Host } from './machines.ts'

const EVERY_MS = 500
/** The time that a balancer waits for the answer to its check (docs/proxies/haproxy.cfg). */
const CHECK_MS = 2000

const wordOf = async ({ port }: Host): Promise<string> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(CHECK_MS) })
    const { data } = (await response.json()) as { data: { reason?: string } | null }
    return response.ok ? 'ready' : (data?.reason ?? String(response.status))
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'no answer in time' : 'no connection'
  }
}

/**
 * Asks each host whether it is ready, as a balancer does, and keeps each change. The changes show why nobody got a good
 * answer for a long time.
 */
export const watchReady = (hosts: readonly Host[]) => {
  let began = performance.now()
  let changes: string[] = []
  const last = new Map<Host, string>()
  let isOver = false
  const watching = hosts.map(async (host) => {
    while (!isOver) {
      const word = await wordOf(host)
      if (last.get(host) !== word)
        changes.push(`${((performance.now() - began) / 1000).toFixed(1)} s: ${host.name} ${word}`)
      last.set(host, word)
      await wait(EVERY_MS)
    }
  })
  return {
    /** Returns the changes since the last call of `take`, each with the seconds from that call to the change. */
    take: (): string[] => {
      const taken = [...changes]
      changes = [...last].map(([host, word]) => `0.0 s: ${host.name} ${word}`)
      began = performance.now()
      return taken
    },
    stop: async () => {
      isOver = true
      await Promise.all(watching)
    },
  }
}
