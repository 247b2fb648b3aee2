import { raceScope } from '#db/sealing/seal.ts'
import type { PersonalCopy, Personal } from '#seam/server/personal.ts'
import {
  adoptInvoices,
  countMail,
  countedInvoices,
  emptyOldInvoices,
  eraseInvoiceOf,
  eraseInvoicesOf,
  eraseMailOfRace,
  listHeldInvoices,
} from './personal.store.ts'
import { invoiceFile } from './rules.ts'

const fileOfInvoice = (key: string) => `files/invoice-${key}.pdf`
/** Lists the invoices that an account requested, with their mail addresses. */
export const openInvoices = async ({ db, seal }: Pick<PersonalCopy, 'db' | 'seal'>, uid: number) => {
  const rows = await listHeldInvoices(db, uid)
  for (const raceid of new Set(rows.map((row) => row.raceid))) await seal.prepare(raceScope(raceid))
  return rows.map(({ email, file, ...row }) => ({
    ...row,
    email: seal.open(raceScope(row.raceid), 'invoice email', email),
    file: file ? fileOfInvoice(row._key) : null,
  }))
}
const filesOf = async ({ db, seal, integrations }: PersonalCopy, uid: number) => {
  const found = []
  for (const { raceid, _key, file } of await listHeldInvoices(db, uid)) {
    const sealed = file ? await integrations.files.read(invoiceFile(raceid, _key)) : undefined
    if (!sealed) continue
    await seal.prepare(raceScope(raceid))
    found.push({
      name: fileOfInvoice(_key),
      bytes: Buffer.from(seal.open(raceScope(raceid), 'invoice file', sealed), 'base64'),
    })
  }
  return found
}

export const personal: Personal = {
  tables: ['invoices'],
  merge: { tables: ['invoices'], adopt: adoptInvoices },
  counted: { invoices: countedInvoices },
  copy: { ofAccount: async (working, { uid }) => ({ invoices: await openInvoices(working, uid) }), files: filesOf },
  erase: {
    registration: async (tx, { raceid, id, orderid }) => {
      if (orderid !== null) await eraseInvoiceOf(tx, raceid, orderid, id)
    },
    account: eraseInvoicesOf,
  },
  retention: {
    settled: { contact: eraseMailOfRace },
    remaining: async (db, raceid) => ({ contact: await countMail(db, raceid) }),
    // The rows first record that they have no file. The files are removed afterwards.
    papers: async ({ db, integrations }, before) => {
      for (;;) {
        const old = await emptyOldInvoices(db, before, 200)
        for (const { raceid, _key, file } of old) if (file) await integrations.files.remove(invoiceFile(raceid, _key))
        if (old.length < 200) return
      }
    },
  },
}
