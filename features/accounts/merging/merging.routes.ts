import { closeSessionsOf } from '#db/sessions.ts'
import { handle } from '#seam/server/handle.ts'
import { refusals } from '../words.ts'
import { consoleAccountsMerge, consoleAccountsShow } from './merging.contract.ts'
import { whyNotMerge } from './merging.rules.ts'
import { accountFromText, barOfAnyRoom, mergeAccounts, sidesOf } from './merging.service.ts'

export const routes = [
  handle(consoleAccountsShow, async ({ input, db, seal, say, refuse }) => {
    const unknown = (field: 'first' | 'second') =>
      refuse('account_unknown', { fields: { [field]: say(refusals.account_unknown.message) } })
    const first = (await accountFromText(db, seal, input.first)) ?? unknown('first')
    const second = (await accountFromText(db, seal, input.second)) ?? unknown('second')
    const why = whyNotMerge(first, second)
    if (why) return refuse(why, { fields: { second: say(refusals[why].message) } })
    const bar = await db.transaction().execute((tx) => barOfAnyRoom(tx, [first.uid, second.uid]))
    return {
      accounts: await sidesOf(db, [first.uid, second.uid]),
      obstacle: bar ? say(refusals[bar].message) : null,
    }
  }),

  handle(consoleAccountsMerge, async ({ input, db, seal, now, who, refuse, save }) => {
    await seal.prepare('accounts')
    const side = await save(async (tx) => {
      const why = await mergeAccounts(tx, { seal, now, who }, input)
      if (why) return refuse(why)
      const [kept] = await sidesOf(tx, [input.keep])
      return kept!
    })
    await closeSessionsOf(db, { uid: input.gone })
    return side
  }),
]
