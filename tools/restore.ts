import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fill } from '#contract/words.ts'
import { restoreMomentOf } from '#db/archive/archiving.rules.ts'
import { gapSentenceOf, restoreTo } from '#db/archive/restore.ts'
import { countRows, restoreInto } from '#db/embedded/backup.ts'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { OperatorError, sentenceOf } from '#db/operatorError.ts'
import { openArchive } from '#server/archive.ts'
import { configHere } from '#server/config/config.ts'

const HELP = `npm run restore -- FOLDER [--to MOMENT] [--try]

Puts the backup in FOLDER into the data folder (STARTLINE_DATA), which must have no database yet, checks every file's hash, starts the
database from it and reads every row. With --try it does so in a temporary folder and leaves nothing behind: the proof of a backup.
With --to 2026-11-27T20:15:30+08:00 it then brings the database to that moment from the archive (STARTLINE_ARCHIVE): everything that
was committed before it is there, and nothing after it. --to latest takes everything that the archive has, up to its first gap.
Put the STARTLINE_KEY of the backed-up server back yourself (as the variable, or as startline.key in the data folder).
`
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Target = { at: Date | undefined } | undefined

/**
 * Puts the backup into the folder and starts the database. With a target, the archive also brings the database from the
 * moment of the backup to the target. The warning tells of a gap before the end of the archive.
 */
const startRestored = async (
  source: string,
  folder: string,
  to: Target,
): Promise<{ server: Embedded; warning?: string | undefined }> => {
  if (to) {
    const restored = await restoreTo(source, folder, openArchive(configHere()), to.at)
    const { manifest, segments, server } = restored
    const warning = to.at ? undefined : gapSentenceOf(restored)
    say(
      fill('The backup of {at} is whole, and {n} {n|segment|segments} of the archive follow it. It is as at {to}.', {
        at: manifest.made_at,
        n: segments,
        to: to.at?.toISOString() ?? (warning ? 'a gap of the archive' : 'the end of the archive'),
      }),
    )
    return { server, warning }
  }
  const manifest = await restoreInto(source, folder)
  say(
    fill('The backup of {at} is whole ({n} {n|file|files}).', {
      at: manifest.made_at,
      n: Object.keys(manifest.files).length,
    }),
  )
  return { server: await startEmbedded({ folder, role: 'tool' }) }
}

const restore = async (source: string, folder: string, to: Target): Promise<void> => {
  const { server, warning } = await startRestored(source, folder, to)
  try {
    const counts = await countRows(server.connection)
    for (const { table, rows } of counts) if (rows > 0) say(`  ${table.padEnd(28)} ${rows}`)
    say(`The database starts from it, and every row of ${counts.length} tables can be read.`)
    if (warning) say(warning)
  } finally {
    await server.stop()
  }
}

/** Reads `--to MOMENT`. Undefined without `--to`. Throws for a text that is no moment. */
const targetOf = (words: readonly string[]): Target => {
  const place = words.indexOf('--to')
  if (place === -1) return undefined
  const text = words[place + 1] ?? ''
  if (text === 'latest') return { at: undefined }
  const at = restoreMomentOf(text)
  if (!at)
    throw new OperatorError(
      `--to ${text} is no moment. Write it with its time zone, like 2026-11-27T20:15:30+08:00, or write latest.`,
    )
  return { at }
}

const main = async (): Promise<void> => {
  const words = process.argv.slice(2)
  const given = words.find((word, place) => !word.startsWith('--') && words[place - 1] !== '--to')
  if (!given || process.argv.includes('--help')) return say(HELP)
  const [source, to] = [resolve(given), targetOf(words)]
  if (!process.argv.includes('--try')) {
    const { folder } = configHere()
    await restore(source, folder, to)
    return say(`It is in ${folder}. Put the STARTLINE_KEY of the backed-up server in its place before the start.`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'startline-restore-'))
  try {
    await restore(source, folder, to)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
})
