import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leftOut, missingOnCitus, partsOnCitus, stories } from './citus.ts'

test('the parts have each test once, with tests of every kind of room, and name only existing files', () => {
  const files = partsOnCitus().flat()
  expect(new Set(files).size).toBe(files.length)
  for (const path of [...files, ...stories, ...Object.keys(leftOut)]) expect(existsSync(path), path).toBe(true)
  expect(files.length).toBeGreaterThan(150)
  for (const room of ['accounts', 'registrations', 'refunds', 'results', 'timing', 'photos', 'privacy'])
    expect(files.some((path) => path.startsWith(`features/${room}/`))).toBe(true)
  expect(files.some((path) => path.startsWith('db/embedded/'))).toBe(false)
})

test('without servers, and with a server that does not answer, the proof says what it needs', async () => {
  expect(await missingOnCitus(undefined)).toContain('CITUS_SERVERS')
  expect(await missingOnCitus(['postgres://nobody@127.0.0.1:1/a', 'postgres://nobody@127.0.0.1:1/a'])).toMatch(
    /127\.0\.0\.1:1 does not answer/,
  )
})
