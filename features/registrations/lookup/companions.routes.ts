import { namesOfAccounts } from '#features/accounts/service.ts'
import { handle } from '#seam/server/handle.ts'
import { userGetinfobyuids } from './companions.contract.ts'
import { maskName } from './companions.rules.ts'
import { companionsAmong } from './companions.store.ts'
import { ownRegistrations } from '../status/ownership.service.ts'

export const routes = [
  handle(userGetinfobyuids, async ({ input, db, seal, now, who, refuse }) => {
    const uid = who.uid!
    const uids = [...new Set(input.uids)]
    const others = uids.filter((one) => one !== uid)
    const mine = others.length === 0 ? [] : await ownRegistrations(db, seal, uid, { limit: 100 }, now)
    const known = new Set([...(uids.includes(uid) ? [uid] : []), ...(await companionsAmong(db, others, mine))])
    const accounts = await namesOfAccounts(
      db,
      uids.filter((one) => known.has(one)),
    )
    if (accounts.length === 0) refuse('user_not_found')
    return accounts.map((account) => ({
      ...account,
      name: account.uid === uid || account.name === null ? account.name : maskName(account.name),
    }))
  }),
]
