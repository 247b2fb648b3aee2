import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { fill } from '#contract/words.ts'
import { keyOfChain, randomnessOf, signatureHolds } from '#features/ballot/draw/beacon.rules.ts'
import { BadList, type BallotList, entryIdOf } from '#features/ballot/list/list.rules.ts'
import {
  type EntryOutcome,
  type Recomputed,
  differing,
  entryLine,
  indexOfEntry,
  recompute,
} from '#features/ballot/draw/recompute.rules.ts'

const HELP = `Checks a draw: computes it again from its published list, and says whether it agrees. Needs no server and no database.

  node tools/ballot.ts LIST --source TEXT|HEX [options]
  npm run ballot -- LIST --source TEXT|HEX [options]

LIST is the published list, a file or an http(s) address. Without --source only the list is checked and hashed.

  --source TEXT|HEX    the public number as it was entered, or the beacon round's randomness in hexadecimal
  --signature HEX      the beacon round's signature: checked against the chain's key; gives the source where --source is left out
  --key HEX            the public key of the chain, where it is not drand's quicknet
  --list HASH          the list hash that was published before the seed existed
  --expect HASH        the outcome hash that was published
  --outcome FILE       the published outcome, a file or an address: compared byte by byte
  --entry SALT:KEY     an own entry: found in the list, with what became of it
  --save FILE          writes the outcome that was computed
  --help               this

Exit code: 0 all agrees, 1 something does not, 2 it could not be checked. The method: docs/ballot.md
`

const say = (name: string, what: string): void => void process.stdout.write(`${name.padEnd(10)}${what}\n`)
let agrees = true
const verdict = (holds: boolean, name: string, yes: string, no: string): void => {
  if (!holds) agrees = false
  say(holds ? 'agrees' : 'DIFFERS', `${name}: ${holds ? yes : no}`)
}

