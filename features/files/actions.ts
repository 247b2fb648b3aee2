import type { Parts } from '#server/answer.ts'
import type { KeptFile } from './contract.ts'
import { type WhyNotKept, reencode } from './encoding.ts'
import { readPath } from './rules.ts'
import { saveFile } from './store.ts'

export type { WhyNotKept }

/** Keeps a picture of a race, re-encoded. The bytes are there before the row that names them; the same picture twice is one. */
export const keepFile = async (
  { db, outside, clock }: Pick<Parts, 'db' | 'outside' | 'clock'>,
  given: { raceid: number; bytes: Uint8Array; name: string; staffid?: number | null },
): Promise<KeptFile | WhyNotKept> => {
  const encoded = await reencode(given.bytes)
  if (typeof encoded === 'string') return encoded
  const { bytes, hash, ext, width, height } = encoded
  await outside.files.write(`${given.raceid}/${hash}.${ext}`, bytes)
  await saveFile(db, { raceid: given.raceid, hash, ext, width, height, bytes: bytes.length, name: given.name.slice(0, 200), staffid: given.staffid ?? null, created_at: clock() })
  return { path: `/files/${given.raceid}/${hash}.${ext}`, width, height, bytes: bytes.length }
}

/** The bytes of a picture by its path, for what is drawn on the server; undefined where there is none. */
export const readKept = async ({ outside }: Pick<Parts, 'outside'>, path: string): Promise<Buffer | undefined> => {
  const [, files, raceid, name] = path.split('/')
  const found = files === 'files' && raceid && name ? readPath(raceid, name) : undefined
  return found && outside.files.read(`${found.raceid}/${found.hash}.${found.ext}`)
}
