import { gunzipSync, gzipSync } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { clientConfig } from '#db/db.ts'
import type { Connection } from '#db/db.ts'
import { listMigrations } from '#db/migrate.ts'

/**
 * The line between the two parts of a copy of a database. The first part is the SQL that made the tables. The second
 * part is each table's rows as COPY writes them, and the positions of the sequences. The copy is compressed, and psql
 * can read the unpacked text. The job runner's own schema is not in the copy.
 */
const DATA = '-- rows\n'
const END = '\\.\n'

const withClient = async <T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const tablesOf = async (client: pg.Client): Promise<{ name: string; columns: string }[]> =>
  (
    await client.query<{ name: string; columns: string }>(`
      select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
      group by c.relname order by c.relname`)
  ).rows

export const countsOf = (connection: Connection): Promise<Record<string, number>> =>
  withClient(connection, async (client) => {
    const counts: Record<string, number> = {}
    for (const { name } of await tablesOf(client)) {
      if (name === 'migrations') continue
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${pg.escapeIdentifier(name)}`)
      if (rows[0]!.n > 0) counts[name] = rows[0]!.n
    }
    return counts
  })

export const copyOut = (connection: Connection): Promise<Buffer> =>
  withClient(connection, async (client) => {
    const steps = (await listMigrations()).map(({ name, text }) => `-- ${name}\n${text}`)
    const parts = [...steps, 'create table migrations (name text primary key, sha256 text not null, ']
    parts.push('applied_at timestamptz not null default now());\n', DATA)
    for (const { name, columns } of await tablesOf(client)) {
      const rows = await Readable.from(client.query(copyTo(`copy ${name} (${columns}) to stdout`))).toArray()
      if (rows.length > 0) parts.push(`copy ${name} (${columns}) from stdin;\n`, Buffer.concat(rows).toString(), END)
    }
    const sequences = await client.query<{ name: string; last: string }>(
      `select sequencename as name, last_value as last from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    )
    for (const { name, last } of sequences.rows) parts.push(`select setval('${name}', ${last});\n`)
    return gzipSync(parts.join(''), { level: 9 })
  })

/**
 * Reads a copy into an empty database, row by row as it was written. The database checks no foreign keys meanwhile,
 * because a row may come before the row to which it refers.
 */
export const copyIn = (connection: Connection, copy: Buffer): Promise<void> =>
  withClient(connection, async (client) => {
    const text = gunzipSync(copy).toString()
    const at = text.indexOf(DATA)
    await client.query(text.slice(0, at))
    await client.query('set session_replication_role = replica')
    let rest = text.slice(at + DATA.length)
    while (rest.startsWith('copy ')) {
      const head = rest.indexOf('\n') + 1
      const end = rest.startsWith(END, head) ? head : rest.indexOf(`\n${END}`, head - 1) + 1
      const statement = rest.slice(0, head).trim().replace(/;$/, '')
      await pipeline(Readable.from([rest.slice(head, end)]), client.query(copyFrom(statement)))
      rest = rest.slice(end + END.length)
    }
    await client.query(rest)
  })
