import { setFlagsFromString } from 'node:v8'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { decodeText } from '#features/files/decoding.rules.ts'
import { base64In } from '#features/files/inline/inlineData.rules.ts'
import { readTable } from '#features/files/table.rules.ts'
import { NotXml, readXml } from '#features/courses/xml.rules.ts'
import { storBase64 } from './contract.ts'

// The engine stops optimising regular expressions when a process has compiled 1 MB of them, as a server does after some
// days. The flag puts the engine into this state at once. A regular expression over a whole text then overflows the
// stack if the text has more than 8,388,608 characters.
setFlagsFromString('--no-regexp-optimization')
const MANY = 9 * 1024 * 1024

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
})
afterAll(() => world?.close())

test('a process that has run for long overflows at a pattern over a whole text', () => {
  expect(() => /^[A-Za-z0-9+/]+={0,2}$/.test('A'.repeat(MANY))).toThrow(RangeError)
})

test('a drawn picture of more than 6 MB is refused', async () => {
  const file = Buffer.alloc(6 * 1024 * 1024 + 1, 1).toString('base64')
  const runner = await runnerSession(world)
  expect(await world.call(storBase64, { raceid: RACE, key: 'user', file }, runner)).toMatchObject({
    refusal: 'picture_file_too_large',
  })
})

test('base64 is read at any length, with its prefix, blanks and ends', () => {
  expect(base64In('A'.repeat(MANY))?.length).toBe((MANY / 4) * 3)
  expect(base64In(`${'A'.repeat(MANY)}!`)).toBeUndefined()
  expect(base64In('data:image/png;base64,+ 8=')).toEqual(Buffer.from('++8=', 'base64'))
  for (const wrong of ['', '=', '==', 'AA=A', '<svg>', 'AAAA\0']) expect(base64In(wrong), wrong).toBeUndefined()
})

test('files with a run, a cell or a tag of millions of characters are read or refused', () => {
  expect(decodeText(Buffer.from('Ã©'.repeat(MANY / 2))).text.length).toBeGreaterThan(0)
  expect(readTable(`bib,name\n1,"a "b${'c'.repeat(MANY)}" d"\n2,e\n`)).toBeDefined()
  expect(() => readXml(`<gpx a="${'x'.repeat(MANY)}"/>`, { open: () => undefined, close: () => undefined })).toThrow(
    NotXml,
  )
})
