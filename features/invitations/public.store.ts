import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { readableAs } from '#db/readable.ts'
import type { CodeSource, HeldPlaces } from './ledger/rules.ts'

/** The taken places of a race, counted by the facts that decide their source. */
export const placesHeld = needed<(db: Db, raceid: number) => Promise<HeldPlaces[]>>('held places by source')
/** The source of each code, for the room that counts places. */
export const invitationSources = readableAs<{ raceid: number; id: number; source: CodeSource }>(
  '(select raceid, id, source from invitations)',
)

export type UseRow = {
  id: number
  name: string
  e_name: string
  e_names: unknown
  price: number
  pay_at: Date | null
  created_at: Date
  live: boolean
}
/** The registrations that used an invitation, the newest first. */
export const usesListed =
  needed<(db: Db, raceid: number, inviteid: number, before: number | undefined, limit: number) => Promise<UseRow[]>>(
    'uses of invitations',
  )
