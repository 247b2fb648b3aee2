import type { Tx } from '#db/db.ts'
import type { GoneFile, Personal } from '#seam/server/personal.ts'
import type { Parts } from '#seam/server/handle.ts'
import {
  adoptFiles,
  countedFiles,
  listHeldFiles,
  takeAvatar,
  takeFile,
  takeFilesOfAccount,
  takePrivateFiles,
  takePublicFile,
} from './personal.store.ts'
import { FEED_PICTURE, copiesOf, partsOfPath } from './rules.ts'
import { readKept, readPrivateFile } from './service.ts'

/** Removes a file's bytes. For a public picture it also removes the smaller copies. */
export const removeBytes = async (
  { integrations }: Pick<Parts, 'integrations'>,
  { raceid, hash, ext, private: sealed }: GoneFile,
): Promise<void> => {
  for (const name of sealed
    ? [`private/${raceid}/${hash}`]
    : [`${raceid}/${hash}.${ext}`, ...copiesOf({ raceid, hash, ext })])
    await integrations.files.remove(name)
}

/**
 * Removes public pictures of the live feed, within the caller's transaction. If another room also keeps a picture, the
 * row of this picture has another `name`, and the picture stays.
 */
export const dropFeedPictures = async (
  parts: Pick<Parts, 'integrations'>,
  tx: Tx,
  paths: readonly string[],
): Promise<void> => {
  for (const path of paths) {
    const found = partsOfPath(path)
    if (!found || found.private) continue
    for (const gone of await takePublicFile(tx, found.raceid, found.hash, FEED_PICTURE)) await removeBytes(parts, gone)
  }
}

/** Returns the hash of the private file that proves a qualifying time, or undefined if there is none. */
const proofOf = (qualifying: unknown): string | undefined =>
  /^\/private\/\d+\/([0-9a-f]{32})\./.exec(String((qualifying as { proof?: string } | null)?.proof ?? ''))?.[1]

export const personal: Personal = {
  tables: ['files'],
  merge: { tables: ['files'], adopt: adoptFiles },
  counted: { files: countedFiles },
  copy: {
    ofAccount: async ({ db }, { uid }) => ({
      files: (await listHeldFiles(db, uid)).map(({ raceid, name, created_at, private: sealed, hash, ext }) => ({
        raceid,
        name,
        created_at,
        private: sealed,
        file: `files/${hash}.${ext}`,
      })),
    }),
    files: async (working, uid) => {
      const found = []
      for (const file of await listHeldFiles(working.db, uid)) {
        const bytes = file.private
          ? await readPrivateFile(working, file)
          : await readKept(working, `/files/${file.raceid}/${file.hash}.${file.ext}`)
        if (bytes) found.push({ name: `files/${file.hash}.${file.ext}`, bytes })
      }
      return found
    },
  },
  erase: {
    registration: async (tx, { raceid, uid, qualifying }) => {
      const proof = proofOf(qualifying)
      return proof === undefined ? [] : takeFile(tx, raceid, proof, uid)
    },
    account: async (tx, uid) => [...(await takeAvatar(tx, uid)), ...(await takeFilesOfAccount(tx, uid))],
  },
  retention: {
    files: async (working, raceid, of) => {
      if (of !== 'proofs') return
      for (;;) {
        const gone = await working.db.transaction().execute((tx) => takePrivateFiles(tx, raceid, 200))
        for (const file of gone) await removeBytes(working, file)
        if (gone.length < 200) return
      }
    },
  },
}
