import type { Personal } from '#seam/server/personal.ts'
import { countSigned, eraseSignatures, eraseSignaturesBetween } from './personal.store.ts'

export const personal: Personal = {
  tables: ['signatures'],
  erase: { registration: (tx, { raceid, id }) => eraseSignatures(tx, raceid, id) },
  retention: {
    span: async (tx, raceid, of, ids) => (of === 'health' ? eraseSignaturesBetween(tx, raceid, ids) : 0),
    remaining: async (db, raceid) => ({ health: await countSigned(db, raceid) }),
  },
}
