import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOfChain, publicChain, randomnessOf, signatureHolds } from '#features/ballot/draw/beacon.rules.ts'
import { type BallotRules, type ListedEntry, entryIdOf, ballotListText } from '#features/ballot/list/list.rules.ts'
import { differing, recompute } from '#features/ballot/draw/recompute.rules.ts'
import { quicknet } from '#integrations/beacon/client.ts'

const root = join(import.meta.dirname, '..')
/** A published round of quicknet, a network of drand's beacons. */
const ROUND = {
  round: 1000,
  signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
}

const salt = (n: number) => n.toString(16).padStart(32, '0')
const entries: ListedEntry[] = Array.from({ length: 60 }, (_, n) => ({
  id: entryIdOf(salt(n), `1k9-${n}`),
  group: null,
  weights: n === 0 ? 'direct' : [n % 3, 1 + (n % 4)],
}))
const rules: BallotRules = {
  race: 2026,
  event: 1,
  places: 20,
  segments: [{ name: 'local', places: 6 }, { name: 'open' }],
  groups: 'skip',
  source: { kind: 'number', says: 'x' },
}
const [good, byBeacon] = [
  ballotListText(rules, entries),
  ballotListText({ ...rules, source: { kind: 'beacon', chain: quicknet.hash, round: ROUND.round } }, entries),
]
const SOURCE = '3988.21'
const drawn = recompute(Buffer.from(good), SOURCE)

let folder: string
const file = (name: string) => join(folder, name)
const put = async (name: string, text: string | Uint8Array): Promise<string> => {
  await writeFile(file(name), text)
  return file(name)
}
const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const env: NodeJS.ProcessEnv = { ...process.env }
    delete env.DATABASE_URL
    const child = execFile(process.execPath, ['tools/ballot.ts', ...args], { cwd: root, env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ballot-'))
  await put('list.txt', good)
  await put('outcome.txt', drawn.drawn!.outcome)
})
afterAll(() => rm(folder, { recursive: true }))
const published = () => [
  '--list',
  drawn.listHash,
  '--expect',
  drawn.drawn!.outcomeHash,
  '--outcome',
  file('outcome.txt'),
]

describe('a draw that cannot be checked is refused with a sentence and code 2', () => {
  test.each([
    ['no list named', () => [], 'one list is wanted'],
    ['a file that is not there', () => [file('none.txt')], 'cannot be read'],
    ['an option that is none', () => [file('list.txt'), '--seed', '1'], '--seed'],
    ['a hash to expect and no source', () => [file('list.txt'), '--expect', 'aa'], 'without a source'],
    ['a signature of a number', () => [file('list.txt'), '--signature', ROUND.signature], 'has no signature'],
    ['an entry without its key', () => [file('list.txt'), '--entry', 'abc'], 'SALT:KEY'],
  ])('%s', async (_, args, says) => {
    const { code, error } = await run(...args())
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(says) })
  })
  test('a file that is no list', async () => {
    const { code, error } = await run(await put('bad.txt', good.slice(0, -1)), '--source', SOURCE)
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining('line 62') })
  })
})

test("a published draw agrees: list hash, outcome hash, every byte of the outcome, one's own entry", async () => {
  const { code, out } = await run(
    file('list.txt'),
    '--source',
    ` ${SOURCE}\n`,
    ...published(),
    '--entry',
    `${salt(0)}:1k9-0`,
    '--save',
    file('saved.txt'),
  )
  expect(code, out).toBe(0)
  expect(out).not.toContain('DIFFERS')
  expect(out).toContain(`hash ${drawn.drawn!.outcomeHash}`)
  expect(out).toContain(`${entryIdOf(salt(0), '1k9-0')} - !`)
  expect(out).toContain('a direct place')
  expect(await readFile(file('saved.txt'))).toEqual(Buffer.from(drawn.drawn!.outcome))
})

