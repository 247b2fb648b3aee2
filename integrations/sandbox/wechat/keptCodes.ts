import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openSharedFile } from '../sharedFile.ts'

/** Codes and tokens of the sandbox messaging app, in a file that several processes share. */

export const TOKEN_LIFE = 7200_000

/** The consent of a person to notices of a template. A mini-program's notice has the scene 0. */
export type NoticeConsent = { appid: string; template: string; openid: string; scene: number }
type StoredCode = { kind: string; about: string; ends_at: number; used: number }

const TABLE = `
  create table if not exists kept (
    key text primary key, kind text not null, about text not null, ends_at integer not null,
    used integer not null default 0
  ) strict;
  create table if not exists notice_consents (
    appid text not null, template text not null, openid text not null, scene integer not null, remaining integer not null,
    primary key (appid, template, openid, scene)
  ) strict`

export const openKeptCodes = (folder: string, clock: () => Date) => {
  const db = openSharedFile(join(folder, 'messagingapp.sqlite'), TABLE)
  const prepared = {
    insert: db.prepare('insert into kept (key, kind, about, ends_at) values (?, ?, ?, ?)'),
    find: db.prepare('select kind, about, ends_at, used from kept where key = ?'),
    use: db.prepare('update kept set used = 1 where key = ? and used = 0'),
    last: db.prepare('select key, ends_at from kept where kind = ? and ends_at > ? order by ends_at desc limit 1'),
    tidy: db.prepare('delete from kept where ends_at < ?'),
    end: db.prepare('update kept set ends_at = 0 where kind = ?'),
    allow: db.prepare(
      `insert into notice_consents (appid, template, openid, scene, remaining) values (?, ?, ?, ?, 1)
       on conflict (appid, template, openid, scene) do update set remaining = min(remaining + 1, ?)`,
    ),
    spend: db.prepare(
      `update notice_consents set remaining = remaining - 1
       where appid = ? and template = ? and openid = ? and scene = ? and remaining > 0`,
    ),
    endAll: db.prepare("update kept set ends_at = 0 where kind like 'client %'"),
  }
  const now = () => clock().getTime()
  return {
    keep: (kind: string, about: object, life: number, bytes = 16): string => {
      prepared.tidy.run(now() - 2 * TOKEN_LIFE)
      const key = randomBytes(bytes).toString('hex')
      prepared.insert.run(key, kind, JSON.stringify(about), now() + life)
      return key
    },
    find: (key: string) => prepared.find.get(key) as StoredCode | undefined,
    /** Uses a code. Returns true for the first use. */
    use: (key: string): boolean => prepared.use.run(key).changes === 1,
    /**
     * Returns the token that ends last among the tokens of a kind. Undefined if no token ends after the given moment.
     */
    last: (kind: string, beyond: number) =>
      prepared.last.get(kind, beyond) as { key: string; ends_at: number } | undefined,
    endOf: (kind: string) => void prepared.end.run(kind),
    /** Ends the access tokens of all our apps. Codes and the tokens of users stay valid. */
    endTokens: () => void prepared.endAll.run(),
    /** Notes that a person allowed one more notice. The number of allowed notices stays within `most`. */
    allow: ({ appid, template, openid, scene }: NoticeConsent, most: number) =>
      void prepared.allow.run(appid, template, openid, scene, most),
    /** Uses up one allowed notice. Returns false if no notice is allowed. */
    spend: ({ appid, template, openid, scene }: NoticeConsent): boolean =>
      prepared.spend.run(appid, template, openid, scene).changes === 1,
    close: () => db.close(),
  }
}
export type KeptCodes = ReturnType<typeof openKeptCodes>
