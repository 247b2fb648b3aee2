import { sql } from 'kysely'
import type { RoleHeld } from '#contract/rights.ts'
import type { Db, Tx } from '#db/db.ts'
import { roleRows } from '../public.store.ts'
import { type SecondFactors, type SecondPolicy, noPolicy } from './rules.ts'

export const readPolicy = async (on: Db | Tx): Promise<SecondPolicy> =>
  (await on.selectFrom('staff_policy').select(['roles', 'grace_days']).executeTakeFirst()) ?? noPolicy
export const savePolicy = async (tx: Tx, { roles, grace_days }: SecondPolicy, now: Date): Promise<void> => {
  const row = { roles: [...roles], grace_days, updated_at: now }
  await tx
    .insertInto('staff_policy')
    .values({ id: 1, ...row })
    .onConflict((clash) => clash.column('id').doUpdateSet(row))
    .execute()
}

export const countSecond = async (on: Db | Tx, staffid: number): Promise<SecondFactors> => {
  const { rows } = await sql<SecondFactors>`
    select exists (select from staff_totp t where t.staffid = ${staffid} and t.confirmed_at is not null) as totp,
      (select count(*)::integer from staff_passkeys p where p.staffid = ${staffid}) as passkeys,
      (select count(*)::integer from staff_recovery r where r.staffid = ${staffid}) as recovery`.execute(on)
  return rows[0]!
}
export type SecondOfStaff = { staffid: number; roles: RoleHeld[]; has_second: boolean; due: Date | null }
/** Lists the facts that decide when a second factor is due, for one member of staff or for everybody. */
export const listDuties = async (tx: Tx, staffid: number | null): Promise<SecondOfStaff[]> => {
  const { rows } = await sql<SecondOfStaff>`
    select staff.staffid, staff.second_due_at as due,
      coalesce((select jsonb_agg(jsonb_build_object('raceid', r.raceid, 'role', r.role)) from ${roleRows.sql} r
        where r.staffid = staff.staffid), '[]'::jsonb) as roles,
      exists (select from staff_totp t where t.staffid = staff.staffid and t.confirmed_at is not null)
        or exists (select from staff_passkeys p where p.staffid = staff.staffid) as has_second
    from staff where removed_at is null and not machine and (${staffid}::bigint is null or staffid = ${staffid})
    order by staffid`.execute(tx)
  return rows
}
export const saveDue = async (tx: Tx, staffid: number, due: Date | null): Promise<void> => {
  await tx.updateTable('staff').set({ second_due_at: due }).where('staffid', '=', staffid).execute()
}
export const findDue = async (on: Db | Tx, staffid: number): Promise<Date | null> =>
  (await on.selectFrom('staff').select('second_due_at').where('staffid', '=', staffid).executeTakeFirst())
    ?.second_due_at ?? null

export type TotpRow = { secret: Buffer; step: number; confirmed_at: Date | null; created_at: Date }
export const findTotp = async (on: Db | Tx, staffid: number): Promise<TotpRow | undefined> =>
  on
    .selectFrom('staff_totp')
    .select(['secret', 'step', 'confirmed_at', 'created_at'])
    .where('staffid', '=', staffid)
    .executeTakeFirst()
/**
 * Stores a secret that nobody has confirmed yet, in place of an earlier unconfirmed secret. Returns false if the person
 * has a confirmed secret, which stays.
 */
export const beginTotp = async (tx: Tx, staffid: number, secret: Buffer, now: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_totp')
    .values({ staffid, secret, created_at: now })
    .onConflict((clash) =>
      clash
        .column('staffid')
        .doUpdateSet({ secret, step: 0, created_at: now })
        .where('staff_totp.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
/** Uses a code up. Returns false if a code of the same 30 seconds, or of a later time, was used before. */
export const takeStep = async (tx: Tx, staffid: number, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('staff_totp')
    .set({ step })
    .where('staffid', '=', staffid)
    .where('step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
export const confirmTotp = async (tx: Tx, staffid: number, now: Date): Promise<void> => {
  await tx.updateTable('staff_totp').set({ confirmed_at: now }).where('staffid', '=', staffid).execute()
}
export const removeTotp = async (tx: Tx, staffid: number): Promise<void> => {
  await tx.deleteFrom('staff_totp').where('staffid', '=', staffid).execute()
}

export type PasskeyRow = {
  id: number
  staffid: number
  credential: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Date
  used_at: Date | null
}
const passkeyColumns = [
  'id',
  'staffid',
  'credential',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'used_at',
] as const
export const listPasskeys = (on: Db | Tx, staffid: number): Promise<PasskeyRow[]> =>
  on.selectFrom('staff_passkeys').select(passkeyColumns).where('staffid', '=', staffid).orderBy('id').execute()
export const findPasskey = (on: Db | Tx, credential: string): Promise<PasskeyRow | undefined> =>
  on.selectFrom('staff_passkeys').select(passkeyColumns).where('credential', '=', credential).executeTakeFirst()
/** Adds a passkey. Returns false if the credential is already stored. */
export const insertPasskey = async (tx: Tx, row: Omit<PasskeyRow, 'id' | 'used_at'>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_passkeys')
    .values(row)
    .onConflict((clash) => clash.column('credential').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
/**
 * Records the use of a passkey. Returns false if another call has meanwhile used the passkey with this counter or a
 * higher counter. A passkey that does not count (always 0) is never refused.
 */
export const usePasskey = async (tx: Tx, id: number, counter: number, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('staff_passkeys')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
export const removePasskey = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('staff_passkeys').where('id', '=', id).execute()
}
export const removePasskeys = async (tx: Tx, staffid: number): Promise<void> => {
  await tx.deleteFrom('staff_passkeys').where('staffid', '=', staffid).execute()
}

export const replaceRecovery = async (tx: Tx, staffid: number, codes: readonly Buffer[]): Promise<void> => {
  await tx.deleteFrom('staff_recovery').where('staffid', '=', staffid).execute()
  if (codes.length > 0)
    await tx
      .insertInto('staff_recovery')
      .values(codes.map((code_ix) => ({ staffid, code_ix })))
      .execute()
}
/** Uses a recovery code up. Only one of several callers gets it. */
export const takeRecovery = async (tx: Tx, staffid: number, code_ix: Buffer): Promise<boolean> =>
  (await tx
    .deleteFrom('staff_recovery')
    .where('staffid', '=', staffid)
    .where('code_ix', '=', code_ix)
    .returning('staffid')
    .executeTakeFirst()) !== undefined

/** Uses a challenge up. Returns false if a passkey has signed it before. */
export const takeChallenge = async (tx: Tx, challenge: string, expires_at: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_challenges')
    .values({ challenge, expires_at })
    .onConflict((clash) => clash.column('challenge').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
