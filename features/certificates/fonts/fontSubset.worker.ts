import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

/** The request to the thread that makes subsets of a font. The thread uses HarfBuzz compiled to WebAssembly. */

export type SubsetRequest = { font: Uint8Array; ranges: readonly (readonly [from: number, to: number])[] }
export type SubsetReply = { font: Uint8Array<ArrayBuffer> } | { failed: string }

type HarfBuzz = Record<
  | 'malloc'
  | 'hb_blob_create'
  | 'hb_face_create'
  | 'hb_subset_input_create_or_fail'
  | 'hb_subset_input_unicode_set'
  | 'hb_set_add'
  | 'hb_subset_or_fail'
  | 'hb_face_reference_blob'
  | 'hb_blob_get_data'
  | 'hb_blob_get_length',
  (...given: number[]) => number
> & { memory: WebAssembly.Memory; _initialize: () => void }

const subset = ({ font, ranges }: SubsetRequest): Uint8Array<ArrayBuffer> => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  // A thread makes one subset and then ends, so its memory needs no clean-up.
  const harfbuzz = new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports as unknown as HarfBuzz
  harfbuzz._initialize()
  const at = harfbuzz.malloc(font.length)
  new Uint8Array(harfbuzz.memory.buffer).set(font, at)
  const face = harfbuzz.hb_face_create(harfbuzz.hb_blob_create(at, font.length, 2, 0, 0), 0)
  const input = harfbuzz.hb_subset_input_create_or_fail()
  const characters = harfbuzz.hb_subset_input_unicode_set(input)
  for (const [from, to] of ranges)
    for (let character = from; character <= to; character++) harfbuzz.hb_set_add(characters, character)
  const made = harfbuzz.hb_subset_or_fail(face, input)
  if (made === 0) throw new Error('The font can not be taken apart')
  const blob = harfbuzz.hb_face_reference_blob(made)
  const from = harfbuzz.hb_blob_get_data(blob, 0)
  const length = harfbuzz.hb_blob_get_length(blob)
  if (length === 0) throw new Error('Nothing is left of the font')
  return new Uint8Array(new Uint8Array(harfbuzz.memory.buffer, from, length))
}

const port = parentPort!
try {
  const font = subset(workerData as SubsetRequest)
  port.postMessage({ font } satisfies SubsetReply, [font.buffer])
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies SubsetReply)
}