/** The error for a ballot that cannot be checked. Its message is a sentence for the person who asked. */
class Unusable extends Error {}
const fetched = async (place: string): Promise<Uint8Array> => {
  try {
    if (!/^https?:\/\//.test(place)) return await readFile(place)
    const answer = await fetch(place)
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  } catch (thrown) {
    throw new Unusable(`${place} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}
const isHex = (text: string, digits: number): boolean => text.length === digits && /^[0-9a-f]*$/i.test(text)

/** Finds the source of the seed. Returns null if no source is given. Checks a given signature of a beacon's round. */
const sourceOf = async (
  list: BallotList,
  given: { source?: string | undefined; signature?: string | undefined; key?: string | undefined },
): Promise<string | null> => {
  const { source } = list.rules
  if (source.kind === 'number') {
    if (given.signature !== undefined)
      throw new Unusable('the seed of this list is a public number, which has no signature')
    return given.source ?? null
  }
  if (given.source !== undefined && !isHex(given.source.trim(), 64))
    throw new Unusable("the beacon's randomness is 64 hexadecimal digits")
  if (given.signature === undefined) return given.source ?? null
  if (!isHex(given.signature, 96)) throw new Unusable("a round's signature is 96 hexadecimal digits")
  const key = keyOfChain(source.chain, given.key ?? null)
  if (key === null)
    throw new Unusable(`the chain ${source.chain} is not drand's quicknet: its public key is wanted (--key)`)
  verdict(
    await signatureHolds(key, source.round, given.signature.toLowerCase()),
    'signature',
    `the chain signed round ${source.round}`,
    `it is not the chain's of round ${source.round}`,
  )
  const randomness = randomnessOf(given.signature.toLowerCase())
  if (given.source !== undefined)
    verdict(
      given.source.trim().toLowerCase() === randomness,
      'source',
      "it is the signature's randomness",
      `the signature gives ${randomness}`,
    )
  return given.source ?? randomness
}

const fateText = (fate: EntryOutcome): string =>
  fate.is === 'direct'
    ? 'a direct place'
    : fate.is === 'drawn'
      ? `drawn in "${fate.segment}"`
      : `waits with code ${fate.code}`
const printEntry = (entry: string, bytes: Uint8Array, { list, drawn }: Recomputed): void => {
  const split = entry.indexOf(':')
  if (split < 1) throw new Unusable('an entry is SALT:KEY')
  const id = entryIdOf(entry.slice(0, split), entry.slice(split + 1))
  const line = indexOfEntry(list, id)
  verdict(line >= 0, 'entry', `line ${line + 3}: ${line < 0 ? '' : entryLine(bytes, line)}`, `${id} is not in the list`)
  if (line >= 0 && drawn) say('', fateText(drawn.fateOf(line)))
}

const text = { type: 'string' } as const
const options = {
  source: text,
  signature: text,
  key: text,
  list: text,
  expect: text,
  outcome: text,
  entry: text,
  save: text,
  help: { type: 'boolean' },
} as const

const printList = ({ list, listHash }: Recomputed, published: string | undefined): void => {
  const { rules, count } = list
  const segments = rules.segments.map(({ name, places }) => `${name}${places === undefined ? '' : ` ${places}`}`)
  const event = `race ${rules.race}, event ${rules.event}`
  say(
    'list',
    fill('{event}: {count} {count|entry|entries}, {places} {places|place|places}, {segments}', {
      event,
      count,
      places: rules.places,
      segments: segments.join(' · '),
    }),
  )
  say('', `hash ${listHash}`)
  if (published !== undefined)
    verdict(published.toLowerCase() === listHash, 'list hash', 'it is the published one', `published was ${published}`)
}

type Drawn = NonNullable<Recomputed['drawn']>
const printOutcome = async (
  drawn: Drawn,
  segments: readonly { name: string }[],
  published: { expect?: string | undefined; outcome?: string | undefined },
): Promise<void> => {
  const { counts } = drawn
  say('seed', drawn.seed)
  const placed = segments.map(({ name }) => `${name} ${counts[name]}`).join(' · ')
  say('outcome', `${placed} · direct ${counts.direct} · wait ${counts.wait}`)
  say('', `hash ${drawn.outcomeHash}`)
  const { expect, outcome } = published
  if (expect !== undefined)
    verdict(
      expect.toLowerCase() === drawn.outcomeHash,
      'outcome hash',
      'it is the published one',
      `published was ${expect}`,
    )
  if (outcome === undefined) return
  const file = await fetched(outcome)
  const others = Buffer.compare(file, drawn.outcome) === 0 ? -1 : differing(file, drawn.outcome)
  verdict(
    others < 0,
    'outcome file',
    'every byte',
    fill('{others} {others|entry is|entries are} told otherwise', { others }) +
      (others === 0 ? '; its head differs' : ''),
  )
}

const check = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  if (values.help) return void process.stdout.write(HELP)
  const [place, ...rest] = positionals
  if (place === undefined || rest.length > 0) throw new Unusable('one list is wanted; --help says how')

  const bytes = await fetched(place)
  const read = recompute(bytes, null)
  printList(read, values.list)
  const source = await sourceOf(read.list, values)
  const found = source === null ? read : recompute(bytes, source)
  if (found.noOutcome) throw new Unusable(`no outcome: ${found.noOutcome}`)
  const { drawn } = found
  if (drawn) {
    await printOutcome(drawn, read.list.rules.segments, values)
    if (values.save !== undefined) await writeFile(values.save, drawn.outcome)
  } else if (values.expect !== undefined || values.outcome !== undefined || values.save !== undefined)
    throw new Unusable('without a source (--source or --signature) there is no outcome to compare')
  if (values.entry !== undefined) printEntry(values.entry, bytes, found)
  process.exitCode = agrees ? 0 : 1
}

try {
  await check()
} catch (thrown) {
  const ours =
    thrown instanceof Unusable || thrown instanceof BadList || (thrown instanceof TypeError && 'code' in thrown)
  if (!ours) throw thrown
  process.stderr.write(`It could not be checked: ${thrown.message}\n`)
  process.exitCode = 2
}
