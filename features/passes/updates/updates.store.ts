import type { Lang } from '#contract/words.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import { raceRows } from '#features/races/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { goodsRows } from '#features/sales/public.store.ts'
import { ticketRows } from '#features/tickets/public.store.ts'
import type { SavedPass } from './serial.rules.ts'

export type SavedPassRow = {
  raceid: number
  serial: string
  ticketid: number | null
  registrationid: number | null
  turn: number
  lang: Lang
  own: boolean
  google: boolean
  fingerprint: Buffer
  changed_at: Date
}
const columns = 'raceid, serial, ticketid, registrationid, turn, lang, own, google, fingerprint, changed_at'

type KeptPass = { serial: string; pass: SavedPass; fingerprint: Buffer; google: boolean; now: Date }
/**
 * Keeps a pass that is in a wallet or may be in a wallet. For a known pass the function changes only the language, the
 * right to see a hidden name (`own`) and `google`. The fingerprint stays, because it stands for the contents that the
 * wallets have.
 */
export const keepPass = async (
  on: Db | Tx,
  { serial, pass: { raceid, subject, id, turn, lang, own }, fingerprint, google, now }: KeptPass,
): Promise<void> => {
  await named(
    on,
    'passes: keep',
    `insert into wallet_passes (raceid, serial, ticketid, registrationid, turn, lang, own, google, fingerprint,
        changed_at, checked_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10)
      on conflict (raceid, serial) do update set lang = excluded.lang, own = excluded.own,
        google = wallet_passes.google or excluded.google
      where (wallet_passes.lang, wallet_passes.own) <> (excluded.lang, excluded.own)
        or excluded.google and not wallet_passes.google`,
    [
      raceid,
      serial,
      subject === 'ticket' ? id : null,
      subject === 'registration' ? id : null,
      turn,
      lang,
      own,
      google,
      fingerprint,
      now,
    ],
  )
}
export const findPass = async (on: Db | Tx, raceid: number, serial: string): Promise<SavedPassRow | undefined> =>
  (
    await named<SavedPassRow>(
      on,
      'passes: one',
      `select ${columns} from wallet_passes where raceid = $1 and serial = $2`,
      [raceid, serial],
    )
  )[0]
/** Registers a phone for a pass. Returns false if it was registered already. */
export const keepDevice = async (
  tx: Tx,
  {
    raceid,
    device,
    serial,
    push_token,
    now,
  }: { raceid: number; device: string; serial: string; push_token: Buffer; now: Date },
): Promise<boolean> =>
  (
    await named<{ fresh: boolean }>(
      tx,
      'passes: register phone',
      `insert into wallet_devices (raceid, device, serial, push_token, registered_at) values ($1, $2, $3, $4, $5)
        on conflict (raceid, device, serial) do update set push_token = excluded.push_token
        returning xmax = 0 as fresh`,
      [raceid, device, serial, push_token, now],
    )
  )[0]!.fresh
export const removeDevice = async (on: Db | Tx, raceid: number, device: string, serial: string): Promise<void> => {
  await named(
    on,
    'passes: forget phone',
    'delete from wallet_devices where raceid = $1 and device = $2 and serial = $3',
    [raceid, device, serial],
  )
}
/**
 * Lists a phone's passes that changed after `since`. Lists all passes of the phone if `since` is null. The list has at
 * most 1000 passes.
 */
export const listChanged = (
  db: Db,
  raceid: number,
  device: string,
  since: Date | null,
): Promise<{ serial: string; changed_at: Date }[]> =>
  named(
    db,
    'passes: changed for phone',
    `select p.serial, p.changed_at from wallet_devices d
      join wallet_passes p on p.raceid = d.raceid and p.serial = d.serial
      where d.raceid = $1 and d.device = $2
        and ($3::timestamptz is null or date_trunc('milliseconds', p.changed_at) > $3)
      order by p.serial limit 1000`,
    [raceid, device, since],
  )
/** The longest time from a write of a transaction to its commit. */
const COMMIT_SECONDS = 10
/**
 * Lists the queue: the passes whose sources changed after the last comparison. A run compares a pass once, so a pass
 * that was compared at `now` is not in the queue.
 */
