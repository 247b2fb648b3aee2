import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { clientConfig } from '#db/db.ts'
import { listMigrations, MIGRATIONS } from '#db/migrate.ts'
import { OperatorError } from '#db/operatorError.ts'
import { catalogOf, differencesOf } from './catalog.ts'
import { onScratch } from '../scratch.ts'

/** Makes the file of the next migration, named by the present minute in UTC, and returns its path. */
export const newMigration = async (name: string, now: Date, folder = MIGRATIONS): Promise<string> => {
  const subject = name.trim().replaceAll(/\s+/g, '-')
  if (!/^[a-z][a-z0-9-]*$/.test(subject))
    throw new OperatorError('A migration has a name of small letters, such as: npm run db -- new add-blood-type')
  const stamp = now.toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
  const last = (await listMigrations(folder)).at(-1)?.name ?? ''
  const file = `${stamp}-${subject}.sql`
  if (file <= last)
    throw new OperatorError(`${last} is not older than this minute (${stamp}, UTC). Wait for the next one.`)
  await writeFile(join(folder, file), '-- The reason for this change.\n', { flag: 'wx' })
  return join(folder, file)
}

/**
 * Returns the differences between the SQL files of a folder (lines with -) and our migrations (lines with +). Comments
 * are not compared.
 */
export const compareWith = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) throw new OperatorError(`There is no folder ${folder}.`)
  const theirs = await listMigrations(folder)
  return onScratch(async (_db, connection) => {
    if (!('database' in connection)) throw new Error('The scratch database is reached by its socket.')
    const other = { ...connection, database: 'other' }
    for (const [on, texts] of [
      [connection, ['create database other']],
      [other, theirs.map(({ text }) => text)],
    ] as const) {
      const client = new pg.Client(clientConfig(on))
      await client.connect()
      try {
        for (const text of texts) await client.query(text)
      } finally {
        await client.end()
      }
    }
    const [was, is] = await Promise.all([catalogOf(other), catalogOf(connection)])
    for (const catalog of [was, is]) catalog.delete('table migrations')
    return differencesOf(was, is)
  })
}
