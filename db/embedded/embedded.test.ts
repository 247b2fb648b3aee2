import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { claim, isAlive, otherClaims, worksIn } from '#db/embedded/processes.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'startline-embedded-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a second start joins the running database; a leftover lock of another process does not stop the start', async () => {
  const half = join(folder, 'postgres.new-999999999')
  mkdirSync(half, { recursive: true })
  const first = await startEmbedded({ folder, durable: false })
  expect(readdirSync(folder)).not.toContain('postgres.new-999999999')
  const second = await startEmbedded({ folder, durable: false })
  expect(second.pid()).toBe(first.pid())
  await second.stop()
  await first.stop()
  expect(isAlive(first.pid())).toBe(false)

  // This process is alive, but it is not the database of `folder`.
  writeFileSync(join(folder, 'postgres/postmaster.pid'), `${process.pid}\n`)
  writeFileSync(join(folder, 'postgres/.s.PGSQL.5432.lock'), `${process.pid}\n`)
  const third = await startEmbedded({ folder, durable: false })
  expect(third.pid()).not.toBe(process.pid)
  await third.stop()
})

test('a database of another major version is refused with a sentence', async () => {
  const other = join(folder, 'old')
  mkdirSync(join(other, 'postgres'), { recursive: true })
  writeFileSync(join(other, 'postgres/PG_VERSION'), '17\n')
  await expect(startEmbedded({ folder: other })).rejects.toThrow('was made by PostgreSQL 17')
})

test('claims of ended processes are removed, and our own claim differs from another claim', () => {
  const place = join(folder, 'claims')
  const release = claim(place, 'server')
  writeFileSync(join(place, 'run/999999999.json'), JSON.stringify({ pid: 999_999_999, started: '1', role: 'server' }))
  writeFileSync(join(place, `run/1.json`), JSON.stringify({ pid: 1, started: 'at another time', role: 'server' }))
  writeFileSync(join(place, 'run/broken.json'), '{')
  expect(otherClaims(place)).toEqual([])
  expect(readdirSync(join(place, 'run'))).toEqual([`${process.pid}.json`])
  release()
  expect(readdirSync(join(place, 'run'))).toEqual([])
})

test('tells whether a process works in a folder', () => {
  expect(worksIn(process.pid, process.cwd())).toBe(true)
  expect(worksIn(999_999_999, process.cwd())).toBe(false)
  expect(isAlive(0)).toBe(false)
})
