import type pg from 'pg'
import { OperatorError } from '#db/operatorError.ts'
import { stepsBeforeBaseline } from '#db/migrations/stepsBeforeBaseline.ts'

/** Tells whether a migration is the baseline, which stands for all steps before it. */
const isBaseline = (name: string): boolean => name.endsWith('-baseline')

/**
 * The steps before the baseline left a foreign key from registrations to teams. Together with the key of a team's
 * captain, this foreign key makes a circle. With such a circle there is no order in which the tables can be distributed
 * by race.
 */
const DROP_CIRCLE = 'alter table registrations drop constraint registrations_raceid_teamid_fkey'

const commentsIn = (text: string): string => (text.match(/^comment on .*?';$/gms) ?? []).join('\n')

/**
 * Completes a database that the steps before the baseline made, and notes the baseline as applied. The function refuses
 * a database with only some of the steps, because the baseline cannot tell which parts are missing. It leaves any other
 * database as it is.
 */
export const adoptBaseline = async (
  client: pg.Client,
  migrations: readonly { name: string; text: string; sha256: string }[],
): Promise<void> => {
  const baseline = migrations.find(({ name }) => isBaseline(name))
  if (!baseline) return
  const { rows } = await client.query<{ name: string }>('select name from migrations where name = any ($1)', [
    stepsBeforeBaseline,
  ])
  if (rows.length === 0) return
  const applied = new Set(rows.map(({ name }) => name))
  const missing = stepsBeforeBaseline.filter((name) => !applied.has(name))
  if (missing.length > 0)
    throw new OperatorError(
      `This database is older than the first baseline: ${missing.length} of its ${stepsBeforeBaseline.length} steps ` +
        `are missing, the first of them ${missing[0]!}. Start the last version before the baseline on it once ` +
        '(git checkout 8988bb7, npm start), which applies them; then start this version again.',
    )
  await client.query('begin')
  try {
    await client.query(DROP_CIRCLE)
    await client.query(commentsIn(baseline.text))
    await client.query('delete from migrations where name = any ($1)', [stepsBeforeBaseline])
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [baseline.name, baseline.sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
