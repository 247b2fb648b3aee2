import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexOfBytes } from '#contract/written.ts'
import {
  type PlayerState,
  type Running,
  decideTry,
  logLineOf,
  promiseOf,
  rulesText,
} from '#features/luckydraws/rules.ts'
import {
  entryId,
  listHash,
  nextGift,
  rankEntries,
  stageHead,
  stageSeed,
} from '#features/luckydraws/stage/stage.rules.ts'
import { Differs, checkLog, checkStage } from './independentLuckydraw.ts'

type Gifts = { gift: number; odds: number; pieces: number }[]
/** Plays a draw by the product's own rules and writes its files. */
const playedBy = (
  gifts: Gifts,
  wins_each: number,
  seed: Uint8Array,
  tries: readonly [number, Uint8Array][],
  names: Uint8Array[],
) => {
  const rules = rulesText({ race: 2026, draw: 1, wins_each, gifts })
  const promise = promiseOf(rules, seed)
  const running: Running = { seed, gifts, wins_each, won: new Map(), n: 0, chain: promise }
  const players: PlayerState[] = names.map((person) => ({ person, used: 0, wins: 0 }))
  const lines = tries.map(([at, own]) => {
    const player = players[at % players.length]!
    return logLineOf(player.person, own, decideTry(running, player, own))
  })
  const log = `startline-luckydraw-log 1\n${hexOfBytes(promise)} ${hexOfBytes(seed)}\n${lines.map((line) => `${line}\n`).join('')}`
  return { rules, promise, log, lines, running }
}
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const anyGifts = fc
  .array(fc.record({ odds: fc.integer({ min: 1, max: 300_000 }), pieces: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((all) => all.map((one, at) => ({ gift: at + 1, ...one })))

test('the second program finds every outcome of a draw on the spot, and every change of one byte', () => {
  fc.assert(
    fc.property(
      anyGifts,
      fc.integer({ min: 1, max: 3 }),
      bytes(32),
      fc.array(fc.tuple(fc.nat(5), bytes(16)), { minLength: 1, maxLength: 30 }),
      fc.nat(),
      (gifts, wins, seed, tries, which) => {
        const names = Array.from({ length: 6 }, () => randomBytes(16))
        const { rules, log, lines, running } = playedBy(gifts, wins, seed, tries, names)
        const found = checkLog(rules, log, new Map([[lines.length, hexOfBytes(running.chain)]]))
        expect(found).toMatchObject({ tries: tries.length, chain: hexOfBytes(running.chain) })
        const at = which % lines.length
        const others = ['-', 'g1', 'x1', 'l1'].filter((end) => !lines[at]!.endsWith(` ${end}`))
        for (const end of others) {
          const changed = log.replace(lines[at]!, lines[at]!.replace(/\S+$/, end))
          expect(() => checkLog(rules, changed)).toThrow(Differs)
        }
        expect(() => checkLog(rules.replace('"wins_each"', '"wins_eacH"'), log)).toThrow(Differs)
      },
    ),
    { numRuns: 150 },
  )
})

test('the second program finds the order and the gifts of a draw on stage', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.boolean()), { minLength: 1, maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('8', ' 37 ', '一百零八'),
      (people, pieces, called) => {
        const gifts = pieces.map((n, at) => ({ gift: at + 1, pieces: n }))
        const absent = new Map(people.map(([, isAbsent], at) => [hexOfBytes(entryId('s', `${at}`)), isAbsent]))
        const ids = people.map((_, at) => entryId('s', `${at}`)).toSorted((a, b) => Buffer.compare(a, b))
        const head = stageHead({ race: 2026, draw: 2, gifts, source: { kind: 'number', says: 'called' } })
        const hash = listHash(head, ids)
        const seed = stageSeed(hash, 'number', called)
        const won = new Map<number, number>()
        const rows = rankEntries(seed, ids).map((id, at) => {
          const gift = nextGift(gifts, won)
          const end = gift === undefined ? '-' : absent.get(hexOfBytes(id)) ? 'absent' : `g${gift}`
          if (end.startsWith('g')) won.set(gift!, (won.get(gift!) ?? 0) + 1)
          return `${at + 1} ${hexOfBytes(id)} ${end}\n`
        })
        const list = head + ids.map((id) => `${hexOfBytes(id)}\n`).join('')
        const outcome = `startline-stage-outcome 1\n${hexOfBytes(hash)} ${hexOfBytes(seed)}\n${rows.join('')}`
        expect(checkStage(list, outcome, called)).toMatchObject({ entries: ids.length })
        expect(() => checkStage(list, outcome, '9')).toThrow(Differs)
        if (rows.length > 1)
          expect(() => checkStage(list, outcome.replace(rows[0]!, '').concat(rows[0]!), called)).toThrow(Differs)
      },
    ),
    { numRuns: 100 },
  )
})

test('the example of the page follows from the page', () => {
  const page = readFileSync('docs/luckydraw.md', 'utf8')
  const gifts = [
    { gift: 1, odds: 300_000, pieces: 1 },
    { gift: 2, odds: 500_000, pieces: 5 },
  ]
  const seed = Uint8Array.from({ length: 32 }, (_, at) => at)
  const names = [1, 2].map((n) => new Uint8Array(16).fill(n))
  const tries = [0, 1, 0].map((who, at): [number, Uint8Array] => [who, new Uint8Array(16).fill(16 + at)])
  const { rules, promise, log, running } = playedBy(gifts, 1, seed, tries, names)
  for (const part of [rules, hexOfBytes(promise), log, hexOfBytes(running.chain)]) expect(page).toContain(part)
  expect(checkLog(rules, log)).toMatchObject({ tries: 3 })
})
