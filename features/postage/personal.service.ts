import { text } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import type { PersonalCopy, Personal } from '#seam/server/personal.ts'
import {
  adoptParcels,
  countAddresses,
  countedParcels,
  eraseAddressOf,
  eraseAddressesOf,
  eraseAddressesOfErased,
  eraseAddressesOfRace,
  listHeldParcels,
  listUnsent,
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
  unsent: {
    list: async (db, of) =>
      (await listUnsent(db, of)).map(({ raceid, size }) => ({
        raceid,
        name: text(`参赛服（${size}）`, `參賽服（${size}）`, `shirt (${size})`),
      })),
    eraseDone: eraseAddressesOfErased,
  },
  retention: {
    settled: { contact: eraseAddressesOfRace },
    remaining: async (db, raceid) => ({ contact: await countAddresses(db, raceid) }),
  },
}
