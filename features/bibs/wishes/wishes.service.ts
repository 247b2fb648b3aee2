import type { Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { openText } from '#features/registrations/signup/sealing.service.ts'
import { listWishes } from '#features/registrations/wishes.public.store.ts'
import { type BibWish, wishOf } from './wishes.rules.ts'

/** Reads what the runners of these events wish for, by registration. The caller has prepared the race's key. */
export const wishesIn = async (
  tx: Tx,
  seal: Seal,
  raceid: number,
  eventids: readonly number[],
): Promise<Map<number, BibWish>> => {
  const rows = await listWishes(tx, raceid, eventids)
  return new Map(
    rows.flatMap((row) => {
      const wish = wishOf(row.bib_wish, { birth: openText(seal, row, 'birth'), mobile: openText(seal, row, 'mobile') })
      return wish ? [[row.id, wish] as const] : []
    }),
  )
}
