import { parentPort, workerData } from 'node:worker_threads'
import { drawBallot, ballotOutcomeText, seedOf, sourceBytes } from './draw.rules.ts'
import { readBallotList } from '../list/list.rules.ts'

/** The request to a thread that draws, so that the server still answers calls. */
export type DrawRequest = { list: Uint8Array; kind: 'beacon' | 'number'; source: string }
/**
 * The answer of the thread. Entry n of the list has its id at `ids[16 n]`, and its result, segment and waiting code at
 * index n.
 */
export type DrawReply =
  | { done: number }
  | {
      listHash: Uint8Array
      seed: Uint8Array
      ids: Uint8Array
      fate: Uint8Array
      segment: Uint8Array
      code: Uint32Array
      text: Uint8Array
    }

const { list: bytes, kind, source } = workerData as DrawRequest
const port = parentPort!
const send = (reply: DrawReply, moved: ArrayBuffer[] = []) => port.postMessage(reply, moved)

const list = readBallotList(bytes)
const seed = seedOf(list.hash, sourceBytes(kind, source))
let last = 0
const outcome = drawBallot(list, seed, (done) => {
  if (done - last < 0.01) return
  last = done
  send({ done })
})
const text = new TextEncoder().encode(ballotOutcomeText(list, seed, outcome))
send({
  listHash: list.hash,
  seed,
  ids: list.ids,
  fate: outcome.fate,
  segment: outcome.segment,
  code: outcome.code,
  text,
})
