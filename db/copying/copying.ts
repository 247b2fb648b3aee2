import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Db, type Tx, poolOf } from '../db.ts'
import type { DB } from '../schema.ts'
import { breather } from '../sharing/batch.ts'

export type StagedCell = string | number | boolean | Date | Uint8Array | readonly (number | null)[] | null
/** Sends rows into a table by COPY, on the transaction's own connection. Each row is made just before it is sent. */
export type Copy = <Of, Name extends string>(
  table: string,
  columns: readonly Name[],
  of: readonly Of[],
  rowOf: (one: Of) => Readonly<Record<Name, StagedCell>>,
  sent?: (rows: number) => void,
) => Promise<void>

/** Sends rows that are already in the binary form of COPY (`BinaryRows`) into a table. */
export type CopyBinary = (table: string, columns: readonly string[], rows: Uint8Array) => Promise<void>

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const cellText = (cell: StagedCell): string => {
  if (cell === null) return '\\N'
  if (typeof cell === 'string') return cell.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter]!)
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 't' : 'f'
  if (cell instanceof Date) return cell.toISOString()
  if (cell instanceof Uint8Array)
    return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}`
  return `{${cell.map((one) => one ?? 'NULL').join(',')}}`
}

const intoTable = (client: pg.PoolClient, table: string, columns: readonly string[], form: 'text' | 'binary') =>
  client.query(from(`copy ${table} (${columns.join(', ')}) from stdin with (format ${form})`))

const CHUNK = 100
const copyOver =
  (client: pg.PoolClient): Copy =>
  async (table, columns, of, rowOf, sent) => {
    const last = columns.length - 1
    const breathe = breather()
    async function* chunks() {
      for (let start = 0; start < of.length; start += CHUNK) {
        const part = of.slice(start, start + CHUNK)
        let text = ''
        for (const one of part) {
          const row = rowOf(one)
          for (const [at, column] of columns.entries())
            text += (at === 0 ? '' : '\t') + cellText(row[column]) + (at === last ? '\n' : '')
          await breathe()
        }
        yield text
        sent?.(start + part.length)
      }
    }
    await pipeline(Readable.from(chunks()), intoTable(client, table, columns, 'text'))
  }
const copyBinaryOver =
  (client: pg.PoolClient): CopyBinary =>
  (table, columns, rows) =>
    pipeline(Readable.from([rows]), intoTable(client, table, columns, 'binary'))

/**
 * Runs a transaction whose connection also supports COPY. Kysely's own transactions hide the connection that COPY
 * needs.
 */
export const copyTransaction = async <T>(
  db: Db,
  work: (tx: Tx, copy: Copy, copyBinary: CopyBinary) => Promise<T>,
): Promise<T> => {
  const client = await poolOf(db).connect()
  let failed = true
  try {
    const lent = { query: client.query.bind(client), release: () => undefined }
    const alone = new Kysely<DB>({
      dialect: new PostgresDialect({
        pool: { connect: async () => lent, end: async () => undefined } as unknown as pg.Pool,
      }),
    })
    const result = await alone.transaction().execute((tx) => work(tx, copyOver(client), copyBinaryOver(client)))
    failed = false
    return result
  } finally {
    client.release(failed)
  }
}
