import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type SandboxAlipay, startSandboxAlipay } from '#integrations/sandbox/alipay/gateway.ts'
import type { S3Settings } from '#integrations/files/objectStorage.ts'
import { type DatabaseNode, makePrimary, makeStandby, promote, waitForStandby } from '#test/databases/node.ts'
import { makeRealBucket } from '#test/storage/realStorage.ts'
import { bucketCredentials, openBucket } from '#test/storage/s3.ts'
import { startProxy } from '#test/proxies.ts'
import { freePort, startServer } from '../killed.ts'
import { type Pointer, openPointer } from './pointer.ts'

/** The machines of an installation on two hosts. All are processes of this machine, at ports of their own. */

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const STANDBY = 'standby'
const FROZEN_MS = 15_000

export type Host = {
  name: string
  port: number
  /** The host's own way to the database. A cut of this way does not touch the other host. */
  way: Pointer
  start: () => Promise<void>
  kill: () => Promise<void>
  /** Ends the server as an operator does. */
  stop: () => Promise<void>
  freeze: () => void
  thaw: () => void
}

export type Installation = {
  origin: string
  hosts: readonly [Host, Host]
  bucketWay: Pointer
  alipay: SandboxAlipay
  /** Returns the database that takes writes at the moment. */
  primary: () => DatabaseNode
  standby: () => DatabaseNode
  /**
   * Loses the primary, promotes the standby, lets both hosts use the new primary, and makes a new standby. A killed
   * primary closes its connections. A frozen primary closes no connection, like a machine without power.
   */
  failOver: (how: 'killed' | 'frozen') => Promise<{ promotedMs: number }>
  close: () => Promise<void>
}

type HostPlace = { name: string; folder: string; way: Pointer; env: Readonly<Record<string, string>> }
const openHost = async ({ name, folder, way, env }: HostPlace): Promise<Host> => {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  let server: ReturnType<typeof startServer> | undefined
  const gone = async () => {
    const child = server?.child
    if (child && child.exitCode === null && child.signalCode === null)
      await new Promise((ended) => child.once('close', ended))
    server = undefined
  }
  const signal = (one: NodeJS.Signals) => void server?.child.kill(one)
  return {
    name,
    port,
    way,
    start: async () => {
      server = startServer(folder, port, env)
      await server.up
    },
    kill: async () => {
      signal('SIGKILL')
      await gone()
    },
    stop: async () => {
      signal('SIGTERM')
      await gone()
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

/** Returns the settings by which a server uses this Alipay as its only gateway. */
const alipayEnv = (alipay: SandboxAlipay, folder: string): Record<string, string> => {
  const { appid, sellerid, privateKey } = alipay.credentials
  const publicKey = 'publicKey' in alipay.credentials ? (alipay.credentials.publicKey ?? '') : ''
  const [own, theirs] = [join(folder, 'alipay-key.pem'), join(folder, 'alipay-public.pem')]
  writeFileSync(own, privateKey)
  writeFileSync(theirs, publicKey)
  return {
    ALIPAY_APP_ID: appid,
    ALIPAY_SELLER_ID: sellerid,
    ALIPAY_KEY_FILE: own,
    ALIPAY_PUBLIC_KEY_FILE: theirs,
    ALIPAY_ADDRESS: `${alipay.base}/gateway.do`,
  }
}

const s3Env = (settings: S3Settings): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint,
  S3_BUCKET: settings.bucket,
  S3_REGION: settings.region,
  S3_KEY_ID: settings.keyId,
  S3_KEY_SECRET: settings.keySecret,
  S3_PATH_STYLE: '1',
})

export type InstallationOptions = {
  folder: string
  proxy: 'haproxy' | 'nginx'
  /** The seconds by which the clock of the second host is ahead. */
  clockOff: number
  /** The data folder of the second host, if it is not below `folder`. */
  secondFolder?: string | undefined
}

export const canFakeTime = (): boolean => existsSync(FAKETIME)

export const startInstallation = async (options: InstallationOptions): Promise<Installation> => {
  const { folder, proxy, clockOff } = options
  const nodes = { primary: await makePrimary(join(folder, 'db-1'), await freePort()) } as {
    primary: DatabaseNode
    standby: DatabaseNode
  }
  nodes.standby = await makeStandby(nodes.primary, join(folder, 'db-2'), await freePort(), STANDBY)
  await waitForStandby(nodes.primary, STANDBY)
  const sandboxBucket = await openBucket()
  const bucket = (await makeRealBucket()) ?? {
    ...bucketCredentials,
    endpoint: sandboxBucket.endpoint,
    pathStyle: true,
    resizes: false,
  }
  const bucketPort = Number(new URL(bucket.endpoint).port)
  const bucketWay = await openPointer(bucketPort)
  const proxyPort = await freePort()
  const origin = `http://127.0.0.1:${proxyPort}`
  const alipay = await startSandboxAlipay({
    folder: join(folder, 'alipay'),
    origin: () => origin,
    clock: () => new Date(),
  })
  const shared = {
    ORIGIN: origin,
    TRUST_PROXY: '1',
    SHUTDOWN_WAIT: '3',
    STARTLINE_KEY: randomBytes(32).toString('base64'),
    ...s3Env({ ...bucket, endpoint: `http://127.0.0.1:${bucketWay.port}` }),
    ...alipayEnv(alipay, folder),
  }
  const off: Record<string, string> =
    clockOff === 0 ? {} : { LD_PRELOAD: FAKETIME, FAKETIME: `+${clockOff}s`, DONT_FAKE_MONOTONIC: '1' }
  const hostAt = async (name: string, at: string, more: Record<string, string>) => {
    const way = await openPointer(nodes.primary.port)
    const DATABASE_URL = `postgres://startline@127.0.0.1:${way.port}/startline`
    return openHost({ name, folder: at, way, env: { ...shared, DATABASE_URL, ...more } })
  }
  const hosts = [
    await hostAt('one', join(folder, 'host-1'), {}),
    await hostAt('two', options.secondFolder ?? join(folder, 'host-2'), off),
  ] as const
  for (const host of hosts) await host.start()
  const inFront = await startProxy(proxy, join(folder, 'proxy'), {
    proxy: proxyPort,
    hosts: hosts.map(({ port }) => port),
  })
  let made = 2
  return {
    origin,
    hosts,
    bucketWay,
    alipay,
    primary: () => nodes.primary,
    standby: () => nodes.standby,
    failOver: async (how) => {
      const began = performance.now()
      const old = nodes.primary
      if (how === 'killed') await old.kill()
      else old.freeze()
      for (const { way } of hosts) way.pointTo(undefined)
      await promote(nodes.standby)
      nodes.primary = nodes.standby
      for (const { way } of hosts) way.pointTo(nodes.primary.port)
      const promotedMs = Math.round(performance.now() - began)
      // The hosts leave a frozen primary by themselves, before the proof kills it.
      if (how === 'frozen') await wait(FROZEN_MS)
      await old.kill()
      made += 1
      nodes.standby = await makeStandby(nodes.primary, join(folder, `db-${made}`), await freePort(), STANDBY)
      await waitForStandby(nodes.primary, STANDBY)
      return { promotedMs }
    },
    close: async () => {
      inFront.kill('SIGKILL')
      for (const host of hosts) {
        host.thaw()
        await host.kill()
        await host.way.close()
      }
      await alipay.close()
      await bucketWay.close()
      await sandboxBucket.close()
      for (const node of [nodes.standby, nodes.primary]) {
        node.thaw()
        await node.kill()
      }
    },
  }
}
