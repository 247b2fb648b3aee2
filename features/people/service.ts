import { isValidPhoneNumber } from 'libphonenumber-js/min'
import type { Db } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { type SavedField, savedFields } from '#features/fields/lists.rules.ts'
import { maskMobile, isMainlandMobile } from '#features/accounts/rules.ts'
import { type Document, type Gender, type IdType, maskIdnum } from './rules.ts'
import { type PersonRow, findPerson, savePersonRow } from './store.ts'

/** Values of a saved person that have columns of their own. All other values are sealed together. */
const inColumns = ['idtype', 'country', 'name', 'enname', 'gender'] as const satisfies readonly SavedField[]
type Column = (typeof inColumns)[number]
/** Values that every saved person has. */
const onEach = ['idnum', 'birth', 'mobile'] as const satisfies readonly SavedField[]
type OnEach = (typeof onEach)[number]
/** The sealed values of a saved person. */
export type SavedPersonValues = Record<OnEach, string> & Record<Exclude<SavedField, Column | OnEach>, string | null>
export type PersonSaved = SavedPersonValues & {
  idtype: IdType
  country: string
  name: string
  enname: string | null
  gender: Gender
}
export type PersonToSave = { document: Document } & Omit<PersonSaved, 'idtype' | 'country' | 'idnum'>
const isOneOf = (names: readonly SavedField[], name: SavedField): boolean => names.includes(name)
const sealedNames = savedFields.filter((name): name is keyof SavedPersonValues => !isOneOf(inColumns, name))
/** The empty values of a saved person of whom only the document is known. */
export const blankPersonValues = Object.fromEntries(
  sealedNames.filter((name) => !isOneOf(onEach, name)).map((name) => [name, null]),
) as Record<Exclude<keyof SavedPersonValues, OnEach>, null>

/**
 * Saves a person whom an account signs up, so that the next sign-up can use the values again. Also saves the account's
 * own document. An account has at most one saved person for each document.
 */
export const keepPerson = async (db: Db, seal: Seal, uid: number, person: PersonToSave, now: Date): Promise<void> => {
  await seal.prepare('people')
  const { mobile } = person
  const texts = { ...person, idnum: person.document.idnum }
  const kept = Object.fromEntries(sealedNames.map((name) => [name, texts[name]])) as SavedPersonValues
  await savePersonRow(db, {
    uid,
    _key: newKey(0),
    document_ix: seal.blind('people', 'document', person.document.identity),
    idtype: person.document.idtype,
    country: person.document.country,
    idnum_mask: maskIdnum(person.document.idnum),
    // A person without a mobile is only the account's own document. Nobody can be signed up with it (store:
    // listPeople).
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

/** Opens a saved person of an account for another sign-up. Returns undefined if the account has no such key. */
export const openPerson = async (db: Db, seal: Seal, uid: number, key: string): Promise<PersonSaved | undefined> => {
  const row = await findPerson(db, uid, key)
  if (!row) return undefined
  await seal.prepare('people')
  return {
    ...openOwnDocument(seal, row),
    idtype: row.idtype as IdType,
    country: row.country,
    name: row.name,
    enname: row.enname,
    gender: row.gender as Gender,
  }
}

/**
 * Tells whether a number can be called. A mainland number has 11 digits and begins with 1. For a number in the form of
 * E.164 a library decides.
 */
export const isRingable = (mobile: string): boolean => isMainlandMobile(mobile) || isValidPhoneNumber(mobile)

/**
 * Opens the sealed values of a saved person, such as the account's own document. The caller has prepared the scope
 * 'people'.
 */
export const openOwnDocument = (seal: Seal, row: Pick<PersonRow, 'sealed'>): SavedPersonValues => ({
  // A person who was saved before a field existed has no value for it.
  ...blankPersonValues,
  ...(JSON.parse(seal.open('people', 'person', row.sealed)) as Pick<SavedPersonValues, OnEach>),
})