export const listDue = (db: Db, now: Date, most: number): Promise<SavedPassRow[]> =>
  named<SavedPassRow>(
    db,
    'passes: queue',
    `select ${columns
      .split(', ')
      .map((column) => `p.${column}`)
      .join(', ')} from wallet_passes p
      join ${raceRows.text} c on c.id = p.raceid
      left join ${ticketRows.text} t on t.raceid = p.raceid and t.id = p.ticketid
      left join ${goodsRows.text} g on g.raceid = t.raceid and g.id = t.goodsid
      left join ${registrationRows.text} r on r.raceid = p.raceid and r.id = p.registrationid
      left join ${eventRows.text} e on e.raceid = r.raceid and e.id = r.eventid
      where p.checked_at < $1
        and greatest(c.updated_at, t.updated_at, g.updated_at, r.updated_at, e.updated_at)
          > p.checked_at - make_interval(secs => ${COMMIT_SECONDS})
      order by p.checked_at, p.raceid, p.serial limit $2`,
    [now, most],
  )
/** Lists the passes whose last comparison was at `before` or earlier. The oldest comparison comes first. */
export const listToCheck = (db: Db, before: Date, most: number): Promise<SavedPassRow[]> =>
  named<SavedPassRow>(
    db,
    'passes: to check',
    `select ${columns} from wallet_passes where checked_at <= $1 order by checked_at, raceid, serial limit $2`,
    [before, most],
  )
export const markPassesChecked = async (db: Db, rows: readonly SavedPassRow[], now: Date): Promise<void> => {
  await named(
    db,
    'passes: checked',
    `update wallet_passes p set checked_at = $3 from unnest($1::int[], $2::text[]) as one (raceid, serial)
      where p.raceid = one.raceid and p.serial = one.serial`,
    [rows.map(({ raceid }) => raceid), rows.map(({ serial }) => serial), now],
  )
}
/** Marks a pass as changed, so that a phone that asks gets the new version. */
export const markPassChanged = async (db: Db, raceid: number, serial: string, now: Date): Promise<void> => {
  await named(db, 'passes: changed', 'update wallet_passes set changed_at = $3 where raceid = $1 and serial = $2', [
    raceid,
    serial,
    now,
  ])
}
/** Saves the fingerprint of the contents that the wallets got. */
export const markPassSent = async (db: Db, raceid: number, serial: string, fingerprint: Buffer): Promise<void> => {
  await named(db, 'passes: told', 'update wallet_passes set fingerprint = $3 where raceid = $1 and serial = $2', [
    raceid,
    serial,
    fingerprint,
  ])
}
export const listPhones = (db: Db, raceid: number, serial: string): Promise<{ device: string; push_token: Buffer }[]> =>
  named(db, 'passes: phones', 'select device, push_token from wallet_devices where raceid = $1 and serial = $2', [
    raceid,
    serial,
  ])
/** Removes the passes of these races. The phones keep each pass as it is. */
export const removePassesOfRaces = async (db: Db, raceids: readonly number[]): Promise<void> => {
  await named(db, 'passes: over', 'delete from wallet_passes where raceid = any($1::int[])', [raceids])
}
export const racesWithPasses = async (db: Db): Promise<number[]> =>
  (await named<{ raceid: number }>(db, 'passes: races', 'select distinct raceid from wallet_passes', [])).map(
    ({ raceid }) => raceid,
  )

export const listSavedPasses = (
  db: Db,
  raceid: number,
  registrationid: number,
): Promise<{ serial: string; google: boolean; phones: number; created_at: Date }[]> =>
  named(
    db,
    'passes: of registration',
    `select p.serial, p.google, p.created_at, (select count(*)::int from wallet_devices d
        where d.raceid = p.raceid and d.serial = p.serial) as phones
      from wallet_passes p where p.raceid = $1 and p.registrationid = $2`,
    [raceid, registrationid],
  )
export const erasePassesOf = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await named(tx, 'passes: erase', 'delete from wallet_passes where raceid = $1 and registrationid = $2', [
    raceid,
    registrationid,
  ])
}
