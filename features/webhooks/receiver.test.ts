import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { webhookSender } from '#integrations/webhooks/client.ts'
import { newSecret } from './service.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'receiver-'))
let program: ChildProcess | undefined
afterAll(() => {
  program?.kill()
  rmSync(folder, { recursive: true })
})

/** Returns the program that docs/integrate.md shows, as its readers copy it. */
const shownProgram = (): string => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/integrate.md'), 'utf8')
  return /```python\n(.*?)```/s.exec(page)![1]!
}

test.skipIf(!hasPython)(
  'the program of docs/integrate.md verifies our signatures and refuses forged ones',
  async () => {
    const file = join(folder, 'receiver.py')
    writeFileSync(file, shownProgram())
    const secret = newSecret()
    program = spawn('python3', [file, '0'], { env: { ...process.env, WEBHOOK_SECRET: secret } })
    const lines = createInterface({ input: program.stdout! })[Symbol.asyncIterator]()
    const port = /^listening (\d+)$/.exec((await lines.next()).value as string)![1]!
    const sender = webhookSender({ loopback: true })
    const message = { id: 'a-b', url: `http://127.0.0.1:${port}/`, body: '{"type":"名"}', at: new Date() }
    const send = (secrets: string[], change: object = {}) => sender.send({ ...message, secrets, ...change })
    expect(await send([secret])).toEqual({ status: 204 })
    expect((await lines.next()).value).toBe('genuine a-b {"type":"名"}')
    expect(await send([newSecret(), secret])).toEqual({ status: 204 })
    expect(await send([newSecret()])).toEqual({ status: 401 })
    expect(await send([secret], { at: new Date(Date.now() - 3_600_000) })).toEqual({ status: 401 })
    program.kill()
    await once(program, 'exit')
  },
)
