import { closeSession, findSessionRow, listSessionsOf, openSession } from '#db/sessions.ts'
import type { Db } from '#db/db.ts'
import { handle } from '#seam/server/handle.ts'
import { listAppAccounts } from './app.store.ts'
import { type Current, userAccounts, userCurrent, userModify, userSessions, userSessionsEnd } from './contract.ts'
import { deviceNameOf } from '#features/checks/device.rules.ts'
import { hasPerson } from './persons.service.ts'
import { findAccount, updatePublicPart } from './store.ts'
import { words } from './words.ts'

const currentOf = async (db: Db, uid: number): Promise<Current | undefined> => {
  const account = await findAccount(db, uid)
  return (
    account && {
      uid: account.uid,
      mobile: account.mobile_mask,
      name: account.name,
      avatar: account.avatar,
      app: await hasPerson(db, uid),
    }
  )
}

export const routes = [
  handle(userCurrent, async ({ db, who, refuse }) => (await currentOf(db, who.uid!)) ?? refuse('session_expired')),

  handle(userModify, async ({ input, db, now, who, setMessage, refuse }) => {
    const { name, avatar } = input
    if (name !== undefined || avatar !== undefined)
      await updatePublicPart(
        db,
        who.uid!,
        {
          ...(name === undefined ? {} : { name: name || null }),
          ...(avatar === undefined ? {} : { avatar: avatar || null }),
        },
        now,
      )
    if (name !== undefined) setMessage(words.name_altered)
    return (await currentOf(db, who.uid!)) ?? refuse('session_expired')
  }),

  handle(userAccounts, async ({ input, db, now, who, userAgent, address, refuse, setSession, setMessage }) => {
    const session = await findSessionRow(db, Number(who.session))
    const app_ix = session?.app_ix ?? null
    const own = (await findAccount(db, who.uid!)) ?? refuse('session_expired')
    const reached = app_ix ? await listAppAccounts(db, [app_ix]) : []
    // Another call may have unbound this session's account. The person then sees only this account, and cannot change
    // to another account.
    const accounts = reached.some(({ uid }) => uid === own.uid) ? reached : [own]
    const shown = (here: number) =>
      accounts.map(({ uid, mobile_mask, name, avatar }) => ({
        uid,
        mobile: mobile_mask,
        name,
        avatar,
        here: uid === here,
      }))
    if (input.uid === undefined || input.uid === own.uid) return { accounts: shown(own.uid), token: null }
    if (!accounts.some(({ uid }) => uid === input.uid)) return refuse('account_not_found')
    const chosen = input.uid
    const token = await db
      .transaction()
      .execute((tx) => openSession(tx, { uid: chosen, userAgent, address, now, app_ix }))
    await closeSession(db, Number(who.session))
    setSession(token)
    setMessage(words.logged_in)
    return { accounts: shown(chosen), token }
  }),

  handle(userSessions, async ({ db, now, who }) =>
    (await listSessionsOf(db, who.uid!, now)).map(({ id, user_agent, address, created_at, seen_at }) => ({
      id,
      ...deviceNameOf(user_agent),
      network: address,
      created_at,
      seen_at,
      here: String(id) === who.session,
    })),
  ),

  handle(userSessionsEnd, async ({ input, db, now, who, setSession, setMessage, refuse }) => {
    const found =
      (await listSessionsOf(db, who.uid!, now)).find(({ id }) => id === input.id) ?? refuse('session_not_found')
    await closeSession(db, found.id)
    if (String(found.id) === who.session) setSession(null)
    setMessage(words.logged_out)
    return {}
  }),
]
