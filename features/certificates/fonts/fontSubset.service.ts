import { Worker } from 'node:worker_threads'
import { onceAtATime } from '#db/sharing/batch.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { SubsetRequest, SubsetReply } from './fontSubset.worker.ts'
import { nameOfSlice } from './fonts.rules.ts'

/** Returns the path of a whole font. Only the server reads this file, because nobody may download a whole font. */
export const fontFile = ({ raceid, hash }: { raceid: number; hash: string }): string =>
  `private/fonts/${raceid}/${hash}.bin`
const sliceFile = ({ raceid, hash }: { raceid: number; hash: string }, slice: { from: number }): string =>
  `private/fonts/${raceid}/${hash}.${nameOfSlice(slice)}.ttf`

/**
 * Makes a font with these characters only, or returns undefined if that is not possible. The font always has a
 * space, because a font without any character is invalid.
 */
export const subsetFont = (font: Uint8Array, ranges: SubsetRequest['ranges']): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./fontSubset.worker.ts', import.meta.url), {
      workerData: { font, ranges: [[0x20, 0x20], ...ranges] } satisfies SubsetRequest,
    })
    worker.once('message', (reply: SubsetReply) =>
      resolve('font' in reply ? Buffer.from(reply.font.buffer) : undefined),
    )
    worker.once('error', reject)
    worker.once('exit', () => resolve(undefined))
  })

/** The making of slices. Callers who want the same slice share the work. At most two slices are made at a time. */
const once = onceAtATime<Buffer | undefined>()
let turn: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()]
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn[0]!.then(work)
  turn = [turn[1]!, done.catch(() => undefined)]
  return done
}

/**
 * Returns a slice of a font. The server makes each slice once and keeps it. Undefined if the font is gone or the slice
 * cannot be made.
 */
export const sliceFont = async (
  { integrations }: Pick<Parts, 'integrations'>,
  key: { raceid: number; hash: string },
  slice: { from: number; to: number },
): Promise<Buffer | undefined> => {
  const name = sliceFile(key, slice)
  const kept = await integrations.files.read(name)
  if (kept) return kept
  return once(name, () =>
    inTurn(async () => {
      const font = await integrations.files.read(fontFile(key))
      const part = font && (await subsetFont(font, [[slice.from, slice.to]]))
      if (part) await integrations.files.write(name, part)
      return part
    }),
  )
}
