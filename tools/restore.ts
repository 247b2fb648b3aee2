import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fill } from '#contract/words.ts'
import { countRows, restoreInto } from '#db/embedded/backup.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { OperatorError } from '#db/operatorError.ts'
import { configHere } from '#server/config/config.ts'

const HELP = `npm run restore -- FOLDER [--try]

Puts the backup in FOLDER into the data folder (STARTLINE_DATA), which must have no database yet, checks every file's hash, starts the
database from it and reads every row. With --try it does so in a temporary folder and leaves nothing behind: the proof of a backup.
Put the STARTLINE_KEY of the backed-up server back yourself (as the variable, or as startline.key in the data folder).
`
const say = (line: string) => void process.stdout.write(`${line}\n`)

const restore = async (source: string, folder: string): Promise<void> => {
  const manifest = await restoreInto(source, folder)
  say(
    fill('The backup of {at} is whole ({n} {n|file|files}).', {
      at: manifest.made_at,
      n: Object.keys(manifest.files).length,
    }),
  )
  const server = await startEmbedded({ folder, role: 'tool' })
  try {
    const counts = await countRows(server.connection)
    for (const { table, rows } of counts) if (rows > 0) say(`  ${table.padEnd(28)} ${rows}`)
    say(`The database starts from it, and every row of ${counts.length} tables can be read.`)
  } finally {
    await server.stop()
  }
}

const main = async (): Promise<void> => {
  const given = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
  if (!given || process.argv.includes('--help')) return say(HELP)
  const source = resolve(given)
  if (!process.argv.includes('--try')) {
    const { folder } = configHere()
    await restore(source, folder)
    return say(`It is in ${folder}. Put the STARTLINE_KEY of the backed-up server in its place before the start.`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'startline-restore-'))
  try {
    await restore(source, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = 1
})
