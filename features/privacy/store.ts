import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { DataClass } from './rules.ts'

export type AccountRow = {
  uid: number
  mobile: Buffer | null
  mobile_mask: string | null
  created_at: Date
  hide_name: boolean
  hide_age: boolean
  sessions: number
  messages: number
  files: number
  invoices: number
  parcels: number
}
export const findHolder = async (db: Db, uid: number): Promise<AccountRow | undefined> =>
  (
    await named<AccountRow>(
      db,
      'holder of data',
      `select uid, mobile, mobile_mask, created_at, hide_name, hide_age,
        (select count(*)::integer from sessions s where s.uid = a.uid) as sessions,
        (select count(*)::integer from messages m where m.uid = a.uid) as messages,
        (select count(*)::integer from files f where f.uid = a.uid) as files,
        (select count(*)::integer from orders o join invoices i on i.raceid = o.raceid and i.orderid = o.id where o.uid = a.uid) as invoices,
        (select count(*)::integer from orders o join parcels p on p.orderid = o.id and p.raceid = o.raceid where o.uid = a.uid) as parcels
       from accounts a where uid = $1`,
      [uid],
    )
  )[0]

export type PersonRow = { _key: string; name: string; idnum_mask: string; mobile_mask: string; used_at: Date }
export const listPersons = (db: Db | Tx, uid: number): Promise<PersonRow[]> =>
  named<PersonRow>(
    db,
    'persons of holder',
    `select _key, name, idnum_mask, mobile_mask, used_at
      from people
      where uid = $1
      order by used_at desc, id desc
      limit 200`,
    [uid],
  )

export type Opening = { target: string; at: Date; what: string; staffid: number | null; roles: string[] }
/** When staff opened something of these, newest first, with the roles that they hold for the race. */
export const listOpenings = (
  db: Db,
  raceid: number,
  targets: readonly string[],
  whats: readonly string[],
): Promise<Opening[]> =>
  named<Opening>(
    db,
    'openings of registrations',
    `select l.target, l.at, l.what, l.staffid,
        coalesce((select array_agg(distinct r.role) from staff_roles r where r.staffid = l.staffid and (r.raceid is null or r.raceid = l.raceid)), '{}') as roles
     from log l
     where l.raceid = $1 and l.target = any($2::text[]) and l.what = any($3::text[]) and l.staffid is not null
     order by l.id desc
     limit 500`,
    [raceid, targets, whats],
  )

export type SignatureRow = {
  registrationid: number
  kind: string
  consent: string
  at: Date
  answers: Buffer
  proof: Buffer
}
export const listSignatures = (db: Db, raceid: number, ids: readonly number[]): Promise<SignatureRow[]> =>
  named<SignatureRow>(
    db,
    'signatures of registrations',
    `select registrationid, kind, consent, at, answers, proof
      from signatures
      where raceid = $1 and registrationid = any($2::bigint[])`,
    [raceid, ids],
  )
export const removeSignature = async (tx: Tx, raceid: number, registrationid: number, kind: string): Promise<void> => {
  await tx
    .deleteFrom('signatures')
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .where('kind', '=', kind)
    .execute()
}

export type ResultRow = {
  registrationid: number
  bib: string
  name: string | null
  outcome: 'finished' | 'running' | 'dnf' | 'dns' | 'dsq'
  gun_ms: number | null
  net_ms: number | null
  /** What places are found by (results/actions.ts `withPlaces`). */ raceid: number
  eventid: number
  id: number
  standing_version: string | null
}
export const listResults = (db: Db, raceid: number, ids: readonly number[]): Promise<ResultRow[]> =>
  named<ResultRow>(
    db,
    'results of registrations',
    `select r.raceid, r.eventid, r.id, t.version as standing_version, r.registrationid, r.bib, r.name, r.outcome,
        r.gun_ms, r.net_ms
      from results r
      left join result_standings t on t.raceid = r.raceid and t.eventid = r.eventid
      where r.raceid = $1 and r.registrationid = any($2::bigint[])`,
    [raceid, ids],
  )

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

