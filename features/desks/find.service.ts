import { raceOfKey } from '#contract/key.ts'
import type { Db } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { registrationsOfBib } from '#features/registrations/lookup/findingBibs.service.ts'
import { mobileIndex, numberIndexes } from '#features/registrations/signup/sealing.service.ts'
import type { Lang } from '#contract/words.ts'
import type { Parts } from '#seam/server/handle.ts'
import { normalMobile } from '#features/accounts/rules.ts'
import type { PackFound } from './contract.ts'
import { settingOf, presentPack } from './packs.service.ts'
import { type PackRow, findIdOfKey, findPack, findByText, listPacks } from './packs.store.ts'
import { readTyped } from './typed.rules.ts'
import { type ProxyRow, findProxy } from './proxies/proxies.store.ts'
import { findTagged } from './store.ts'

/** The largest number of runners that one answer shows. */
export const FOUND_MOST = 20

const findByKey = async (db: Db, raceid: number, key: string): Promise<{ ids: number[]; proxy?: ProxyRow }> => {
  if (raceOfKey(key) !== raceid) return { ids: [] }
  const [id, proxy] = await Promise.all([findIdOfKey(db, raceid, key), findProxy(db, raceid, key)])
  return proxy ? { ids: [proxy.registrationid], proxy } : { ids: id === undefined ? [] : [id] }
}

/**
 * Finds the registrations that a typed or scanned text may mean. A code leads to one registration. Any other text may
 * fit several registrations.
 */
export const findTyped = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  raceid: number,
  q: string,
): Promise<{ ids: number[]; proxy?: ProxyRow }> => {
  const typed = readTyped(q)
  if (typed.key !== null) return findByKey(db, raceid, typed.key)
  await seal.prepare(raceScope(raceid))
  const tagged = typed.tag === null ? undefined : await findTagged(db, raceid, typed.tag, q.trim())
  const ids = await findByText(
    db,
    raceid,
    {
      worn: typed.bib === null ? [] : await registrationsOfBib(db, raceid, typed.bib),
      numbers: typed.number === null ? [] : numberIndexes(seal, raceid, typed.number),
      mobile: typed.mobile === null ? null : mobileIndex(seal, raceid, normalMobile(typed.mobile)),
      end: typed.end,
      name: typed.name,
      chip: typed.chip,
    },
    FOUND_MOST + 1,
  )
  // A text may be the tag of a bag and also have another meaning. The runner of the bag then comes first.
  return { ids: tagged === undefined ? ids : [tagged, ...ids.filter((id) => id !== tagged)] }
}

const listOne = async (db: Db, raceid: number, id: number): Promise<PackRow[]> => {
  const row = await findPack(db, raceid, id)
  return row ? [row] : []
}
/**
 * Lists the runners whom a text may mean, as an answer shows them, at most 20. If the text is the code of a proxy, the
 * answer also holds the proxy.
 */
export const listMatchingRunners = async (
  { db, seal, now, lang }: Pick<Parts, 'db' | 'seal'> & { now: Date; lang: Lang },
  raceid: number,
  q: string,
): Promise<{ items: PackFound[]; more: boolean; proxy?: ProxyRow }> => {
  const { ids, proxy } = await findTyped({ db, seal }, raceid, q)
  const [rows, setting] = await Promise.all([
    ids.length === 1 ? listOne(db, raceid, ids[0]!) : listPacks(db, raceid, ids.slice(0, FOUND_MOST)),
    settingOf(db, raceid, now),
  ])
  const order = new Map(ids.map((id, at) => [id, at]))
  return {
    items: rows.toSorted((a, b) => order.get(a.id)! - order.get(b.id)!).map((row) => presentPack(lang, row, setting)),
    more: ids.length > FOUND_MOST,
    ...(proxy ? { proxy } : {}),
  }
}
