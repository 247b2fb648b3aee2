import { type Db, type Tx, named } from '#db/db.ts'
import { namePattern } from '#contract/names/han.ts'
import type { Merging } from '#contract/personal.ts'
import { raceRows } from '#features/races/public.store.ts'
import type { NameDecision, NameOutcome } from './rules.ts'

export type NameCheckRow = {
  raceid: number
  id: number
  document_ix: Buffer
  name_ix: Buffer
  uid: number | null
  name: string
  idnum_mask: string
  person: Buffer | null
  outcome: NameOutcome
  decision: NameDecision | null
  decide_reason: string | null
  decided_at: Date | null
  asked_at: Date
}
const columns =
  'raceid, id, document_ix, name_ix, uid, name, idnum_mask, person, outcome, decision, decide_reason, decided_at, asked_at'

export const findNameCheck = async (
  on: Db | Tx,
  raceid: number,
  document_ix: Buffer,
  name_ix: Buffer,
): Promise<NameCheckRow | undefined> =>
  (
    await named<NameCheckRow>(
      on,
      'find name check',
      `select ${columns} from name_checks where raceid = $1 and document_ix = $2 and name_ix = $3`,
      [raceid, document_ix, name_ix],
    )
  )[0]
type NameQuestion = Pick<
  NameCheckRow,
  'raceid' | 'document_ix' | 'name_ix' | 'uid' | 'name' | 'idnum_mask' | 'person' | 'outcome'
>
/** Keeps an answer. A decision of staff and an earlier answer stay. */
export const keepCheck = async (db: Db, row: NameQuestion, now: Date): Promise<void> => {
  await db
    .insertInto('name_checks')
    .values({ ...row, asked_at: now, created_at: now })
    .onConflict((on) =>
      on
        .columns(['raceid', 'document_ix', 'name_ix'])
        .doUpdateSet({ outcome: row.outcome, person: row.person, asked_at: now })
        .where('name_checks.outcome', '=', 'open'),
    )
    .execute()
}
export const listChecks = (
  db: Db,
  raceid: number,
  { q, decided, before, limit }: { q: string; decided: boolean; before: number | undefined; limit: number },
): Promise<NameCheckRow[]> =>
  named<NameCheckRow>(
    db,
    'list name checks',
    `select ${columns} from name_checks
      where raceid = $1 and (decision is not null) = $2::boolean and ($2::boolean or outcome <> 'match')
        and name ~* $3 and ($4::bigint is null or id < $4)
      order by id desc limit $5`,
    [raceid, decided, namePattern(q), before ?? null, limit],
  )
export const lockCheck = async (tx: Tx, raceid: number, id: number): Promise<NameCheckRow | undefined> =>
  (
    await named<NameCheckRow>(
      tx,
      'lock name check',
      `select ${columns} from name_checks where raceid = $1 and id = $2 for update`,
      [raceid, id],
    )
  )[0]
export const saveNameDecision = async (
  tx: Tx,
  raceid: number,
  id: number,
  { decision, reason, staffid }: { decision: NameDecision; reason: string; staffid: number | null },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('name_checks')
    .set({ decision, decide_reason: reason, decided_at: now, staffid, person: null })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/** Lists questions that the service has not answered, the longest wait first. */
export const listUnanswered = (db: Db, before: Date, limit: number): Promise<NameCheckRow[]> =>
  named<NameCheckRow>(
    db,
    'unanswered name checks',
    `select ${columns} from name_checks
      where outcome = 'open' and person is not null and asked_at < $1 order by asked_at limit $2`,
    [before, limit],
  )
export const answerCheck = async (
  db: Db,
  { raceid, id }: Pick<NameCheckRow, 'raceid' | 'id'>,
  outcome: NameOutcome,
  now: Date,
): Promise<void> => {
  await named(
    db,
    'answer name check',
    `update name_checks set outcome = $3, asked_at = $4, person = case when $3 = 'open' then person end
      where raceid = $1 and id = $2 and outcome = 'open'`,
    [raceid, id, outcome, now],
  )
}

export const adoptChecks = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await named(tx, 'adopt name checks', 'update name_checks set uid = $2 where uid = $1', [from, to])
}
export const forgetAccountChecks = async (tx: Tx, uid: number): Promise<void> => {
  await named(tx, 'forget name checks of account', 'delete from name_checks where uid = $1', [uid])
}
export const forgetDocument = async (tx: Tx, raceid: number, document_ix: Buffer): Promise<void> => {
  await named(tx, 'forget name checks', 'delete from name_checks where raceid = $1 and document_ix = $2', [
    raceid,
    document_ix,
  ])
}
export const removeOldChecks = async (db: Db, before: Date): Promise<void> => {
  await named(
    db,
    'remove old name checks',
    `delete from name_checks c using ${raceRows.text} g where g.id = c.raceid and g.time < $1`,
    [before],
  )
}
type HeldCheck = { raceid: number; name: string; idnum: string; outcome: string; asked_at: Date }
export const listHeldChecks = (db: Db, uid: number): Promise<HeldCheck[]> =>
  named<HeldCheck>(
    db,
    'name checks of account',
    `select raceid, name, idnum_mask as idnum, outcome, asked_at from name_checks where uid = $1
      order by asked_at desc limit 500`,
    [uid],
  )
