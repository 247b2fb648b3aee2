import { banIndex } from '#features/bans/service.ts'
import { insertBan } from '#features/bans/store.ts'
import { checkCharacter, checkDocument, maskIdnum } from '#features/people/rules.ts'
import type { Parts } from '#seam/server/handle.ts'

const digits = '33999919880808801'

/** Bans one invented runner from race 2026, so that the list of the console shows something. */
export const seedBans = async (parts: Parts, now: Date): Promise<void> => {
  const idnum = digits + checkCharacter(digits)
  const verdict = checkDocument({ idtype: 'idcard', idnum }, now)
  if (!verdict.ok) throw new Error(`The demo document is not valid: ${verdict.why}`)
  await parts.seal.prepare('people')
  await parts.db.transaction().execute(async (tx) => {
    await insertBan(
      tx,
      {
        raceid: 2026,
        source: 'federation',
        everywhere: false,
        document_ix: banIndex(parts.seal, verdict.document.identity),
        idnum_mask: maskIdnum(idnum),
        name: '邓替跑',
        reason: '替跑',
        from_day: '2026-01-01',
        until_day: null,
      },
      null,
      now,
    )
  })
}
