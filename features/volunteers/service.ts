import type { Db, Tx } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { lookupsOf, maskIdnum, normalIdnum } from '#features/people/rules.ts'
import { mobilesOfAccount } from '#features/accounts/service.ts'
import { holdsMobile } from '#features/registrations/status/ownership.service.ts'
import { normalMobile, maskMobile } from '#features/accounts/rules.ts'
import type { VolunteerDraft } from './drafts.rules.ts'
import {
  type VolunteerRow,
  findVolunteerByKey,
  hasMobile,
  insertVolunteer,
  listShiftsOf,
  lockShift,
  saveVolunteer,
} from './store.ts'

/** Seals the sensitive fields of a draft. The caller has prepared the race's key. */
export const sealVolunteer = (
  seal: Seal,
  raceid: number,
  { idnum, mobile, leader_mobile, ...draft }: VolunteerDraft,
  now: Date,
) => {
  const scope = raceScope(raceid)
  const number = normalIdnum(idnum)
  const phone = mobile === '' ? null : normalMobile(mobile)
  return {
    ...draft,
    idnum: seal.seal(scope, 'volunteer idnum', number),
    idnum_mask: maskIdnum(number),
    idnum_ix: seal.blind(scope, 'idnum', lookupsOf(number).at(-1)!),
    mobile: phone === null ? null : seal.seal(scope, 'volunteer mobile', phone),
    mobile_mask: phone === null ? null : maskMobile(phone),
    mobile_ix: phone === null ? null : seal.blind(scope, 'mobile', phone),
    leader_mobile: leader_mobile === '' ? null : seal.seal(scope, 'volunteer leader', leader_mobile),
    leader_mask: leader_mobile === '' ? null : maskMobile(normalMobile(leader_mobile)),
    updated_at: now,
  }
}

/** Saves a volunteer's shift, or changes the shift that the volunteer already has. */
export const enlistVolunteer = async (
  tx: Tx,
  seal: Seal,
  raceid: number,
  draft: VolunteerDraft,
  now: Date,
): Promise<{ id: number; added: boolean }> => {
  const sealed = sealVolunteer(seal, raceid, draft, now)
  const row = { ...sealed, raceid, _key: newKey(raceid), created_at: now }
  const known = await lockShift(tx, row)
  const id = known ? undefined : await insertVolunteer(tx, row)
  if (id !== undefined) return { id, added: true }
  const there = known ?? (await lockShift(tx, row))!
  await saveVolunteer(tx, raceid, there.id, sealed)
  return { id: there.id, added: false }
}

/** Tells whether an account holds the mobile of a volunteer of the race. */
export const isVolunteer = async (
  { db, seal }: { db: Db; seal: Seal },
  raceid: number,
  uid: number,
): Promise<boolean> => {
  const mobiles = await mobilesOfAccount(db, seal, uid)
  if (mobiles.length === 0) return false
  await seal.prepare(raceScope(raceid))
  return hasMobile(
    db,
    raceid,
    mobiles.map((mobile) => seal.blind(raceScope(raceid), 'mobile', mobile)),
  )
}

export const shiftsOf = (db: Db, raceid: number, numbers: readonly Buffer[]): Promise<VolunteerRow[]> =>
  listShiftsOf(db, raceid, numbers)

/** Finds one shift by its key, as the caller may see it. Undefined if the shift does not exist or is cancelled. */
export const shiftByKey = async (
  { db, seal }: { db: Db; seal: Seal },
  raceid: number,
  key: string,
  asker: { uid: number | null; numbers: readonly Buffer[] },
) => {
  const row = await findVolunteerByKey(db, raceid, key)
  if (!row || row.state === 'off') return undefined
  const mine =
    asker.numbers.some((number) => number.equals(row.idnum_ix)) &&
    (await holdsMobile(db, seal, raceid, row.mobile_ix, asker.uid))
  return {
    ...row,
    mine,
    leader_mobile:
      row.leader_mobile &&
      (mine ? seal.open(raceScope(raceid), 'volunteer leader', row.leader_mobile) : row.leader_mask),
  }
}
