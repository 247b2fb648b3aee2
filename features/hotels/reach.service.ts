import type { Db, Tx } from '#db/db.ts'
import { type Who, hasRight } from '#seam/server/handle.ts'
import { hotelsOfClerk } from './settings.store.ts'

/** Returns the hotels whose bookings this member of staff may see. Null means all hotels of the race. */
export const hotelsOfStaff = async (on: Db | Tx, raceid: number, who: Who): Promise<number[] | null> =>
  hasRight(who, 'hotels.manage', raceid) ? null : hotelsOfClerk(on, raceid, who.staffid!)
