import { createHash } from 'node:crypto'
import { type Db, jsonb } from '#db/db.ts'
import type { LineProblem } from './lines.rules.ts'

const PROBLEMS_KEPT = 2000

/** Records that a file of reads was imported, by its hash, with the faults of its lines. */
export const insertTimingFile = async (
  db: Db,
  file: {
    raceid: number
    deviceid: number
    filename: string
    bytes: Uint8Array
    counts: object
    problems: readonly LineProblem[]
    staffid: number | null
    now: Date
  },
): Promise<void> => {
  const { raceid, deviceid, staffid } = file
  await db
    .insertInto('timing_files')
    .values({
      raceid,
      deviceid,
      filename: file.filename.slice(0, 200),
      sha256: createHash('sha256').update(file.bytes).digest(),
      counts: jsonb(file.counts),
      problems: jsonb(file.problems.slice(0, PROBLEMS_KEPT)),
      staffid,
      created_at: file.now,
    })
    .execute()
}
