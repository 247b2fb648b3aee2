import { type InsertObject, type Selectable, type UpdateObject } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Certificates, DB } from '#db/schema.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { fileRows } from '#features/files/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { CertificateKind } from './contract.ts'

export type CertificateRow = Selectable<Certificates>

export const findCertificate = (db: Db | Tx, raceid: number, id: number): Promise<CertificateRow | undefined> =>
  db.selectFrom('certificates').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()

/**
 * Finds the published definition that is valid for an event: the latest definition of the event, or else the latest
 * definition for all events of the race.
 */
export const findCertificateFor = async (
  db: Db,
  raceid: number,
  eventid: number,
  kind: CertificateKind,
  now: Date,
): Promise<CertificateRow | undefined> =>
  (
    await named<CertificateRow>(
      db,
      'certificate of an event',
      `select *
        from certificates
        where raceid = $1 and kind = $2 and (eventid = $3 or eventid is null) and published_at <= $4
        order by eventid is null, id desc
        limit 1`,
      [raceid, kind, eventid, now],
    )
  )[0]

/**
 * Lists all published definitions that an event's runner may choose: the definitions of the event, or the definitions
 * of the race if the event has none. `findCertificateFor` uses the same order.
 */
export const listCertificatesFor = async (
  db: Db,
  raceid: number,
  eventid: number,
  kind: CertificateKind,
  now: Date,
): Promise<{ id: number; name: string }[]> =>
  named(
    db,
    'certificates of an event',
    `select id, name
      from (
        select id, name, eventid is null as common, bool_or(eventid is not null) over () as has_own
        from certificates
        where raceid = $1 and kind = $2 and (eventid = $3 or eventid is null) and published_at <= $4
      ) as found
      where not (common and has_own)
      order by id desc`,
    [raceid, kind, eventid, now],
  )

export type Version = { id: number; version: string }
/**
 * Finds the published definition of kind `timing` for each request: the named definition, or the definition that is
 * valid for the event if the request names none. The version is PostgreSQL's mark of the last write to the row. Equal
 * requests share one query.
 */
export const listVersions = async (
  db: Db,
  requests: readonly { raceid: number; eventid: number; certificateid: number | undefined; now: Date }[],
): Promise<(Version | undefined)[]> => {
  const keyOf = ({ raceid, eventid, certificateid }: (typeof requests)[number]) =>
    `${raceid} ${certificateid === undefined ? `of ${eventid}` : certificateid}`
  const once = new Map(requests.map((one) => [keyOf(one), one]))
  const found = new Map(
    await Promise.all(
      [...once].map(async ([key, { raceid, eventid, certificateid, now }]) => {
        const [row] = await named<Version>(
          db,
          certificateid === undefined ? 'version of the certificate of an event' : 'version of a certificate',
          `select id, xmin::text as version
            from certificates
            where raceid = $1 and kind = 'timing' and published_at <= $3
              and ${certificateid === undefined ? '(eventid = $2 or eventid is null) order by eventid is null, id desc limit 1' : 'id = $2'}`,
          [raceid, certificateid ?? eventid, now],
        )
        return [key, row] as const
      }),
    ),
  )
  return requests.map((one) => found.get(keyOf(one)))
}

export const isAnyPublished = async (db: Db, raceid: number, now: Date): Promise<boolean> => {
  const rows = await named<{ id: number }>(
    db,
    'one published certificate of a race',
    "select id from certificates where raceid = $1 and kind = 'timing' and published_at <= $2 limit 1",
    [raceid, now],
  )
  return rows.length > 0
}

export const listCertificates = (db: Db, raceid: number): Promise<CertificateRow[]> =>
  db.selectFrom('certificates').selectAll().where('raceid', '=', raceid).orderBy('id', 'desc').execute()

/** Finds a definition and locks it until the transaction ends, so that two saves follow one another. */
export const lockCertificate = (tx: Tx, raceid: number, id: number): Promise<CertificateRow | undefined> =>
  tx
    .selectFrom('certificates')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const insertCertificate = (tx: Tx, row: InsertObject<DB, 'certificates'>): Promise<CertificateRow> =>
  tx.insertInto('certificates').values(row).returningAll().executeTakeFirstOrThrow()

