import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Lang } from '#contract/words.ts'
import type { NoticeApp, NoticeMoment, NoticeSettings } from './rules.ts'

type ConsentRequest = {
  raceid: number
  uid: number
  app: NoticeApp
  moment: NoticeMoment
  template: string
  scene: number
  lang: Lang
  asked_at: Date
}
/** Stores a question of the official account. The person comes back with the token. */
export const insertAsked = async (tx: Tx, row: ConsentRequest & { token_hash: Buffer }): Promise<void> => {
  await tx
    .insertInto('wechat_consents')
    .values({ ...row, state: 'asked' })
    .execute()
}
export const insertGiven = async (tx: Tx, rows: readonly (ConsentRequest & { openid: Buffer })[]): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insertInto('wechat_consents')
    .values(rows.map((row) => ({ ...row, state: 'open', given_at: row.asked_at })))
    .execute()
}

/** Finds the unanswered question of a token. */
export const findAsked = (on: Db | Tx, token_hash: Buffer, since: Date) =>
  on
    .selectFrom('wechat_consents')
    .select(['raceid', 'id', 'template', 'scene'])
    .where('token_hash', '=', token_hash)
    .where('state', '=', 'asked')
    .where('asked_at', '>', since)
    .executeTakeFirst()
/** Takes the answer to a question once. A second answer with the same token changes nothing and gives false. */
export const saveAnswer = async (
  tx: Tx,
  { raceid, id }: { raceid: number; id: number },
  openid: Buffer,
  now: Date,
): Promise<boolean> =>
  (await tx
    .updateTable('wechat_consents')
    .set({ state: 'open', openid, token_hash: null, given_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returning('id')
    .executeTakeFirst()) !== undefined
export const removeAsked = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('wechat_consents').where('state', '=', 'asked').where('asked_at', '<', before).execute()
}

export const countOpen = (
  on: Db | Tx,
  raceid: number,
  uid: number,
): Promise<{ app: NoticeApp; moment: NoticeMoment; n: number }[]> =>
  named(
    on,
    'wechat notices: open of runner',
    `select app, moment, count(*)::integer as n from wechat_consents
     where raceid = $1 and uid = $2 and state in ('open', 'sending') group by app, moment`,
    [raceid, uid],
  )
/** Lists the scenes of a runner's live consents over all races. */
export const usedScenes = async (on: Db | Tx, uid: number): Promise<number[]> =>
  (
    await named<{ scene: number }>(
      on,
      'wechat notices: scenes',
      `select scene from wechat_consents
       where uid = $1 and app = 'account' and state in ('asked', 'open', 'sending')`,
      [uid],
    )
  ).map(({ scene }) => scene)

export type Claimed = {
  raceid: number
  id: number
  app: NoticeApp
  template: string
  scene: number
  openid: Buffer
  lang: Lang
}
/**
 * Takes one allowed notice for sending; undefined if none is left. If several callers come at the same moment, each of
 * them gets another notice. Until the answer arrives, `ended_at` is the moment at which the sending began.
 */
export const claimConsent = async (
  db: Db,
  { raceid, uid, moment, apps }: { raceid: number; uid: number; moment: NoticeMoment; apps: readonly NoticeApp[] },
  now: Date,
): Promise<Claimed | undefined> =>
  (
    await named<Claimed>(
      db,
      'wechat notices: claim',
      `update wechat_consents set state = 'sending', ended_at = $5 where raceid = $1 and id = (
         select id from wechat_consents
         where raceid = $1 and uid = $2 and moment = $3 and state = 'open' and app = any($4::text[])
         order by id limit 1 for update skip locked)
       returning raceid, id, app, template, scene, openid, lang`,
      [raceid, uid, moment, apps, now],
    )
  )[0]
export const settleConsent = async (
  db: Db,
  { raceid, id }: { raceid: number; id: number },
  outcome: { state: 'open' | 'used' | 'refused'; failure: string | null },
  now: Date,
): Promise<void> => {
  await db
    .updateTable('wechat_consents')
    .set({ ...outcome, ended_at: outcome.state === 'open' ? null : now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/**
 * Ends consents in the state `sending` if the sending began before the given moment: the server process may have died.
 * Nobody knows whether the notice went out. An earlier release stored no `ended_at` during the sending. For its
 * consents, `given_at` counts.
 */
export const endStuck = async (db: Db, before: Date, now: Date): Promise<void> => {
  await db
    .updateTable('wechat_consents')
    .set({ state: 'used', failure: 'answer_lost', ended_at: now })
    .where('state', '=', 'sending')
    .where(sql<boolean>`coalesce(ended_at, given_at) < ${before}`)
    .execute()
}

export const listHolding = (
  on: Db | Tx,
  pairs: { raceids: readonly number[]; uids: readonly number[]; moments: readonly NoticeMoment[] },
): Promise<{ raceid: number; uid: number; moment: NoticeMoment }[]> =>
  named(
    on,
    'wechat notices: holders',
    `select distinct raceid, uid, moment from wechat_consents
     where raceid = any($1::integer[]) and uid = any($2::bigint[]) and moment = any($3::text[]) and state = 'open'`,
    [pairs.raceids, pairs.uids, pairs.moments],
  )
/** Lists the races with at least one open consent for the given `moment`. */
export const racesWaiting = async (db: Db, moment: NoticeMoment): Promise<number[]> =>
  (
    await named<{ raceid: number }>(
      db,
      'wechat notices: races',
      `select distinct raceid from wechat_consents where moment = $1 and state = 'open' order by raceid`,
      [moment],
    )
  ).map(({ raceid }) => raceid)
/** Lists up to `limit` accounts with an open consent for this race and `moment`, in order of `uid`. */
export const accountsWaiting = async (
  db: Db,
  raceid: number,
  moment: NoticeMoment,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> =>
  (
    await named<{ uid: number }>(
      db,
      'wechat notices: accounts',
      `select distinct uid from wechat_consents
       where moment = $1 and raceid = $2 and state = 'open' and uid > $3 order by uid limit $4`,
      [moment, raceid, after, limit],
    )
  ).map(({ uid }) => uid)

export const findNoticeSettings = async (
  on: Db | Tx,
): Promise<{ settings: NoticeSettings; updated_at: Date } | undefined> =>
  (await on
    .selectFrom('wechat_notice_settings')
    .select(['settings', 'updated_at'])
    .where('id', '=', 1)
    .executeTakeFirst()) as { settings: NoticeSettings; updated_at: Date } | undefined
/** Saves the settings, if nobody has changed them since the caller saw them. */
export const saveNoticeSettings = async (
  tx: Tx,
  settings: NoticeSettings,
  seen: Date | null,
  now: Date,
): Promise<boolean> =>
  (
    await sql`insert into wechat_notice_settings as s (id, settings, updated_at)
      values (1, ${JSON.stringify(settings)}::jsonb, ${now})
      on conflict (id) do update set settings = excluded.settings, updated_at = excluded.updated_at
      where s.updated_at is not distinct from ${seen}::timestamptz returning id`.execute(tx)
  ).rows.length === 1

export const countConsents = async (db: Db, since: Date): Promise<{ open: number; sent: number; refused: number }> =>
  (
    await named<{ open: number; sent: number; refused: number }>(
      db,
      'wechat notices: counts',
      `select count(*) filter (where state = 'open')::integer as open,
         count(*) filter (where state = 'used' and ended_at >= $1)::integer as sent,
         count(*) filter (where state = 'refused' and ended_at >= $1)::integer as refused
       from wechat_consents where state = 'open' or asked_at >= $1::timestamptz - interval '400 days'`,
      [since],
    )
  )[0]!
