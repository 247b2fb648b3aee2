import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AggregatorRegistry, collectDefaultMetrics, register } from 'prom-client'
import type { Connection } from '#db/db.ts'
import { startMeasuring } from '#db/measures.ts'
import { OperatorError } from '#db/operatorError.ts'
import type { Config, MetricsConfig } from '../config/config.ts'
import { openCommonNumbers } from './numbers.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const mayRead = ({ headers }: IncomingMessage, { token }: MetricsConfig): boolean =>
  token === undefined || timingSafeEqual(hashOf(headers.authorization ?? ''), hashOf(`Bearer ${token}`))

let collecting = false
/**
 * Begins to count in this process, before the process answers calls. In a server of several processes, each child also
 * answers the process that adds up all counts.
 */
export const beginCounting = ({ metrics }: Pick<Config, 'metrics'>): void => {
  if (!metrics) return
  startMeasuring()
  if (collecting) return
  collecting = true
  collectDefaultMetrics()
  if (cluster.isWorker) new AggregatorRegistry()
}

export type MetricsServer = { address: string; stop: () => Promise<void> }

/**
 * Answers `/metrics` on a port of its own, so that no proxy in front of the apps passes it on. If several processes
 * answer calls, `gather` adds up their counts.
 */
const listen = async (metrics: MetricsConfig, gather: () => Promise<string>): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': register.contentType, 'cache-control': 'no-store' }).end(body)
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return answer(404, 'not found\n')
    if (!mayRead(request, metrics)) {
      response.setHeader('www-authenticate', 'Bearer')
      return answer(401, 'the bearer token of METRICS_TOKEN is missing\n')
    }
    return gather().then(
      (body) => answer(200, body),
      () => answer(503, 'a process does not answer\n'),
    )
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject).listen(metrics.port, metrics.host, listening.resolve)
  await listening.promise.catch((error: { code?: string }) => {
    throw new OperatorError(`METRICS_PORT ${metrics.port} at ${metrics.host} can't be used (${error.code}).`)
  })
  return {
    address: `http://${metrics.host}:${(server.address() as AddressInfo).port}/metrics`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/**
 * Starts `/metrics`. Undefined if the configuration names no port for it. `many` means that child processes answer the
 * calls.
 */
export const startMetrics = async (
  config: Pick<Config, 'metrics' | 'folder'>,
  connection: Connection,
  many: boolean,
): Promise<MetricsServer | undefined> => {
  if (!config.metrics) return undefined
  if (!many) beginCounting(config)
  const children = many ? new AggregatorRegistry() : undefined
  const common = openCommonNumbers(connection, config.folder, () => new Date())
  const gather = async () =>
    (await Promise.all([children ? children.clusterMetrics() : register.metrics(), common.read()])).join('\n')
  const server = await listen(config.metrics, gather).catch(async (error: unknown) => {
    await common.close()
    throw error
  })
  return {
    address: server.address,
    stop: async () => {
      await server.stop()
      await common.close()
    },
  }
}
