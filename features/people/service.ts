import { isValidPhoneNumber } from 'libphonenumber-js/min'
import type { Db } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { type SavedField, savedFields } from '#features/fields/lists.rules.ts'
import { type Document, type Gender, type IdType, isMainlandMobile, maskIdnum, maskMobile } from './rules.ts'
import { type PersonRow, findPerson, savePersonRow } from './store.ts'

/** Columns of their own; everything else of a saved person is sealed together. */
const inColumns = ['idtype', 'country', 'name', 'enname', 'gender'] as const satisfies readonly SavedField[]
type Column = (typeof inColumns)[number]
/** Kept of each person. */
const onEach = ['idnum', 'birth', 'mobile'] as const satisfies readonly SavedField[]
type OnEach = (typeof onEach)[number]
/** What is kept sealed of a saved person. */
export type PersonKept = Record<OnEach, string> & Record<Exclude<SavedField, Column | OnEach>, string | null>
export type PersonSaved = PersonKept & {
  idtype: IdType
  country: string
  name: string
  enname: string | null
  gender: Gender
}
/** What a call says of a person who is to be kept. */
export type PersonGiven = { document: Document } & Omit<PersonSaved, 'idtype' | 'country' | 'idnum'>
const isOneOf = (names: readonly SavedField[], name: SavedField): boolean => names.includes(name)
const sealedNames = savedFields.filter((name): name is keyof PersonKept => !isOneOf(inColumns, name))
/** Of a person nothing is known but the document and what stands on it. */
export const nothingKept = Object.fromEntries(
  sealedNames.filter((name) => !isOneOf(onEach, name)).map((name) => [name, null]),
) as Record<Exclude<keyof PersonKept, OnEach>, null>

/** Keeps a person whom an account signs up, for the next time. One person per document. */
export const keepPerson = async (db: Db, seal: Seal, uid: number, person: PersonGiven, now: Date): Promise<void> => {
  await seal.prepare('people')
  const { mobile } = person
  const texts = { ...person, idnum: person.document.idnum }
  const kept = Object.fromEntries(sealedNames.map((name) => [name, texts[name]])) as PersonKept
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
  return {
    ...openOwn(seal, row),
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
export const openOwn = (seal: Seal, row: Pick<PersonRow, 'sealed'>): PersonKept => ({
  // Who was kept before a field was asked has none of it.
  ...nothingKept,
  ...(JSON.parse(seal.open('people', 'person', row.sealed)) as Pick<PersonKept, OnEach>),
})
