import type { Personal } from '#seam/server/personal.ts'
import { listAddresses } from './address.store.ts'
import { adoptMail, countMails, eraseMailOf, listHeldMails, removeOldMails } from './personal.store.ts'

export const personal: Personal = {
  tables: ['mail_addresses', 'mails'],
  merge: { tables: ['mail_addresses', 'mails'], adopt: adoptMail },
  copy: {
    ofAccount: async ({ db, seal, lang }, { uid }) => {
      await seal.prepare('accounts')
      return {
        mail_addresses: (await listAddresses(db, uid)).map(({ address, proved_at }) => ({
          address: seal.open('accounts', 'mail address', address),
          proved_at,
        })),
        mails: (await listHeldMails(db, uid)).map(({ title, ...mail }) => ({ ...mail, title: title[lang] })),
      }
    },
  },
  erase: { account: eraseMailOf },
  retention: {
    organisation: {
      class: 'messages',
      remove: (db, before, _now, limit) => removeOldMails(db, before, limit),
      count: countMails,
    },
  },
}
