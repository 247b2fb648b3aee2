import { type Db, named } from '#db/db.ts'
import type { serviceWords } from './words.ts'
import type { StoryOf } from '#contract/story.ts'

type StoryRow = {
  service: keyof typeof serviceWords
  state: 'booked' | 'cancelled'
  created_at: Date
  updated_at: Date
  when: string
}
/** Lists appointments for a registration's timeline. `when` is the slot's beginning on the race's clock. */
export const listForStory = (db: Db, { raceid, id, zone }: StoryOf): Promise<StoryRow[]> =>
  named<StoryRow>(
    db,
    'appointments of registration',
    `select a.service, a.state, a.created_at, a.updated_at,
        to_char(s.starts_at at time zone $3, 'YYYY-MM-DD HH24:MI') as when
      from appointments a join appointment_slots s on s.raceid = a.raceid and s.id = a.slotid
      where a.raceid = $1 and a.registrationid = $2`,
    [raceid, id, zone],
  )
