import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proveKilled } from './killed.ts'

/** `npm run prove -- NAME`: what takes more than a minute; `npm test` runs a small form of each. The last line is one JSON object. */
const say = (line: string) => void process.stdout.write(`${line}\n`)

const killed = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-killed-'))
  try {
    const found = await proveKilled({ people: 10_000, places: 6_000, kills: ['server', 'database', 'server', 'both', 'database', 'server', 'both'], sideBySide: 64, folder: join(folder, 'data'), say })
    say(JSON.stringify({ name: 'killed', ...found }))
    return found.wrong.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

const proofs: Readonly<Record<string, () => Promise<boolean>>> = { killed }
const asked = process.argv[2]
if (asked === undefined || asked === '--help' || !proofs[asked]) {
  say(`npm run prove -- NAME\nNAME is one of: ${Object.keys(proofs).join(', ')}.\nkilled: 10,000 people sign up and pay while server and database are killed seven times.`)
  process.exit(asked === '--help' ? 0 : 1)
}
process.exit((await proofs[asked]()) ? 0 : 1)
