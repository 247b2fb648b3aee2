/* Lucky draws, written a second time from docs/luckydraw.md alone and without features/luckydraws.
   node test/luckydraw/independentLuckydraw.ts log RULES LOG [n:chain …]
   node test/luckydraw/independentLuckydraw.ts stage LIST OUTCOME SOURCE */

import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The error for files that do not follow from each other. It names the first difference. */
export class Differs extends Error {}
const differs = (why: string): never => {
  throw new Differs(why)
}
const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const linesOf = (file: string): string[] =>
  file.endsWith('\n') ? file.slice(0, -1).split('\n') : differs('the file does not end with a line feed')
const hex = (said: string): Buffer => Buffer.from(said, 'hex')

type OddsGift = { gift: number; odds: number; pieces: number }
/** Returns the number of the gift on which a try falls (docs/luckydraw.md, One try), or undefined for a blank. */
const fellOn = (gifts: OddsGift[], seed: Buffer, person: string, own: string, k: number): number | undefined => {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(k)
  const score = createHmac('sha256', seed)
    .update(Buffer.concat([hex(person), hex(own), count]))
    .digest()
  const fall = Number((score.readBigUInt64BE() * 1_000_000n) / 2n ** 64n)
  let upto = 0
  return gifts.find(({ odds }) => fall < (upto += odds))?.gift
}

/**
 * Checks every line of a log (docs/luckydraw.md sections 1 to 4). `receipts` are chains that people were told, by the
 * number of the try.
 */
export const checkLog = (rulesFile: string, logFile: string, receipts: Map<number, string> = new Map()) => {
  const [head, body] = linesOf(rulesFile)
  if (head !== 'startline-luckydraw 1') differs('these are no rules of a draw on the spot')
  const rules = JSON.parse(body!) as { wins_each: number; gifts: OddsGift[] }
  const [title, opened, ...lines] = linesOf(logFile)
  if (title !== 'startline-luckydraw-log 1') differs('this is no log')
  const [promise, seed] = opened!.split(' ').map(hex)
  if (!sha256('startline-luckydraw 1 seed\n', sha256(rulesFile), seed!).equals(promise!))
    differs('the seed breaks the promise')
  const left = new Map(rules.gifts.map(({ gift, pieces }) => [gift, pieces]))
  const tried = new Map<string, number>()
  const wins = new Map<string, number>()
  let chain = promise!
  let won = 0
  for (const [at, line] of lines.entries()) {
    const [n, person, k, own, outcome] = line.split(' ') as [string, string, string, string, string]
    tried.set(person, (tried.get(person) ?? 0) + 1)
    if (Number(n) !== at + 1 || Number(k) !== tried.get(person)) differs(`line ${at + 1}: a number is not the next one`)
    const fell = fellOn(rules.gifts, seed!, person, own, Number(k))
    let expected = '-'
    if (fell !== undefined) {
      if ((wins.get(person) ?? 0) >= rules.wins_each) expected = `l${fell}`
      else if (left.get(fell)! <= 0) expected = `x${fell}`
      else {
        expected = `g${fell}`
        left.set(fell, left.get(fell)! - 1)
        wins.set(person, (wins.get(person) ?? 0) + 1)
        won += 1
      }
    }
    if (outcome !== expected) differs(`line ${n}: ${outcome} stands there, and ${expected} follows from the seed`)
    chain = sha256(chain, line)
    const receipt = receipts.get(Number(n))
    if (receipt !== undefined && receipt !== chain.toString('hex')) differs(`line ${n}: a receipt tells another chain`)
  }
  return { tries: lines.length, won, chain: chain.toString('hex') }
}

/** Checks the order of a draw on stage, and who got which gift (docs/luckydraw.md sections 6 to 8). */
export const checkStage = (listFile: string, outcomeFile: string, source: string) => {
  const [head, body, ...ids] = linesOf(listFile)
  if (head !== 'startline-stage 1') differs('this is no list of a draw on stage')
  if (ids.some((id, at) => at > 0 && id <= ids[at - 1]!)) differs('the ids are not in ascending order')
  const rules = JSON.parse(body!) as { gifts: OddsGift[]; source: { kind: string } }
  const list = sha256(listFile)
  const seed = sha256('startline-stage 1\n', list, rules.source.kind === 'beacon' ? hex(source) : source.trim())
  const scores = new Map(ids.map((id) => [id, sha256(seed, hex(id)).toString('hex') + id]))
  const ranked = ids.toSorted((a, b) => (scores.get(a)! < scores.get(b)! ? -1 : 1))
  const [title, proof, ...rows] = linesOf(outcomeFile)
  if (title !== 'startline-stage-outcome 1' || proof !== `${list.toString('hex')} ${seed.toString('hex')}`)
    differs('list hash or seed differ')
  if (rows.length !== ranked.length) differs('the number of entries differs')
  const slots = rules.gifts.flatMap(({ gift, pieces }) => Array.from({ length: pieces }, () => gift))
  let calling = true
  let won = 0
  for (const [at, row] of rows.entries()) {
    const [rank, id, end] = row.split(' ')
    if (Number(rank) !== at + 1 || id !== ranked[at]) differs(`rank ${at + 1}: another entry has this rank`)
    if (end === '-') calling = false
    else if (!calling || won >= slots.length) differs(`rank ${rank}: nobody could be called any more`)
    else if (end !== 'absent') {
      if (end !== `g${slots[won]}`) differs(`rank ${rank}: ${end} stands there, and g${slots[won]} is next`)
      won += 1
    }
  }
  return { entries: ids.length, won, seed: seed.toString('hex') }
}

if (process.argv[1] === import.meta.filename) {
  const [what, first, second, ...more] = process.argv.slice(2)
  const read = (path: string | undefined) => readFileSync(path ?? '', 'utf8')
  try {
    const found =
      what === 'stage'
        ? checkStage(read(first), read(second), more[0] ?? '')
        : checkLog(read(first), read(second), new Map(more.map((one) => [parseInt(one, 10), one.split(':')[1] ?? ''])))
    process.stdout.write(`${JSON.stringify(found)}\n`)
  } catch (error) {
    if (!(error instanceof Differs)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
