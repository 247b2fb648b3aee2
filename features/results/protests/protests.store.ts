import { type Db, type Tx, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { ResultOutcome } from '../rules.ts'
import type { ProtestState } from './protests.rules.ts'

/** Counts the open protests of an event, or (null) of the whole race. */
export const countOpenProtests = async (on: Db | Tx, raceid: number, eventid: number | null): Promise<number> =>
  Number(
    (
      await named<{ count: number }>(
        on,
        'protests: how many are open',
        `select count(*) as count from result_protests
          where raceid = $1 and ($2::integer is null or eventid = $2) and state = 'open'`,
        [raceid, eventid],
      )
    )[0]!.count,
  )

export type Protest = {
  raceid: number
  id: number
  eventid: number
  resultid: number
  bib: string
  registrationid: number | null
  uid: number | null
  filed_by: number | null
  content: string
  pictures: string[]
  state: ProtestState
  decision: string | null
  decided_by: number | null
  created_at: Date
  decided_at: Date | null
}
const columns =
  'p.raceid, p.id, p.eventid, p.resultid, p.bib, p.registrationid, p.uid, p.filed_by, p.content, p.pictures, p.state, p.decision, p.decided_by, p.created_at, p.decided_at'

export const listProtestsOf = (on: Db | Tx, raceid: number, resultid: number): Promise<Protest[]> =>
  named<Protest>(
    on,
    'protests: of a result',
    `select ${columns} from result_protests p where p.raceid = $1 and p.resultid = $2 order by p.id desc limit 50`,
    [raceid, resultid],
  )

export type ProtestRow = Protest & {
  e_name: string
  e_names: unknown
  /** The key that opens the result's page. */ key: string | null
  name: string | null
  outcome: ResultOutcome | null
  gun_ms: number | null
  net_ms: number | null
  inputs_version: string | null
}
const withResult = `${columns}, e.name as e_name, e.names as e_names, r._key as key, r.name, r.outcome, r.gun_ms, r.net_ms,
    t.version as inputs_version
  from result_protests p
  join ${eventRows.text} e on e.raceid = p.raceid and e.id = p.eventid
  left join results r on r.raceid = p.raceid and r.id = p.resultid
  left join ranking_inputs t on t.raceid = p.raceid and t.eventid = p.eventid`
/** Lists protests: open protests with the oldest first, decided protests with the newest first. */
export const listProtests = (
  db: Db,
  raceid: number,
  eventid: number | null,
  decided: boolean,
  after: number | null,
  limit: number,
): Promise<ProtestRow[]> =>
  decided
    ? named<ProtestRow>(
        db,
        'protests: decided',
        `select ${withResult}
          where p.raceid = $1 and ($2::integer is null or p.eventid = $2) and p.state <> 'open'
            and ($3::bigint is null or p.id < $3)
          order by p.id desc
          limit $4`,
        [raceid, eventid, after, limit],
      )
    : named<ProtestRow>(
        db,
        'protests: open',
        `select ${withResult}
          where p.raceid = $1 and ($2::integer is null or p.eventid = $2) and p.state = 'open'
            and ($3::bigint is null or p.id > $3)
          order by p.id
          limit $4`,
        [raceid, eventid, after, limit],
      )
export const lockProtest = async (tx: Tx, raceid: number, id: number): Promise<ProtestRow | undefined> =>
  (
    await named<ProtestRow>(
      tx,
      'protests: one',
      `select ${withResult} where p.raceid = $1 and p.id = $2 for update of p`,
      [raceid, id],
    )
  )[0]

/** Files a protest; undefined if the result already has an open protest. */
export const insertProtest = async (
  tx: Tx,
  row: Pick<Protest, 'raceid' | 'eventid' | 'resultid' | 'bib' | 'registrationid' | 'uid' | 'filed_by' | 'content'> & {
    pictures: readonly string[]
    created_at: Date
  },
): Promise<number | undefined> =>
  (
    await tx
      .insertInto('result_protests')
      .values({ ...row, pictures: [...row.pictures] })
      .onConflict((on) => on.columns(['raceid', 'resultid']).where('state', '=', 'open').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const saveDecision = async (
  tx: Tx,
  raceid: number,
  id: number,
  decided: Pick<Protest, 'state' | 'decision' | 'decided_by' | 'decided_at'>,
): Promise<void> => {
  await tx.updateTable('result_protests').set(decided).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export type ProtestedResult = {
  raceid: number
  id: number
  eventid: number
  bib: string
  registrationid: number | null
}
export const findResultOf = async (
  db: Db,
  raceid: number,
  eventid: number,
  bib: string,
): Promise<ProtestedResult | undefined> =>
  (
    await named<ProtestedResult>(
      db,
      'protests: result of a bib',
      'select raceid, id, eventid, bib, registrationid from results where raceid = $1 and eventid = $2 and bib = $3',
      [raceid, eventid, bib],
    )
  )[0]
