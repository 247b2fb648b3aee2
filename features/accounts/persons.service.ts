import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#db/db.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { tokenHash } from '#db/sessions.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type AppId, insertAppIds, insertTicket, listAppAccounts, listAppIds, removeAppIds } from './app.store.ts'

/** A person of the messaging app: the ids and the name that the app gives. */
export type AppPersonIds = { ids: AppId[]; name: string | null }
export type AppLoginRefusal = 'app_code_wrong' | 'app_off' | 'app_down'

const ticketSeconds = 10 * 60
/** Names that the messaging app gives to people without a name. */
const namesOfNobody = new Set(['', '微信用户', 'WeChat User'])

const nameFrom = (given: string | undefined): string | null => {
  const name = [...(given ?? '').replace(/\p{Cc}/gu, '').trim()].slice(0, 20).join('')
  return namesOfNobody.has(name) || !name.isWellFormed() ? null : name
}

/**
 * Finds the person behind a code of the messaging app, or the reason why the code names nobody. This function calls the
 * app, so it runs outside of any transaction.
 */
export const personBehind = async (
  { db, integrations, seal, now }: Pick<Parts, 'db' | 'integrations' | 'seal'> & { now: Date },
  app: 'mini' | 'web',
  code: string,
): Promise<AppPersonIds | AppLoginRefusal> => {
  if (app === 'mini' && !integrations.miniProgram) return 'app_off'
  const from = app === 'mini' ? integrations.miniProgram! : integrations.messagingApp
  const answer = await countingFailures(db, 'app_person', now, () => from.personOf(code))
  if (!answer) return 'app_down'
  const found = answer.answer
  if (!found) return 'app_code_wrong'
  await seal.prepare('accounts')
  const ix = (kind: AppId['kind'], id: string): AppId => ({ kind, ix: seal.blind('accounts', `app ${kind}`, id) })
  return {
    ids: [...(found.unionid ? [ix('union', found.unionid)] : []), ix(app, found.openid)],
    name: nameFrom(found.name),
  }
}

/**
 * Returns the index by which a session remembers the person who opened the session. With a union id, the index covers
 * official account and mini-program. Without a union id it covers only one of them.
 */
export const appIndexOf = ({ ids }: Pick<AppPersonIds, 'ids'>): Buffer => ids[0]!.ix

/** Makes the one-time ticket with which a person of the messaging app later binds an account. */
export const ticketFor = async (
  db: Db,
  person: AppPersonIds,
  now: Date,
): Promise<{ ticket: string; expires_in: number }> => {
  const ticket = randomBytes(32).toString('base64url')
  await insertTicket(db, {
    token_hash: tokenHash(ticket),
    ...person,
    expires_at: new Date(now.getTime() + ticketSeconds * 1000),
  })
  return { ticket, expires_in: ticketSeconds }
}

/**
 * Tells whether another person of the messaging app is bound to the account. An account has at most one id of each
 * kind.
 */
const isSomebodyElse = (bound: readonly AppId[], ids: readonly AppId[]) =>
  bound.some(({ kind, ix }) => ids.some((id) => id.kind === kind && !id.ix.equals(ix)))

/**
 * Binds a person of the messaging app to an account that the caller has locked. Returns false if another person is
 * bound.
 */
export const bindPerson = async (
  tx: Tx,
  uid: number,
  { ids }: Pick<AppPersonIds, 'ids'>,
  now: Date,
): Promise<boolean> => {
  if (isSomebodyElse(await listAppIds(tx, uid), ids)) return false
  await insertAppIds(tx, uid, ids, now)
  return true
}
export const isBoundTo = async (on: Db | Tx, uid: number, { ids }: Pick<AppPersonIds, 'ids'>): Promise<boolean> =>
  (
    await listAppAccounts(
      on,
      ids.map(({ ix }) => ix),
    )
  ).some((account) => account.uid === uid)
export const hasPerson = async (on: Db | Tx, uid: number): Promise<boolean> => (await listAppIds(on, uid)).length > 0
export const unbindPerson = (tx: Tx, uid: number): Promise<void> => removeAppIds(tx, uid)
