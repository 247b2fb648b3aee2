import { type Db, named } from '#db/db.ts'
import { appointmentRows, slotRows } from '#features/appointments/public.store.ts'
import { packageRows } from '#features/checkin/public.store.ts'
import { disruptionRows } from '#features/disruptions/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import { raceRows } from '#features/races/public.store.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'

/**
 * Returns the condition that an event takes place at the time that the race says. A cancelled event does not take
 * place, nor does a postponed event without a new start.
 */
const takesPlace = (e: string): string => `${e}.stopped_at is null and not exists (
  select from ${disruptionRows.text} d where d.raceid = ${e}.raceid and d.state = 'open' and d.kind = 'postpone'
    and d.new_start is null and ${e}.id = any(d.eventids))`

type Runners = { raceid: number; uids: readonly number[]; from: Date; until: Date }
export type DueStart = { id: number; at: Date; bib: string | null }
/** Lists the entries of these accounts whose event starts in a span of time. */
export const listStarts = (db: Db, { raceid, uids, from, until }: Runners): Promise<DueStart[]> =>
  named<DueStart>(
    db,
    'reminders: starts',
    `select r.id, coalesce(e.start_at, race.time) as at, coalesce(r.prefix_bib, '') || r.bib as bib
     from ${registrationRows.text} r
     join ${eventRows.text} e on e.raceid = r.raceid and e.id = r.eventid
     join ${raceRows.text} race on race.id = r.raceid
     where r.raceid = $1 and r.uid = any($2::bigint[]) and ${entered('r')} and ${takesPlace('e')}
       and coalesce(e.start_at, race.time) > $3 and coalesce(e.start_at, race.time) <= $4
     order by r.id`,
    [raceid, uids, from, until],
  )

export type DuePickup = { id: number; at: Date; place: Record<string, string> }
/**
 * Lists the entries of these accounts whose pick-up is in a span of time. The booked pick-up counts, or else the first
 * hour in which race packs are handed out.
 */
export const listPickups = (db: Db, { raceid, uids, from, until }: Runners): Promise<DuePickup[]> =>
  named<DuePickup>(
    db,
    'reminders: pickups',
    `select * from (
       select r.id, coalesce(s.starts_at, p.from_at) as at, coalesce(s.place, p.place) as place
       from ${registrationRows.text} r
       join ${eventRows.text} e on e.raceid = r.raceid and e.id = r.eventid
       left join ${appointmentRows.text} a on a.raceid = r.raceid and a.registrationid = r.id
         and a.service = 'pickup' and a.state = 'booked'
       left join ${slotRows.text} s on s.raceid = a.raceid and s.id = a.slotid
       left join lateral (
         select from_at, place from ${packageRows.text} k
         where k.raceid = r.raceid and k.eventid in (0, r.eventid) and k.from_at is not null
         order by k.eventid desc, k.from_at, k.id limit 1) p on true
       where r.raceid = $1 and r.uid = any($2::bigint[]) and ${entered('r')} and ${takesPlace('e')}) due
     where at > $3 and at <= $4 order by id`,
    [raceid, uids, from, until],
  )

export type DueResult = { id: number; ms: number }
/** Lists the entries of these accounts whose runner has finished, according to the published results. */
export const listOut = (db: Db, { raceid, uids, until }: Pick<Runners, 'raceid' | 'uids' | 'until'>) =>
  named<DueResult>(
    db,
    'reminders: results',
    `select r.id, case when s.clock = 'net' then coalesce(t.net_ms, t.gun_ms) else coalesce(t.gun_ms, t.net_ms) end as ms
     from ${registrationRows.text} r
     join ${resultRows.text} t on t.raceid = r.raceid and t.registrationid = r.id
     join ${sheetRows.text} s on s.raceid = t.raceid and s.eventid = t.eventid
     where r.raceid = $1 and r.uid = any($2::bigint[]) and s.published_at <= $3 and t.outcome = 'finished'
       and coalesce(t.net_ms, t.gun_ms) is not null
     order by r.id`,
    [raceid, uids, until],
  )