export const updateCertificate = (
  tx: Tx,
  raceid: number,
  id: number,
  row: UpdateObject<DB, 'certificates'>,
): Promise<CertificateRow> =>
  tx
    .updateTable('certificates')
    .set(row)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeCertificate = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('certificates').where('raceid', '=', raceid).where('id', '=', id).execute()
}

const entries = (db: Db, raceid: number) =>
  db
    .selectFrom(registrationRows.as('registrations'))
    .innerJoin(eventRows.as('events'), (join) =>
      join.onRef('events.raceid', '=', 'registrations.raceid').onRef('events.id', '=', 'registrations.eventid'),
    )
    .select([
      'registrations.id',
      'registrations._key',
      'registrations.raceid',
      'registrations.eventid',
      'registrations.name',
      'registrations.enname',
      'registrations.gender',
      'registrations.prefix_bib',
      'registrations.bib',
      'registrations.clothes',
      'registrations.runnerzone',
      'registrations.state',
      'registrations.price',
      'registrations.pay_at',
      'registrations.refundid',
      'registrations.closed_at',
      'registrations.deleted_at',
      'registrations.updated_at',
      'registrations.uid',
      'registrations.hide_name',
      'events.name as event',
    ])
    .where('registrations.raceid', '=', raceid)
export type CertificateEntryRow = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

export const findEntry = (db: Db, raceid: number, id: number): Promise<CertificateEntryRow | undefined> =>
  entries(db, raceid).where('registrations.id', '=', id).executeTakeFirst()
export const findEntryByKey = (db: Db, raceid: number, key: string): Promise<CertificateEntryRow | undefined> =>
  entries(db, raceid).where('registrations._key', '=', key).executeTakeFirst()
export const listEntriesOf = (db: Db, raceid: number, numbers: readonly Buffer[]): Promise<CertificateEntryRow[]> =>
  entries(db, raceid)
    .where('registrations.idnum_ix', 'in', numbers)
    .where('registrations.deleted_at', 'is', null)
    .orderBy('registrations.eventid')
    .limit(50)
    .execute()

/** Finds a live registration that has a bib: the registration with the given id, or the first one. */
export const findNumbered = (
  db: Db,
  raceid: number,
  id: number | undefined,
): Promise<CertificateEntryRow | undefined> => {
  const numbered = entries(db, raceid)
    .where('registrations.bib', 'is not', null)
    .where('registrations.deleted_at', 'is', null)
    .where('registrations.closed_at', 'is', null)
    .orderBy('registrations.id')
  return (id === undefined ? numbered : numbered.where('registrations.id', '=', id)).limit(1).executeTakeFirst()
}

/** Lists registrations of an event after the given id, in the order of their ids. */
export const listEntriesAfter = (
  db: Db,
  raceid: number,
  eventid: number,
  after: number,
  limit: number,
): Promise<CertificateEntryRow[]> =>
  entries(db, raceid)
    .where('registrations.eventid', '=', eventid)
    .where('registrations.id', '>', after)
    .where('registrations.deleted_at', 'is', null)
    .orderBy('registrations.id')
    .limit(limit)
    .execute()
/** Counts the registrations of an event that an export visits. */
export const countEntries = async (db: Db, raceid: number, eventid: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom(registrationRows.as('registrations'))
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('raceid', '=', raceid)
        .where('eventid', '=', eventid)
        .where('deleted_at', 'is', null)
        .where('closed_at', 'is', null)
        .where('state', '=', 'normal')
        .where('refundid', '=', 0)
        .where((eb) => eb.or([eb('price', '=', 0), eb('pay_at', 'is not', null)]))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Finds the size of a kept picture. A certificate without a size of its own gets the size of its background. */
export const pictureSize = (
  db: Db | Tx,
  raceid: number,
  hash: string,
): Promise<{ width: number; height: number } | undefined> =>
  db
    .selectFrom(fileRows.as('files'))
    .select(['width', 'height'])
    .where('raceid', '=', raceid)
    .where('hash', '=', hash)
    .executeTakeFirst()
