import type { Db } from '#db/db.ts'
import { logLineOf } from './rules.ts'
import type { DrawRow } from './store.ts'
import { listLog } from './tries.store.ts'

const PAGE = 5000
/** Returns the log of all tries of a closed draw as text (docs/luckydraw.md, The log). */
export const logText = async (db: Db, draw: DrawRow): Promise<string> => {
  const parts = [`startline-luckydraw-log 1\n${draw.promise!.toString('hex')} ${draw.seed!.toString('hex')}\n`]
  for (let after = 0; ;) {
    const rows = await listLog(db, draw.raceid, draw.id, after, PAGE)
    if (rows.length === 0) return parts.join('')
    parts.push(rows.map(({ person, own, ...row }) => `${logLineOf(person, own, row)}\n`).join(''))
    after = rows.at(-1)!.n
  }
}
