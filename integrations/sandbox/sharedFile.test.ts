import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = `
const [module, file, at] = process.argv.slice(2)
const { openSharedFile } = await import(module)
while (Date.now() < Number(at)) {}
const db = openSharedFile(file, 'create table if not exists kept (key integer primary key) strict')
db.prepare('insert into kept values (?)').run(process.pid)
console.log(db.prepare('pragma journal_mode').get().journal_mode)
db.close()
`

// On a busy machine the start of four processes can take more than a minute.
test('four processes that open a new file at the same moment all get it', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-shared-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'open.mjs')
  writeFileSync(program, PROGRAM)
  const open = (file: string, at: number) =>
    new Promise<string>((resolve) => {
      const args = [join(import.meta.dirname, 'sharedFile.ts'), file, String(at)]
      const child = fork(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
      let text = ''
      child.stdout?.on('data', (chunk: Buffer) => void (text += chunk.toString()))
      child.stderr?.on('data', (chunk: Buffer) => void (text += chunk.toString()))
      child.once('close', () => resolve(text.trim()))
    })
  for (let round = 0; round < 5; round += 1) {
    const at = Date.now() + 600
    const file = join(folder, `${round}.sqlite`)
    expect(await Promise.all([1, 2, 3, 4].map(() => open(file, at)))).toEqual(['wal', 'wal', 'wal', 'wal'])
  }
})
