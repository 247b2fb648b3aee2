import { lockAll } from '#db/locks.ts'
import { newKey } from '#db/random.ts'
import { looksLikeMobile, normalMobile } from '#features/accounts/rules.ts'
import { handle } from '#seam/server/handle.ts'
import { shopAddress, shopAddresses, shopForget } from '../contract.ts'
import { mobileWrong } from '../words.ts'
import { bookAddressesOf, sealAddress } from './addresses.service.ts'
import {
  changeAddress,
  clearMain,
  findAddress,
  insertAddress,
  listAddresses,
  removeAddress,
} from './addresses.store.ts'

/** The most addresses that one account can keep. */
const MOST = 20

export const addressRoutes = [
  handle(shopAddresses, async ({ db, seal, who }) => ({ items: await bookAddressesOf(db, seal, who.uid!) })),

  handle(shopAddress, async ({ input, db, seal, now, who, refuse, refuseField, save }) => {
    const { id, main, ...given } = input
    const mobile = normalMobile(given.mobile)
    if (!looksLikeMobile(mobile)) return refuseField('mobile', mobileWrong)
    await seal.prepare('accounts')
    const sealed = sealAddress(seal, { ...given, mobile })
    await save(async (tx) => {
      await lockAll(tx, [{ kind: 'addresses', raceid: 0, id: who.uid! }])
      const held = await listAddresses(tx, who.uid!)
      if (id !== undefined && !held.some(({ _key }) => _key === id)) return refuse('address_unknown')
      if (id === undefined && held.length >= MOST) return refuse('addresses_full')
      const first = main || held.length === 0
      if (first) await clearMain(tx, who.uid!)
      const row = { _key: id ?? newKey(1), sealed, main: first || held.some((one) => one._key === id && one.main) }
      if (id === undefined) await insertAddress(tx, who.uid!, row, now)
      else await changeAddress(tx, who.uid!, row, now)
      return {} as never
    })
    return { items: await bookAddressesOf(db, seal, who.uid!) }
  }),

  handle(shopForget, async ({ input, db, seal, who, refuse, save }) => {
    await save(async (tx) => {
      if (!(await findAddress(tx, who.uid!, input.id))) return refuse('address_unknown')
      await removeAddress(tx, who.uid!, input.id)
      return {} as never
    })
    return { items: await bookAddressesOf(db, seal, who.uid!) }
  }),
]
