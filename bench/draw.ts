import { createHash, randomBytes } from 'node:crypto'
import { type BallotRules, listText, readList } from '#features/ballot/list.rules.ts'
import { drawBallot, outcomeHash, outcomeBytes, seedOf, sourceBytes } from '#features/ballot/draw.rules.ts'
import { conclude, say } from './ground.ts'

/**
 * The draw of London 2026's 1,133,813 entries, from the published file to the outcome file: reading and checking the list, its hash, the lot in
 * three segments with weights and groups, the outcome and its hash; twice. The limit beside it: sorting the same keys, made beforehand.
 */
const ENTRIES = Number(process.argv[2] ?? 1_133_813)
const GOAL = { seconds: 10 }

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const rules: BallotRules = { race: 2026, event: 1, places: 20_000, segments: [{ name: 'qualified', places: 3000 }, { name: 'local', places: 4000 }, { name: 'open' }], groups: 'skip', source: { kind: 'number', says: 'the sum of the day' } }
const entries = Array.from({ length: ENTRIES }, (_, n) => ({ id: hex(16), group: null as string | null, weights: n < 500 ? ('direct' as const) : [n % 50 === 0 ? 1 : 0, n % 12 === 0 ? 1 : 0, 1 + (n % 4)] }))
for (let n = 600; n + 4 < ENTRIES / 20; n += 4) {
  const group = hex(16)
  for (let mate = 0; mate < 3; mate++) entries[n + mate]!.group = group
}
const bytes = new TextEncoder().encode(listText(rules, entries))
say(`${ENTRIES} entries, a list of ${(bytes.length / 1e6).toFixed(0)} MB`)

const run = () => {
  const began = performance.now()
  const list = readList(bytes)
  const read = performance.now()
  const seed = seedOf(list.hash, sourceBytes('number', '2026112101'))
  const outcome = drawBallot(list, seed)
  const drawn = performance.now()
  const hash = outcomeHash(outcomeBytes(list, seed, outcome))
  const seconds = (performance.now() - began) / 1000
  say(`read ${((read - began) / 1000).toFixed(2)} s, draw ${((drawn - read) / 1000).toFixed(2)} s, outcome ${((performance.now() - drawn) / 1000).toFixed(2)} s; ${outcome.drawn} drawn, ${outcome.direct} direct, ${outcome.waiting} wait; ${hash.slice(0, 16)}…`)
  return { seconds, hash }
}

/** What no draw can do without: the same number of keys in order. */
const limit = (): number => {
  const keys = entries.map(({ id }) => createHash('sha256').update(id).digest('latin1'))
  const began = performance.now()
  keys.sort()
  return (performance.now() - began) / 1000
}

const [first, second] = [run(), run()]
const memory = process.memoryUsage().rss / 1e6
const sorting = limit()
const seconds = Math.max(first.seconds, second.seconds)
const same = first.hash === second.hash
say(`sorting the same keys ${sorting.toFixed(2)} s; ${memory.toFixed(0)} MB of memory (the bench's own entries included); goal ${GOAL.seconds} s, twice the same: ${same}`)
conclude({ name: 'draw', entries: ENTRIES, seconds, limit_seconds: sorting, ratio: sorting / seconds, memory_mb: memory, same, reached: same && seconds < GOAL.seconds })
if (!same) process.exitCode = 1
