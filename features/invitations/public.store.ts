import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'

/** A registration that used an invitation. */
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
