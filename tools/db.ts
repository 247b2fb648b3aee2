import { fill } from '#contract/words.ts'
import { sentenceOf } from '#db/operatorError.ts'
import { configHere } from '#server/config/config.ts'
import { migrateNow, rotateKey, showStatus } from './database.ts'
import { distribute } from './distribute.ts'
import { compareWith, newMigration } from './migrations/migrations.ts'
import { staleSchema, writeSchema } from './schema.ts'

const HELP = `npm run db -- COMMAND

  status        which PostgreSQL it is, how large, which migrations are applied, which jobs wait
  migrate       applies what is missing (npm start does so by itself)
  new NAME      makes the file of the next migration, named by the present time (UTC)
  compare FOLDER  says in what the tables that FOLDER's migrations make differ from ours, comments apart
  schema        writes db/schema.ts and docs/schema.sql from the migrations; with --check only says whether they differ
  rotate        wraps every data key with a new STARTLINE_KEY while the servers run on; what is sealed stays as it is. Where STARTLINE_KEY
                is set it is the new one, and STARTLINE_KEY_OLD the former (docs/keys.md); else the kept one is replaced by a new one.
  distribute    on a PostgreSQL with Citus: spreads the tables that belong to a race over its machines, by race
`

const say = (line: string) => void process.stdout.write(`${line}\n`)

const schema = async (check: boolean): Promise<void> => {
  if (!check) return say(`Written: ${(await writeSchema()).join(', ')}`)
  const stale = await staleSchema()
  if (stale.length === 0) return say('The generated schema files agree with the migrations.')
  process.exitCode = 1
  say(
    fill('{files} {n|differs|differ} from what the migrations say. Run: npm run db -- schema', {
      files: stale.join(' and '),
      n: stale.length,
    }),
  )
}

const compare = async (folder: string): Promise<void> => {
  const differences = await compareWith(folder)
  for (const line of differences) say(line)
  say(differences.length === 0 ? 'No difference.' : fill('{n} {n|difference|differences}.', { n: differences.length }))
  if (differences.length > 0) process.exitCode = 1
}

const commands: Record<string, () => Promise<void>> = {
  status: () => showStatus(configHere(), say),
  migrate: () => migrateNow(configHere(), say),
  new: async () => say(`Written: ${await newMigration(process.argv.slice(3).join(' '), new Date())}`),
  compare: () => compare(process.argv[3] ?? ''),
  schema: () => schema(process.argv.includes('--check')),
  rotate: () => rotateKey(configHere(), say),
  distribute: () => distribute(configHere(), say),
}

const command = commands[process.argv[2] ?? '']
if (!command || process.argv.includes('--help')) {
  say(HELP)
  if (!command && !process.argv.includes('--help')) process.exitCode = 1
} else {
  await command().catch((error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 1
  })
}
