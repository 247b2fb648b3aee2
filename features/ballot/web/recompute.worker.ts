import { keyOfChain, randomnessOf, signatureHolds } from '../draw/beacon.rules.ts'
import { BadList, type BallotRules, entryIdOf } from '../list/list.rules.ts'
import { type Recomputed, differing, entryLine, indexOfEntry, recompute } from '../draw/recompute.rules.ts'
import { type ChangedLine, changedList, changedSource } from './changes.ts'
import type { RecomputeRequest, RecomputeFinding, RecomputeNews, RecomputePhase } from './recomputing.ts'

/** This worker computes a draw again, so that the page stays responsive. */

const send = (news: RecomputeNews): void =>
  (self as unknown as { postMessage: (news: RecomputeNews) => void }).postMessage(news)
class Unreachable extends Error {}

/** Loads the file and reports the loaded share. */
const fetched = async (from: string | Blob, phase: RecomputePhase): Promise<Uint8Array> => {
  if (typeof from !== 'string') return new Uint8Array(await from.arrayBuffer())
  try {
    const answer = await fetch(from)
    if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`)
    const whole = answer.headers.get('content-encoding') ? 0 : Number(answer.headers.get('content-length'))
    const parts: Uint8Array[] = []
    let length = 0
    const reader = answer.body.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value)
      length += next.value.length
      send({ is: 'at', phase, done: whole > 0 ? length / whole : null })
    }
    const all = new Uint8Array(length)
    let at = 0
    for (const part of parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  } catch (thrown) {
    throw new Unreachable(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

const signedBy = async (
  { source }: BallotRules,
  said: string | null,
  { signature, chainKey }: RecomputeRequest,
): Promise<boolean | null> => {
  if (source.kind !== 'beacon' || said === null || signature === null) return null
  const key = keyOfChain(source.chain, chainKey)
  return key === null
    ? null
    : randomnessOf(signature) === said.trim().toLowerCase() && (await signatureHolds(key, source.round, signature))
}
const mineIn = (
  mine: RecomputeRequest['mine'],
  bytes: Uint8Array,
  { list, drawn }: Recomputed,
): RecomputeFinding['mine'] => {
  if (mine === null) return null
  const entry = entryIdOf(mine.salt, mine.key)
  const place = indexOfEntry(list, entry)
  return place < 0
    ? { entry, line: null }
    : { entry, line: place + 3, text: entryLine(bytes, place), fate: drawn?.fateOf(place) ?? null }
}

class NothingToChange extends Error {}
const work = async (request: RecomputeRequest): Promise<RecomputeFinding> => {
  send({ is: 'at', phase: 'fetch', done: null })
  let bytes = await fetched(request.list, 'fetch')
  let changed: ChangedLine | null = null
  let said = request.source
  if (request.change === 'source' && said !== null) {
    changed = { line: null, before: said, after: changedSource(said) }
    said = changed.after
  } else if (request.change !== null && request.change !== 'source') {
    const made = changedList(bytes, request.change)
    if (!made) throw new NothingToChange('the list has no entry to change')
    bytes = made.list
    changed = made.changed
  }
  send({ is: 'at', phase: 'read', done: null })
  const made = recompute(bytes, said, (done) =>
    send(done < 1 ? { is: 'at', phase: 'draw', done } : { is: 'at', phase: 'write', done: null }),
  )
  const { list, drawn } = made
  const mine = mineIn(request.mine, bytes, made)
  let others: number | null = null
  if (drawn && request.outcome !== null) {
    send({ is: 'at', phase: 'compare', done: null })
    others = differing(await fetched(request.outcome, 'compare'), drawn.outcome)
  }
  return {
    rules: list.rules,
    entries: list.count,
    listHash: made.listHash,
    seed: drawn?.seed ?? null,
    outcomeHash: drawn?.outcomeHash ?? null,
    counts: drawn?.counts ?? null,
    noOutcome: made.noOutcome,
    signed: await signedBy(list.rules, said, request),
    others,
    mine,
    changed,
  }
}

self.onmessage = ({ data }: MessageEvent<RecomputeRequest>) => {
  work(data).then(
    (found) => send({ is: 'done', found }),
    (thrown: unknown) =>
      send({
        is: 'failed',
        why:
          thrown instanceof Unreachable
            ? 'network'
            : thrown instanceof BadList
              ? 'list'
              : thrown instanceof NothingToChange
                ? 'change'
                : 'other',
        message: thrown instanceof Error ? thrown.message : String(thrown),
      }),
  )
}
