import { rateOf } from '#db/limits/rates.ts'
import { lockAll } from '#db/locks.ts'
import { newKey } from '#db/random.ts'
import { isEntered } from '#features/checkin/rules.ts'
import { isMine, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { packStateOf } from '../entries.rules.ts'
import { listEntries } from '../store.ts'
import { checkinProxyList, checkinProxyMake, checkinProxyWithdraw } from './proxies.contract.ts'
import { type ProxyRow, insertProxy, listProxies, withdrawProxies } from './proxies.store.ts'

/** The largest number of proxies that a runner sees. */
const SHOWN = 50
/** The limit on new proxies of a caller. Only a program makes more proxies than this. */
const making = rateOf(20, 3600, 'desks proxies making')
const shown = (row: ProxyRow & { used_at?: Date | null }) => ({ ...row, key: row._key, used_at: row.used_at ?? null })

type Asking = Pick<Context<typeof checkinProxyList>, 'db' | 'seal' | 'now' | 'who' | 'refuse'>
const ownRegistration = async ({ db, seal, now, who, refuse }: Asking, key: string) => {
  const found = (await registrationOf({ db }, key, now)) ?? refuse('registration_not_found')
  if (!(await isMine(db, seal, found.row, who.uid))) return refuse('no_permission')
  return found.row
}

export const proxyRoutes = [
  handle(checkinProxyList, async (context) => {
    const row = await ownRegistration(context, context.input.id)
    const [items, entries] = await Promise.all([
      listProxies(context.db, row.raceid, [row.id]),
      listEntries(context.db, row.raceid, [row.id]),
    ])
    return {
      items: items.slice(0, SHOWN).map(shown),
      handed_at: packStateOf(entries).packs[0]?.at ?? null,
      entered: isEntered(row),
    }
  }),

  handle(checkinProxyMake, async (context) => {
    const { input, now, who, refuse, save } = context
    const row = await ownRegistration(context as unknown as Asking, input.id)
    if (!isEntered(row)) return refuse('not_entered')
    const wait = making.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { raceid, id } = row
    return save(async (tx) => {
      await lockAll(tx, [{ kind: 'handout', raceid, id }])
      if (packStateOf(await listEntries(tx, raceid, [id])).packs.length > 0) return refuse('handed_already')
      await withdrawProxies(tx, raceid, id, now)
      return shown(
        await insertProxy(tx, { raceid, _key: newKey(raceid), registrationid: id, name: input.name, created_at: now }),
      )
    })
  }),

  handle(checkinProxyWithdraw, async (context) => {
    const { raceid, id } = await ownRegistration(context, context.input.id)
    return context.save(async (tx) => {
      await lockAll(tx, [{ kind: 'handout', raceid, id }])
      return { withdrawn: (await withdrawProxies(tx, raceid, id, context.now)) > 0 }
    })
  }),
]
