import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDb } from '#db/db.ts'
import { migrate } from '#db/migrate.ts'
import { distributeOn } from '#tools/distribute.ts'

/**
 * The coordinator of a Citus cluster and its workers, as addresses separated by commas, for tests on a distributed
 * database (`npm run prove -- citus`). Undefined in all other runs.
 */
export const citusServers = process.env.CITUS_SERVERS?.split(',')

const within = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(url)
  await client.connect()
  client.on('notice', () => undefined)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const inDatabase = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Does a step, and tries the step again up to five times if it fails. Processes that make their databases at the same
 * moment disturb each other, because a cluster has the same roles for all databases.
 */
const repeated = async <T>(step: () => Promise<T>): Promise<T> => {
  for (let left = 5; ; left--)
    try {
      return await step()
    } catch (error) {
      if (left === 0) throw error
      await wait(200 + Math.random() * 500)
    }
}

/** Makes a database on each server of the cluster, with all tables, distributed with two shards a table. */
const makeDistributed = async (servers: readonly string[]): Promise<string> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  for (const server of servers) {
    await within(server, (client) => client.query(`create database ${name}`))
    await within(inDatabase(server, name), (client) => client.query('create extension citus'))
  }
  const [coordinator, ...workers] = servers.map((server) => new URL(server))
  const url = inDatabase(coordinator!.href, name)
  await within(url, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator!.hostname, Number(coordinator!.port)])
    for (const { hostname, port } of workers)
      await repeated(() => client.query('select citus_add_node($1, $2)', [hostname, Number(port)]))
    await client.query(`alter database ${name} set citus.shard_count = 2`)
  })
  await migrate({ url })
  const db = openDb({ url }, { max: 1 })
  await db.connection().execute((one) => distributeOn(one, () => undefined))
  await db.destroy()
  return url
}

/** Empties all tables, except for the list of migrations and the job runner's lists of tasks and crontabs. */
const emptied = (url: string): Promise<void> =>
  within(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker')
        and tablename not in ('migrations', '_private_tasks', '_private_known_crontabs')`,
    )
    await client.query(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`)
  })

/**
 * Databases that no world uses now. It takes seconds to distribute a database, so the next world gets such a database.
 */
const free: string[] = []

/** Lends an empty distributed database. `giveBack` empties it for the next world of this process. */
export const lendDistributed = async (
  servers: readonly string[],
): Promise<{ url: string; giveBack: () => Promise<void> }> => {
  const url = free.pop() ?? (await makeDistributed(servers))
  return {
    url,
    giveBack: async () => {
      await emptied(url)
      free.push(url)
    },
  }
}