/** How one consent stands now; what stood before is in consent_changes. */
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
export const insertConsentChange = async (
  tx: Tx,
  row: {
    raceid: number
    registrationid: number
    name: string
    given: boolean
    version: string
    hash: string | null
    uid: number
    at: Date
  },
): Promise<void> => {
  await tx.insertInto('consent_changes').values(row).execute()
}
export const listConsentChanges = (db: Db, raceid: number, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('consent_changes')
        .selectAll()
        .where('registrationid', 'in', ids)
        .where('raceid', '=', raceid)
        .orderBy('id')
        .execute()

type Wish = { hide_name: boolean; hide_age: boolean }
/** A wish counts for registrations and for what is published of them already. */
export const saveWishes = async (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  { hide_name, hide_age }: Wish,
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
  await named(
    tx,
    'wish of results',
    `update results
      set hide_name = $3, hide_age = $4, updated_at = $5
      where raceid = $1 and registrationid = any($2::bigint[])`,
    [raceid, ids, hide_name, hide_age, now],
  )
}
export const saveAccountWish = async (tx: Tx, uid: number, wish: Wish, now: Date): Promise<void> => {
  await tx
    .updateTable('accounts')
    .set({ ...wish, updated_at: now })
    .where('uid', '=', uid)
    .execute()
}

export const insertExport = async (
  tx: Tx,
  row: { token_hash: Buffer; uid: number; session: number; created_at: Date; expires_at: Date },
): Promise<void> => {
  await tx.deleteFrom('exports').where('expires_at', '<=', row.created_at).execute()
  await tx.insertInto('exports').values(row).execute()
}
/** Uses a link up, while the session lives that asked for it. */
export const takeExport = async (db: Db, token_hash: Buffer, now: Date): Promise<{ uid: number } | undefined> =>
  (
    await sql<{ uid: number }>`
      delete from exports e using sessions s
      where e.token_hash = ${token_hash} and e.expires_at > ${now} and s.id = e.session and s.uid = e.uid
        and s.expires_at > ${now}
      returning e.uid`.execute(db)
  ).rows[0]

export type MessageRow = { template: string; content: Buffer; created_at: Date; raceid: number | null }
export const listMessages = (db: Db, uid: number): Promise<MessageRow[]> =>
  named<MessageRow>(
    db,
    'messages of holder',
    'select template, content, created_at, raceid from messages where uid = $1 order by id desc limit 2000',
    [uid],
  )
export type OrderRow = {
  raceid: number
  tradeno: string
  subject: string
  amount: number
  currency: string
  state: string
  payment: string | null
  created_at: Date
  pay_at: Date | null
  refunded: number
}
export const listOrders = (db: Db, uid: number): Promise<OrderRow[]> =>
  named<OrderRow>(
    db,
    'orders of holder',
    `select raceid, tradeno, subject, amount, currency, state, payment, created_at, pay_at, refunded
      from orders
      where uid = $1
      order by created_at desc
      limit 1000`,
    [uid],
  )
export type FileRow = { raceid: number; hash: string; ext: string; private: boolean; name: string; created_at: Date }
export const listFiles = (db: Db | Tx, uid: number): Promise<FileRow[]> =>
  named<FileRow>(
    db,
    'files of holder',
    'select raceid, hash, ext, private, name, created_at from files where uid = $1 order by created_at desc limit 200',
    [uid],
  )
export type SessionRow = { created_at: Date; seen_at: Date; user_agent: string; address: string }
export const listSessions = (db: Db, uid: number): Promise<SessionRow[]> =>
  named<SessionRow>(
    db,
    'sessions of holder',
    'select created_at, seen_at, user_agent, address from sessions where uid = $1 order by seen_at desc',
    [uid],
  )

export type ErasureRow = {
  id: number
  uid: number
  scope: 'registration' | 'person' | 'account'
  raceid: number | null
  registrationid: number | null
  person: string | null
  anonymous: boolean
  asked_at: Date
  due_at: Date
  withdrawn_at: Date | null
  done_at: Date | null
  report: unknown
}
const erasures = (on: Db | Tx) => on.selectFrom('erasures').selectAll()
const asErasures = (rows: unknown): ErasureRow[] => rows as ErasureRow[]
export const listErasures = async (on: Db | Tx, uid: number): Promise<ErasureRow[]> =>
  asErasures(await erasures(on).where('uid', '=', uid).orderBy('id', 'desc').limit(50).execute())
export const lockErasure = async (tx: Tx, id: number): Promise<ErasureRow | undefined> =>
  asErasures(await erasures(tx).where('id', '=', id).forUpdate().execute())[0]
export const listDueErasures = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('erasures')
      .select('id')
      .where('due_at', '<=', now)
      .where('done_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .orderBy('due_at')
      .limit(100)
      .execute()
  ).map(({ id }) => id)
export const insertErasure = async (
  tx: Tx,
  row: Omit<ErasureRow, 'id' | 'withdrawn_at' | 'done_at' | 'report'>,
): Promise<ErasureRow> =>
  (await tx.insertInto('erasures').values(row).returningAll().executeTakeFirstOrThrow()) as ErasureRow
export const saveErasure = async (
  tx: Tx,
  id: number,
  set: { withdrawn_at?: Date; done_at?: Date; due_at?: Date; report?: object },
): Promise<void> => {
  const { report, ...rest } = set
  await tx
    .updateTable('erasures')
    .set({ ...rest, ...(report === undefined ? {} : { report: JSON.stringify(report) }) })
    .where('id', '=', id)
    .execute()
}
export const countErasures = async (db: Db, raceid: number): Promise<{ asked: number; erased: number }> =>
  (
    await sql<{ asked: number; erased: number }>`
      select (select count(*)::integer from erasures where raceid = ${raceid} and done_at is null and withdrawn_at is null) as asked,
        (select count(*)::integer from registrations where raceid = ${raceid} and erased_at is not null) as erased`.execute(
      db,
    )
  ).rows[0]!

export type DaysRow = { raceid: number; class: DataClass; days: number }
export const listDays = async (db: Db, raceids: readonly number[]): Promise<DaysRow[]> =>
  (await db
    .selectFrom('retention')
    .select(['raceid', 'class', 'days'])
    .where('raceid', 'in', raceids)
    .execute()) as DaysRow[]
export const saveDays = async (
  tx: Tx,
  raceid: number,
  of: DataClass,
  days: number | null,
  now: Date,
): Promise<void> => {
  await tx.deleteFrom('retention').where('raceid', '=', raceid).where('class', '=', of).execute()
  if (days !== null) await tx.insertInto('retention').values({ raceid, class: of, days, updated_at: now }).execute()
}
