import { sql } from 'kysely'
import type { Text } from '#contract/words.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import type { AnnouncementAudience } from './contract.ts'

export type NewAnnouncement = {
  raceid: number
  eventid: number | null
  audience: AnnouncementAudience
  title: Text
  body: Text
  by_text: boolean
  by_mail: boolean
  staffid: number | null
  total: number
  send_at: Date | null
  created_at: Date
}
export type AnnouncementRow = NewAnnouncement & {
  id: number
  state: 'scheduled' | 'sending' | 'sent' | 'stopped'
  notified: number
  sent_at: Date | null
  stopped_at: Date | null
}

const opened = (row: unknown): AnnouncementRow => row as AnnouncementRow

export const insertAnnouncement = async (tx: Tx, announcement: NewAnnouncement): Promise<number> =>
  (
    await tx
      .insertInto('announcements')
      .values({
        ...announcement,
        state: announcement.send_at ? 'scheduled' : 'sending',
        title: JSON.stringify(announcement.title),
        body: JSON.stringify(announcement.body),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
export const saveTotal = async (tx: Tx, raceid: number, id: number, total: number): Promise<void> => {
  await tx.updateTable('announcements').set({ total }).where('raceid', '=', raceid).where('id', '=', id).execute()
}
/** Freezes registrations as the readers of an announcement. */
export const insertReaders = async (tx: Tx, raceid: number, id: number, ids: readonly number[]): Promise<void> => {
  await sql`insert into announcement_rows (raceid, announcementid, registrationid)
    select ${raceid}::integer, ${id}::bigint, unnest(${[...ids]}::bigint[])`.execute(tx)
}

/** Lists announcements, the newest first. `before` is the last id that the caller has seen. */
export const listAnnouncements = async (
  db: Db,
  raceid: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AnnouncementRow[]> => {
  const query = db.selectFrom('announcements').selectAll().where('raceid', '=', raceid)
  return (
    await (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
  ).map(opened)
}
export const findAnnouncement = async (
  on: Db | Tx,
  raceid: number,
  id: number,
): Promise<AnnouncementRow | undefined> => {
  const row = await on
    .selectFrom('announcements')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && opened(row)
}

export const countScheduled = async (on: Db | Tx, raceid: number, eventids: readonly number[]): Promise<number> =>
  Number(
    (
      await on
        .selectFrom('announcements')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('raceid', '=', raceid)
        .where('state', '=', 'scheduled')
        .where((eb) => eb.or([eb('eventid', 'is', null), eb('eventid', 'in', [...eventids])]))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Locks the announcement until the transaction ends, so that two runs of its job follow one another. */
export const lockAnnouncement = async (tx: Tx, raceid: number, id: number): Promise<AnnouncementRow | undefined> => {
  const row = await tx
    .selectFrom('announcements')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && opened(row)
}
export const saveProgress = async (
  tx: Tx,
  raceid: number,
  id: number,
  progress: Partial<Pick<AnnouncementRow, 'notified' | 'state' | 'sent_at' | 'stopped_at'>>,
): Promise<void> => {
  await tx.updateTable('announcements').set(progress).where('raceid', '=', raceid).where('id', '=', id).execute()
}

/** Lists the readers who have not got the announcement yet, in the order of their registrations. */
export const nextReaders = async (tx: Tx, raceid: number, id: number, limit: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('announcement_rows')
      .select('registrationid')
      .where('raceid', '=', raceid)
      .where('announcementid', '=', id)
      .where('outcome', 'is', null)
      .orderBy('registrationid')
      .limit(limit)
      .execute()
  ).map(({ registrationid }) => registrationid)

export type ReaderDone = {
  registrationid: number
  outcome: 'sent' | 'left'
  box_key: string | null
  text_key: string | null
}
export const saveReaders = async (
  tx: Tx,
  raceid: number,
  id: number,
  done: readonly ReaderDone[],
  now: Date,
): Promise<void> => {
  await sql`update announcement_rows r set outcome = d.outcome, box_key = d.box_key, text_key = d.text_key, at = ${now}
    from json_to_recordset(${JSON.stringify(done)}::json)
      as d(registrationid bigint, outcome text, box_key text, text_key text)
    where r.raceid = ${raceid} and r.announcementid = ${id} and r.registrationid = d.registrationid`.execute(tx)
}

export type AnnouncementReaderRow = {
  registrationid: number
  outcome: 'sent' | 'left' | null
  box_key: string | null
  text_key: string | null
  at: Date | null
}
export const listReaders = (
  db: Db,
  raceid: number,
  id: number,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<AnnouncementReaderRow[]> =>
  named<AnnouncementReaderRow>(
    db,
    'announcements: readers',
    `select registrationid, outcome, box_key, text_key, at from announcement_rows
     where raceid = $1 and announcementid = $2 and registrationid > $3 order by registrationid limit $4`,
    [raceid, id, after ?? 0, limit],
  )

export type TemplateRow = { id: number; name: string; title: Text; body: Text }
export const listTemplates = async (on: Db | Tx, raceid: number): Promise<TemplateRow[]> =>
  (await on
    .selectFrom('announcement_templates')
    .select(['id', 'name', 'title', 'body'])
    .where('raceid', '=', raceid)
    .orderBy('name')
    .limit(200)
    .execute()) as TemplateRow[]
export const saveTemplate = async (
  tx: Tx,
  row: { raceid: number; name: string; title: Text; body: Text; updated_at: Date },
): Promise<number> => {
  const texts = { title: JSON.stringify(row.title), body: JSON.stringify(row.body), updated_at: row.updated_at }
  return (
    await tx
      .insertInto('announcement_templates')
      .values({ raceid: row.raceid, name: row.name, ...texts })
      .onConflict((clash) => clash.columns(['raceid', 'name']).doUpdateSet(texts))
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}
export const removeTemplate = async (tx: Tx, raceid: number, id: number): Promise<string | undefined> =>
  (
    await tx
      .deleteFrom('announcement_templates')
      .where('raceid', '=', raceid)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
  )?.name
