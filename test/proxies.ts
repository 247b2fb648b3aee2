import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
export type ProxyKind = 'haproxy' | 'nginx'

/** Starts Debian's HAProxy or nginx with the example of docs/proxies, at other ports. */
export const startProxy = async (
  kind: ProxyKind,
  folder: string,
  ports: { proxy: number; hosts: readonly number[] },
): Promise<ChildProcess> => {
  const file = kind === 'haproxy' ? 'haproxy.cfg' : 'nginx.conf'
  const text = readFileSync(join(ROOT, 'docs/proxies', file), 'utf8')
    .replaceAll(':8080', `127.0.0.1:${ports.proxy}`)
    .replaceAll('listen 8080', `listen 127.0.0.1:${ports.proxy}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports.hosts[0]}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${ports.hosts[1]}`)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, file)
  writeFileSync(path, text)
  const child =
    kind === 'haproxy'
      ? spawn('/usr/sbin/haproxy', ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'pipe'] })
      : spawn(
          '/usr/sbin/nginx',
          ['-p', folder, '-c', path, '-e', join(folder, 'error.log'), '-g', `daemon off; pid ${folder}/nginx.pid;`],
          { stdio: ['ignore', 'ignore', 'pipe'] },
        )
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  for (const end = Date.now() + 20_000; ; await wait(100)) {
    if (child.exitCode !== null) throw new Error(`${kind} ended: ${said}`)
    const answer = await fetch(`http://127.0.0.1:${ports.proxy}/up`).catch(() => undefined)
    if (answer?.ok) return child
    if (Date.now() > end) throw new Error(`${kind} does not answer: ${said}`)
  }
}
