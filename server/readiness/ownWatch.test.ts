import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { readyWatch } from '../app.ts'
import { openOwnWatch } from './ownWatch.ts'
import { FAILING_MS } from './readiness.rules.ts'

/**
 * Asks a watch as a balancer does, for 1.5 seconds longer than the time in which a failing database makes a host not
 * ready.
 */
const wordsOf = async (word: () => Promise<string>): Promise<Set<string>> => {
  const words = new Set<string>()
  for (const end = performance.now() + FAILING_MS + 1500; performance.now() < end; await wait(200))
    words.add(await word())
  return words
}

test('a host whose connections are all busy stays ready, and one without its database does not', async () => {
  const database = await freshDatabase()
  const own = openOwnWatch(database.connection, database.folder)
  const shared = readyWatch(database)
  try {
    // On a busy machine, the first connection may take longer than a look is allowed to take.
    await expect.poll(() => Promise.all([own.ready.word(), shared.word()])).toEqual(['ready', 'ready'])
    const busy = Array.from({ length: 60 }, () => sql`select pg_sleep(2.5)`.execute(database.db))
    const [mine, theirs] = await Promise.all([wordsOf(own.ready.word), wordsOf(shared.word)])
    expect(mine).toEqual(new Set(['ready']))
    // If the watch shared the connections of calls, the busy pool would make it tell balancers that the database is
    // away.
    expect(theirs).toContain('database_away')
    await Promise.all(busy)
  } finally {
    await own.close()
    await database.drop()
  }
  const away = openOwnWatch({ url: 'postgres://nobody@127.0.0.1:1/none' }, database.folder)
  expect(await away.ready.word()).toBe('database_away')
  await away.close()
})
