import { resolve } from 'node:path'
import { fill } from '#contract/words.ts'
import { backUp } from '#db/embedded/backup.ts'
import { OperatorError, sentenceOf } from '#db/operatorError.ts'
import { configHere } from '#server/config/config.ts'
import { onDatabase } from './database.ts'

const HELP = `npm run backup -- [FOLDER]

Copies the embedded database and the files beside it into FOLDER (./backups/startline-DATE when unset), while the server runs on.
STARTLINE_KEY is left out on purpose: who holds a backup must not hold the key as well. Keep a copy of it somewhere else.
npm run restore -- FOLDER --try proves that a backup is good.
`
const say = (line: string) => void process.stdout.write(`${line}\n`)

const backup = async (now: Date): Promise<void> => {
  const config = configHere()
  if (config.databaseUrl)
    throw new OperatorError(
      'DATABASE_URL is set: back that PostgreSQL up with its own tools (pg_basebackup, or pg_dump), and the data folder by copying it.',
    )
  const target = resolve(process.argv[2] ?? `backups/startline-${now.toISOString().slice(0, 16).replaceAll(':', '')}`)
  await onDatabase(config, async (_db, connection) => {
    const { files } = await backUp(config.folder, connection, target, now, (done, all) => {
      if (process.stdout.isTTY) process.stdout.write(fill('\r{done} of {all} {all|file|files}', { done, all }))
    })
    if (process.stdout.isTTY) say('')
    say(fill('{n} {n|file is|files are} in {target}.', { n: Object.keys(files).length, target }))
    say('STARTLINE_KEY is not among them: keep a copy of it apart, as nothing sealed can be read without it.')
  })
}

if (process.argv.includes('--help')) say(HELP)
else {
  await backup(new Date()).catch((error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 1
  })
}
