import { createHash } from 'node:crypto'
import { readBallotList } from '#features/ballot/list/list.rules.ts'
import { drawBallot, outcomeHash, outcomeBytes, seedOf, sourceBytes } from '#features/ballot/draw/draw.rules.ts'
import { conclude, say } from './ground/ground.ts'
import { LONDON, londonList } from './draws/londonlist.ts'

/**
 * Measures the draw of London 2026's 1,133,813 entries, from the published file to the outcome file. The bench draws
 * twice. For comparison it also sorts keys that it made beforehand. The time of this sort is the limit.
 */
const ENTRIES = Number(process.argv[2] ?? LONDON)
const GOAL = { seconds: 10 }

const { ids, bytes } = londonList(ENTRIES)
say(`${ENTRIES} entries, a list of ${(bytes.length / 1e6).toFixed(0)} MB`)

const run = () => {
  const began = performance.now()
  const list = readBallotList(bytes)
  const read = performance.now()
  const seed = seedOf(list.hash, sourceBytes('number', '2026112101'))
  const outcome = drawBallot(list, seed)
  const drawn = performance.now()
  const hash = outcomeHash(outcomeBytes(list, seed, outcome))
  const seconds = (performance.now() - began) / 1000
  say(
    `read ${((read - began) / 1000).toFixed(2)} s, draw ${((drawn - read) / 1000).toFixed(2)} s, outcome ${((performance.now() - drawn) / 1000).toFixed(2)} s; ${outcome.drawn} drawn, ${outcome.direct} direct, ${outcome.waiting} wait; ${hash.slice(0, 16)}…`,
  )
  return { seconds, hash }
}

/** Returns the seconds that the least work of a draw takes: sorting as many keys. */
const limit = (): number => {
  const keys = ids.map((id) => createHash('sha256').update(id).digest('latin1'))
  const began = performance.now()
  keys.sort()
  return (performance.now() - began) / 1000
}

const [first, second] = [run(), run()]
const memory = process.memoryUsage().rss / 1e6
const sorting = limit()
const seconds = Math.max(first.seconds, second.seconds)
const same = first.hash === second.hash
say(
  `sorting the same keys ${sorting.toFixed(2)} s; ${memory.toFixed(0)} MB of memory (the bench's own entries included); goal ${GOAL.seconds} s, twice the same: ${same}`,
)
conclude({
  name: 'draw',
  entries: ENTRIES,
  seconds,
  limit_seconds: sorting,
  ratio: sorting / seconds,
  memory_mb: memory,
  same,
  reached: same && seconds < GOAL.seconds,
})
if (!same) process.exitCode = 1
