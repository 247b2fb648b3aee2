import { isValidPhoneNumber } from 'libphonenumber-js/min'
import type { Db } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { type Document, type Gender, type IdType, isMainlandMobile, maskIdnum, maskMobile } from './rules.ts'
import { type PersonRow, findPerson, savePersonRow } from './store.ts'

/** What is kept sealed of a saved person. */
export type PersonKept = {
  idnum: string
  birth: string
  mobile: string
  email: string | null
  emername: string | null
  emertel: string | null
  emerrelationship: string | null
  province: string | null
  city: string | null
  area: string | null
  address: string | null
}
export type PersonSaved = PersonKept & {
  idtype: IdType
  country: string
  name: string
  enname: string | null
  gender: Gender
}

/** Keeps a person whom an account signs up, for the next time. One person per document. */
export const keepPerson = async (
  db: Db,
  seal: Seal,
  uid: number,
  person: { document: Document; name: string; enname: string | null; gender: Gender } & Omit<PersonKept, 'idnum'>,
  now: Date,
): Promise<void> => {
  await seal.prepare('people')
  const { birth, mobile, email, emername, emertel, emerrelationship, province, city, area, address } = person
  const kept: PersonKept = {
    idnum: person.document.idnum,
    birth,
    mobile,
    email,
    emername,
    emertel,
    emerrelationship,
    province,
    city,
    area,
    address,
  }
  await savePersonRow(db, {
    uid,
    _key: newKey(0),
    document_ix: seal.blind('people', 'document', person.document.identity),
    idtype: person.document.idtype,
    country: person.document.country,
    idnum_mask: maskIdnum(person.document.idnum),
    // Without a mobile it is one's own document alone, which nobody is signed up with (store: listPeople).
    mobile_mask: mobile === '' ? '' : maskMobile(mobile),
    name: person.name,
    enname: person.enname,
    gender: person.gender,
    sealed: seal.seal('people', 'person', JSON.stringify(kept)),
    used_at: now,
    created_at: now,
    updated_at: now,
  })
}

/** A saved person of an account, opened for signing up again; undefined where the account has none of this key. */
export const openPerson = async (db: Db, seal: Seal, uid: number, key: string): Promise<PersonSaved | undefined> => {
  const row = await findPerson(db, uid, key)
  if (!row) return undefined
  await seal.prepare('people')
  const kept = JSON.parse(seal.open('people', 'person', row.sealed)) as PersonKept
  return {
    ...kept,
    idtype: row.idtype as IdType,
    country: row.country,
    name: row.name,
    enname: row.enname,
    gender: row.gender as Gender,
  }
}

/** Whether a number can be rung: 1 + 10 digits in the mainland, a library's word for any other in E.164's form. */
export const isRingable = (mobile: string): boolean => isMainlandMobile(mobile) || isValidPhoneNumber(mobile)

/** What is kept sealed of one's own document. The scope 'people' must be prepared. */
export const openOwn = (seal: Seal, row: Pick<PersonRow, 'sealed'>): PersonKept =>
  JSON.parse(seal.open('people', 'person', row.sealed)) as PersonKept
