import { raceScope } from '#db/sealing/seal.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { ScheduledFileRow } from './schedules.store.ts'

/** The label under which a piece of a file is sealed. */
const SEALED_AS = 'scheduled file'
const PIECE_BYTES = 1024 * 1024

type Files = Parts['integrations']['files']
type Key = { raceid: number; id: number; day: string }
const pieceName = ({ raceid, id, day }: Key, n: number): string => `private/scheduled/${raceid}/${id}-${day}.${n}`

/**
 * Writes a file in sealed pieces. The memory holds only one piece of the file and the part that arrived last, and the
 * disk never holds an unsealed part of the file.
 */
export const writePieces = async (
  { seal, integrations: { files } }: Pick<Parts, 'seal' | 'integrations'>,
  key: Key,
  content: AsyncIterable<Buffer>,
): Promise<{ bytes: number; pieces: number }> => {
  let [bytes, pieces, held] = [0, 0, Buffer.alloc(0)]
  const write = async (piece: Buffer): Promise<void> => {
    const name = pieceName(key, pieces++)
    // A job that was killed may have left other bytes under this name.
    await files.remove(name)
    await files.write(name, seal.seal(raceScope(key.raceid), SEALED_AS, piece.toString('base64')))
  }
  for await (const chunk of content) {
    bytes += chunk.length
    held = Buffer.concat([held, chunk])
    for (; held.length >= PIECE_BYTES; held = held.subarray(PIECE_BYTES)) await write(held.subarray(0, PIECE_BYTES))
  }
  if (held.length > 0) await write(held)
  return { bytes, pieces }
}

/** Reads the bytes of a kept file, piece by piece. */
export async function* readPieces(
  { seal, integrations: { files } }: Pick<Parts, 'seal' | 'integrations'>,
  { raceid, scheduleid: id, day, pieces }: ScheduledFileRow,
): AsyncGenerator<Buffer> {
  for (let n = 0; n < pieces; n++) {
    const sealed = await files.read(pieceName({ raceid, id, day }, n))
    if (!sealed) throw new Error(`Piece ${n} of a scheduled file is missing`)
    yield Buffer.from(seal.open(raceScope(raceid), SEALED_AS, sealed), 'base64')
  }
}

/** Removes the pieces of a file. If a killed job left more pieces under this key, these go too. */
export const dropPieces = async (files: Files, key: Key, pieces = 0): Promise<void> => {
  for (let n = 0; n < pieces || (await files.read(pieceName(key, n))) !== undefined; n++)
    await files.remove(pieceName(key, n))
}
