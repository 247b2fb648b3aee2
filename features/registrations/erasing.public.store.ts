import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'

export type Erasable = {
  id: number
  eventid: number
  state: string
  refundid: number
  deleted_at: Date | null
  closed_at: Date | null
  erased_at: Date | null
  document_ix: Buffer
  idnum_ix: Buffer
  bib: string | null
  prefix_bib: string | null
  orderid: number | null
  uid: number
  qualifying: unknown
}
export const lockErasable = (tx: Tx, raceid: number, id: number): Promise<Erasable | undefined> =>
  tx
    .selectFrom('registrations')
    .select([
      'id',
      'eventid',
      'state',
      'refundid',
      'deleted_at',
      'closed_at',
      'erased_at',
      'document_ix',
      'idnum_ix',
      'bib',
      'prefix_bib',
      'orderid',
      'uid',
      'qualifying',
    ])
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const registrationsOfAccount = (tx: Tx, uid: number): Promise<{ raceid: number; id: number }[]> =>
  tx
    .selectFrom('registrations')
    .select(['raceid', 'id'])
    .where('uid', '=', uid)
    .where('erased_at', 'is', null)
    .orderBy('raceid')
    .orderBy('id')
    .execute()

/**
 * Finds the last id of the next batch of a race: at most `limit` registrations after the id `after`. Undefined if no
 * registration follows.
 */
export const lastIdOfBatch = async (
  tx: Tx,
  raceid: number,
  after: number,
  limit: number,
): Promise<number | undefined> =>
  (
    await sql<{ upto: number | null }>`select max(id) as upto
      from (select id from registrations where raceid = ${raceid} and id > ${after} order by id limit ${limit}) s`.execute(
      tx,
    )
  ).rows[0]?.upto ?? undefined
export const countErased = async (db: Db, raceid: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from registrations where raceid = ${raceid} and erased_at is not null`.execute(db)
  ).rows[0]!.n

export type TextRow = {
  hash: string
  name: string
  version: string
  lang: string
  title: string
  body: string
  created_at: Date
}
export const listTexts = (db: Db | Tx, raceid: number, hashes: readonly string[]): Promise<TextRow[]> =>
  named<TextRow>(
    db,
    'texts by hash',
    `select hash, name, version, lang, title, body, created_at
      from consent_texts
      where raceid = $1 and hash = any($2::text[])`,
    [raceid, hashes],
  )

/** Saves the present state of one consent. features/privacy keeps its history. */
export const saveConsent = async (
  tx: Tx,
  at: { raceid: number; id: number },
  name: string,
  consent: object,
  now: Date,
): Promise<void> => {
  await sql`update registrations
    set consents = consents || jsonb_build_object(${name}::text, ${JSON.stringify(consent)}::jsonb), updated_at = ${now}
    where raceid = ${at.raceid} and id = ${at.id}`.execute(tx)
}
export const saveFollowWish = async (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  no_follow: boolean,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'follow wish of registrations',
    `update registrations set no_follow = $3, updated_at = $4 where raceid = $1 and id = any($2::bigint[])`,
    [raceid, ids, no_follow, now],
  )
}
export const saveWishOfRegistrations = async (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  { hide_name, hide_age }: { hide_name: boolean; hide_age: boolean },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'wish of registrations',
    `update registrations
      set hide_name = $3, hide_age = $4, updated_at = $5
      where raceid = $1 and id = any($2::bigint[])`,
    [raceid, ids, hide_name, hide_age, now],
  )
}
