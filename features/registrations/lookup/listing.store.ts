import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type ListedState, listedStates } from '../changes/changes.contract.ts'
import { type ViewRow, viewOf } from '../store.ts'

export type RegistrationFilter = {
  raceid: number
  eventid?: number | undefined
  state?: ListedState | undefined
  paid?: '0' | '1' | '2' | undefined
  /** The beginning of a name, and the blind indexes under which a number typed may be found. */
  q: string
  /** Whom it means where it is a bib. */
  worn: readonly number[]
  numbers: readonly Buffer[]
  mobile: Buffer
  before?: number | undefined
  limit: number
}

/** Newest first; `before` is the last id seen. Sealed columns are found by their blind indexes alone. */
export const listWanted = (
  db: Db,
  { raceid, eventid, state, paid, q, worn, numbers, mobile, before, limit }: RegistrationFilter,
): Promise<ViewRow[]> => {
  let query = viewOf(db).where('r.raceid', '=', raceid).orderBy('r.id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('r.id', '<', before)
  if (eventid !== undefined) query = query.where('r.eventid', '=', eventid)
  if (state === 'deleted') query = query.where('r.deleted_at', 'is not', null)
  else {
    query = query.where('r.deleted_at', 'is', null)
    query = state === 'closed' ? query.where('r.closed_at', 'is not', null) : query.where('r.closed_at', 'is', null)
    if (state && state !== 'closed') query = query.where('r.state', '=', state)
  }
  if (paid === '2') query = query.where('r.refundid', '<>', 0)
  if (paid === '1') query = query.where('r.refundid', '=', 0).where('r.pay_at', 'is not', null)
  if (paid === '0') query = query.where('r.refundid', '=', 0).where('r.pay_at', 'is', null)
  if (q !== '') {
    const beginning = `${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    query = query.where((eb) =>
      eb.or([
        eb('r.name', 'ilike', beginning),
        ...(worn.length > 0 ? [eb('r.id', 'in', worn)] : []),
        eb('r.mobile_ix', '=', mobile),
        ...(numbers.length > 0 ? [eb('r.idnum_ix', 'in', numbers)] : []),
      ]),
    )
  }
  return query.execute()
}

type Counts = Partial<Record<ListedState, number>>
/** How many of a race, or of one event, are in each state, and how many of these have paid. */
export const countByState = async (
  db: Db,
  raceid: number,
  eventid?: number,
): Promise<{ counts: Counts; counts_paid: Counts }> => {
  const { rows } = await sql<{ state: string; count: number; paid: number }>`
    select case when deleted_at is not null then 'deleted' when closed_at is not null then 'closed' else state
      end as state, count(*)::integer as count,
      count(*) filter (where pay_at is not null and refundid = 0)::integer as paid
    from registrations where raceid = ${raceid} and (${eventid ?? null}::integer is null
      or eventid = ${eventid ?? null}::integer) group by 1`.execute(db)
  const known = rows.filter(({ state }) => listedStates.some((one) => one === state))
  return {
    counts: Object.fromEntries(known.map(({ state, count }) => [state, count])),
    counts_paid: Object.fromEntries(known.map(({ state, paid }) => [state, paid])),
  }
}
