import { raceScope } from '#db/sealing/seal.ts'
import type { PersonalCopy, Personal } from '#seam/server/personal.ts'
import {
  adoptParcels,
  countAddresses,
  countedParcels,
  eraseAddressOf,
  eraseAddressesOf,
  eraseAddressesOfRace,
  listHeldParcels,
} from './personal.store.ts'

/** Lists parcels with their addresses. An address is null after it was erased. */
export const openParcels = async ({ db, seal }: Pick<PersonalCopy, 'db' | 'seal'>, uid: number) => {
  const rows = await listHeldParcels(db, uid)
  for (const raceid of new Set(rows.map((row) => row.raceid))) await seal.prepare(raceScope(raceid))
  return rows.map(({ contact, ...row }) => ({
    ...row,
    contact: JSON.parse(seal.open(raceScope(row.raceid), 'parcel contact', contact) || 'null') as {
      name: string
      mobile: string
      address: string
    } | null,
  }))
}

export const personal: Personal = {
  tables: ['parcels'],
  merge: { tables: ['parcels'], adopt: adoptParcels },
  counted: { parcels: countedParcels },
  copy: { ofAccount: async (working, { uid }) => ({ parcels: await openParcels(working, uid) }) },
  erase: { registration: (tx, { raceid, id }) => eraseAddressOf(tx, raceid, id), account: eraseAddressesOf },
  retention: {
    settled: { contact: eraseAddressesOfRace },
    remaining: async (db, raceid) => ({ contact: await countAddresses(db, raceid) }),
  },
}