describe('a change is found, with code 1', () => {
  const lines = good.trimEnd().split('\n')
  test.each([
    ['one entry gone', lines.toSpliced(20, 1), SOURCE],
    [
      'one weight',
      lines.map((line, at) => (at === 20 ? line.replace(/\d$/, (weight) => String(Number(weight) + 1)) : line)),
      SOURCE,
    ],
    [
      'one digit of an entry',
      lines.map((line, at) =>
        at === 20 ? line.replace(/^(.{31})./, (_, begin: string) => `${begin}${line[31] === '0' ? '1' : '0'}`) : line,
      ),
      SOURCE,
    ],
    ['one byte of the source', lines, '3988.22'],
  ])('%s', async (_, changed, source) => {
    const { code, out } = await run(
      await put('changed.txt', `${changed.join('\n')}\n`),
      '--source',
      source,
      ...published(),
    )
    expect(code, out).toBe(1)
    expect(out).toContain('DIFFERS   outcome hash')
    expect(out).toMatch(/DIFFERS {3}outcome file: [1-9]\d* entries are told otherwise/)
    expect(out.includes('DIFFERS   list hash')).toBe(source === SOURCE)
  })
  test('an outcome in which two runners are exchanged', async () => {
    const lines = Buffer.from(drawn.drawn!.outcome).toString().split('\n')
    const [won, lost] = [
      lines.findIndex((line) => line.includes('drawn')),
      lines.findIndex((line) => line.includes('wait')),
    ]
    const exchanged = lines
      .with(won, lines[won]!.slice(0, 33) + lines[lost]!.slice(33))
      .with(lost, lines[lost]!.slice(0, 33) + lines[won]!.slice(33))
    const { code, out } = await run(
      file('list.txt'),
      '--source',
      SOURCE,
      '--outcome',
      await put('exchanged.txt', exchanged.join('\n')),
    )
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringContaining('outcome file: 2 entries are told otherwise'),
    })
  })
  test('an entry that is not in the list', async () => {
    const { code, out } = await run(file('list.txt'), '--entry', `${salt(0)}:1k9-99`)
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('is not in the list') })
  })
})

test("a beacon's round is checked by its signature, and gives the source", async () => {
  const list = await put('beacon.txt', byBeacon)
  const right = recompute(Buffer.from(byBeacon), ROUND.randomness).drawn!.outcomeHash
  expect(await run(list, '--signature', ROUND.signature, '--expect', right)).toMatchObject({
    code: 0,
    out: expect.stringContaining('the chain signed round 1000'),
  })
  expect(
    await run(list, '--signature', ROUND.signature, '--source', ROUND.randomness.replace('f', 'e'), '--expect', right),
  ).toMatchObject({ code: 1, out: expect.stringContaining('the signature gives') })
  const lie = ROUND.signature.replace('b446', 'b447')
  expect(await run(list, '--signature', lie)).toMatchObject({
    code: 1,
    out: expect.stringContaining('DIFFERS   signature'),
  })
  expect(await run(list, '--source', SOURCE)).toMatchObject({
    code: 2,
    error: expect.stringContaining('64 hexadecimal digits'),
  })
})

test('from addresses and from files; help explains it', async () => {
  const server = createServer(
    (request, response) =>
      void (request.url === '/list.txt'
        ? response.end(good)
        : request.url === '/outcome.txt'
          ? response.end(drawn.drawn!.outcome)
          : response.writeHead(404).end()),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect(await run(`${origin}/list.txt`, '--source', SOURCE, '--outcome', `${origin}/outcome.txt`)).toMatchObject({
      code: 0,
    })
    expect(await run(`${origin}/none.txt`)).toMatchObject({ code: 2, error: expect.stringContaining('status 404') })
  } finally {
    server.close()
    server.closeAllConnections()
  }
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--signature HEX') })
})

test('the public chain is the one that the server asks, and only its own key counts for it', async () => {
  expect(publicChain).toEqual({ hash: quicknet.hash, key: quicknet.publicKey })
  expect(keyOfChain(quicknet.hash, 'somebody says')).toBe(quicknet.publicKey)
  expect(keyOfChain('00', 'told')).toBe('told')
  expect(await signatureHolds(quicknet.publicKey, ROUND.round, ROUND.signature)).toBe(true)
  expect(await signatureHolds(quicknet.publicKey, ROUND.round + 1, ROUND.signature)).toBe(false)
  expect(await signatureHolds(quicknet.publicKey, ROUND.round, 'ff')).toBe(false)
  expect(randomnessOf(ROUND.signature)).toBe(ROUND.randomness)
})

test('each different entry counts once, also an entry that only one file has', () => {
  const file = (...lines: string[]) => Buffer.from(['startline-ballot-outcome 1', 'a b', ...lines, ''].join('\n'))
  const [a, b, c] = [1, 2, 3].map((n) => String(n).repeat(32))
  expect(differing(file(`${a} direct`, `${b} wait 1`), file(`${a} direct`, `${b} wait 1`))).toBe(0)
  expect(differing(file(`${a} direct`, `${b} wait 1`), file(`${a} direct`, `${b} wait 12`))).toBe(1)
  expect(differing(file(`${a} direct`, `${c} wait 1`), file(`${a} direct`, `${b} wait 1`))).toBe(2)
  expect(differing(file(), file(`${a} direct`))).toBe(1)
})
