import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { KeptFile } from './contract.ts'
import { type WhyNotKept, reencode } from './encoding.service.ts'
import { copiesOf, partsOfPath, readPath } from './rules.ts'
import { type FileRow, findFile, findPrivateFile, saveFile } from './store.ts'

/**
 * Keeps a re-encoded picture of a race. The bytes are written before the row that names them. A picture that is
 * uploaded twice has one row.
 */
export const keepFile = async (
  { db, integrations, clock }: Pick<Parts, 'db' | 'integrations' | 'clock'>,
  given: { raceid: number; bytes: Uint8Array; name: string; staffid?: number | null; uid?: number | null },
): Promise<KeptFile | WhyNotKept> => {
  const encoded = await reencode(given.bytes)
  if (typeof encoded === 'string') return encoded
  const { bytes, hash, ext, width, height } = encoded
  await integrations.files.write(`${given.raceid}/${hash}.${ext}`, bytes)
  await saveFile(db, {
    raceid: given.raceid,
    hash,
    ext,
    width,
    height,
    bytes: bytes.length,
    name: given.name.slice(0, 200),
    staffid: given.staffid ?? null,
    uid: given.uid ?? null,
    created_at: clock(),
  })
  return { path: `/files/${given.raceid}/${hash}.${ext}`, width, height, bytes: bytes.length }
}

/** Reads the bytes of a picture by its path, for drawing on the server. */
export const readKept = async (
  { integrations }: Pick<Parts, 'integrations'>,
  path: string,
): Promise<Buffer | undefined> => {
  const [, files, raceid, name] = path.split('/')
  const found = (files === 'files' || files === 'shots') && raceid && name ? readPath(raceid, name) : undefined
  return found && integrations.files.read(`${found.raceid}/${found.hash}.${found.ext}`)
}

type Named = { raceid: number; hash: string; ext: string }
const withdrawnAt = ({ raceid, hash, ext }: Named) => `withdrawn/${raceid}/${hash}.${ext}`
/** Stops serving a public picture and its copies. Staff can still see the picture. A second call does no harm. */
export const withdrawFile = async (
  { integrations: { files } }: Pick<Parts, 'integrations'>,
  named: Named,
): Promise<void> => {
  const public_ = `${named.raceid}/${named.hash}.${named.ext}`
  const bytes = await files.read(public_)
  if (bytes) await files.write(withdrawnAt(named), bytes)
  for (const name of [public_, ...copiesOf(named)]) await files.remove(name)
}
export const restoreFile = async (
  { integrations: { files } }: Pick<Parts, 'integrations'>,
  named: Named,
): Promise<void> => {
  const bytes = await files.read(withdrawnAt(named))
  if (!bytes) return
  await files.write(`${named.raceid}/${named.hash}.${named.ext}`, bytes)
  await files.remove(withdrawnAt(named))
}
/** Reads the bytes of a picture that is withdrawn, or soon will be. */
export const readWithdrawn = async (
  { integrations: { files } }: Pick<Parts, 'integrations'>,
  named: Named,
): Promise<Buffer | undefined> =>
  (await files.read(withdrawnAt(named))) ?? files.read(`${named.raceid}/${named.hash}.${named.ext}`)

const sealedField = 'private file'
const sealedAt = (raceid: number, name: string) => `private/${raceid}/${name}`

/** Keeps a runner's private picture, sealed and under a name that nobody can guess. */
export const keepPrivateFile = async (
  { db, seal, integrations }: Pick<Parts, 'db' | 'seal' | 'integrations'>,
  given: { raceid: number; uid: number; bytes: Uint8Array; name: string },
  now: Date,
): Promise<KeptFile | WhyNotKept> => {
  const encoded = await reencode(given.bytes)
  if (typeof encoded === 'string') return encoded
  const { bytes, ext, width, height } = encoded
  const hash = randomBytes(16).toString('hex')
  await seal.prepare(raceScope(given.raceid))
  await integrations.files.write(
    sealedAt(given.raceid, hash),
    seal.seal(raceScope(given.raceid), sealedField, bytes.toString('base64')),
  )
  await saveFile(db, {
    raceid: given.raceid,
    hash,
    ext,
    width,
    height,
    bytes: bytes.length,
    name: given.name.slice(0, 200),
    staffid: null,
    uid: given.uid,
    private: true,
    created_at: now,
  })
  return { path: `/private/${given.raceid}/${hash}.${ext}`, width, height, bytes: bytes.length }
}

/** Finds the row of a private file by its path. The caller checks who may see the file. */
export const privateFileOf = async (db: Db | Tx, path: string): Promise<FileRow | undefined> => {
  const parts = partsOfPath(path)
  const row = parts?.private ? await findPrivateFile(db, parts.raceid, parts.hash) : undefined
  return row?.ext === parts?.ext ? row : undefined
}
/** Finds the row of a private file by its hash. The caller checks who may see the file. */
export const privateFileOfHash = (db: Db | Tx, raceid: number, hash: string): Promise<FileRow | undefined> =>
  findPrivateFile(db, raceid, hash)
/** Tells whether a path names a private file that this account uploaded for the race. */
export const ownsFile = async (db: Db | Tx, raceid: number, path: string, uid: number): Promise<boolean> => {
  const row = await privateFileOf(db, path)
  return row !== undefined && row.raceid === raceid && row.uid === uid
}
/**
 * Removes the row of an account's private file, and returns it. The bytes are removed after the transaction has
 * committed.
 */
export { takeFile as takePrivateFile } from './personal.store.ts'
/** Tells whether a path names a kept public picture of the race. */
export const isKept = async (db: Db | Tx, raceid: number, path: string): Promise<boolean> => {
  const parts = partsOfPath(path)
  return (
    parts !== undefined &&
    !parts.private &&
    parts.raceid === raceid &&
    (await findFile(db, raceid, parts.hash))?.ext === parts.ext
  )
}
/** Reads and opens the bytes of a private file. */
export const readPrivateFile = async (
  { seal, integrations }: Pick<Parts, 'seal' | 'integrations'>,
  row: Pick<FileRow, 'raceid' | 'hash'>,
): Promise<Buffer | undefined> => {
  const sealed = await integrations.files.read(sealedAt(row.raceid, row.hash))
  if (!sealed) return undefined
  await seal.prepare(raceScope(row.raceid))
  return Buffer.from(seal.open(raceScope(row.raceid), sealedField, sealed), 'base64')
}
