import { newKey } from '#db/random.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { type OptionalField, type SealedField, type TypedField, optionalFields } from '#features/fields/lists.rules.ts'
import { type Document, type IdType, checkDocument, lookupsOf, maskIdnum, normalName } from '#features/people/rules.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import type { ConsentHashes } from './consents.service.ts'
import type { ConsentName } from './consents.contract.ts'
import type { GivenConsent } from './consents.rules.ts'
import type { Entry } from './signup.rules.ts'
import type { NewRow } from './insertRegistrations.store.ts'

/**
 * Returns the blind index of a document, from its type, its country and the number that stays for life. The caller has
 * prepared the race's key.
 */
export const documentIndex = (seal: Seal, raceid: number, identity: string): Buffer =>
  seal.blind(raceScope(raceid), 'document', identity)
/** Returns the blind index of the number of a checked document (its `lookup`). */
export const numberIndex = (seal: Seal, raceid: number, number: string): Buffer =>
  seal.blind(raceScope(raceid), 'idnum', number)
/** Returns the blind indexes that find a typed number. */
export const numberIndexes = (seal: Seal, raceid: number, typed: string): Buffer[] =>
  lookupsOf(typed).map((number) => numberIndex(seal, raceid, number))
export const mobileIndex = (seal: Seal, raceid: number, mobile: string): Buffer =>
  seal.blind(raceScope(raceid), 'mobile', mobile)

type TextColumns<Name extends TypedField> = { [Each in Name]: (Each extends SealedField ? Buffer : string) | null }
/**
 * Makes the columns of these fields. The list of fields tells whether a column is sealed. The caller has prepared the
 * race's key.
 */
export const columnsOfTexts = <Name extends OptionalField>(
  seal: Seal,
  raceid: number,
  names: readonly Name[],
  texts: Readonly<Record<Name, string | null>>,
): TextColumns<Name> => {
  const scope = raceScope(raceid)
  const columns: Partial<Record<OptionalField, Buffer | string | null>> = {}
  for (const name of names) {
    const text = texts[name]
    const { sealed } = fields[name]
    columns[name] = text === null || sealed === null ? text : seal.seal(scope, sealed, text)
  }
  return columns as TextColumns<Name>
}
/** Opens a field of a row; null if the field is empty. The caller has prepared the race's key. */
export const openText = <Name extends TypedField>(
  seal: Seal,
  row: { raceid: number } & TextColumns<Name>,
  name: Name,
): string | null => {
  const kept: Buffer | string | null = row[name]
  const { sealed } = fields[name]
  if (kept === null || typeof kept === 'string') return kept
  return sealed === null ? kept.toString() : seal.open(raceScope(row.raceid), sealed, kept)
}

/**
 * Returns the document of a row; undefined if the number is erased or not valid. The caller has prepared the race's
 * key.
 */
export const documentOf = (
  seal: Seal,
  row: { raceid: number; idtype: string; country: string | null } & { idnum: Buffer | null },
  now: Date,
): Document | undefined => {
  const idnum = openText(seal, row, 'idnum')
  if (idnum === null) return undefined
  const verdict = checkDocument({ idtype: row.idtype as IdType, idnum, country: row.country ?? '' }, now)
  return verdict.ok ? verdict.document : undefined
}

/** A sealed sign-up, without the columns for event, money and place. The step that inserts the rows adds them. */
export type SealedEntry = Omit<
  NewRow,
  | 'uid'
  | 'lang'
  | 'eventid'
  | 'state'
  | 'price'
  | 'fee'
  | 'price_by'
  | 'addons'
  | 'place_held'
  | 'runnerzone'
  | 'invite'
  | 'inviteid'
  | 'orderid'
  | 'pay_at'
>

/** Seals the sensitive fields of a checked sign-up under the race's key. The caller has prepared the key. */
export const sealEntry = (
  seal: Seal,
  raceid: number,
  entry: Entry,
  document: Buffer,
  texts: ConsentHashes,
  now: Date,
): SealedEntry => {
  const scope = raceScope(raceid)
  const sealed = (field: SealedField, text: string) => seal.seal(scope, fields[field].sealed, text)
  const { document: card } = entry
  const at = now.toISOString()
  return {
    ...columnsOfTexts(seal, raceid, optionalFields, entry),
    _key: newKey(raceid),
    name: entry.name,
    gender: entry.gender,
    idtype: card.idtype,
    country: card.country,
    idnum: sealed('idnum', card.idnum),
    idnum_mask: maskIdnum(card.idnum),
    idnum_ix: numberIndex(seal, raceid, card.lookup),
    document_ix: document,
    birth: sealed('birth', entry.birth),
    age_on_race_day: entry.age,
    age_in_race_year: entry.age_in_year,
    province_of_document: card.province ?? null,
    mobile: sealed('mobile', entry.mobile),
    mobile_ix: mobileIndex(seal, raceid, entry.mobile),
    mobile_mask: maskMobile(entry.mobile),
    name_ix: seal.blind(scope, 'name', normalName(entry.name).toUpperCase()),
    national: card.national,
    guardian: entry.guardian ? sealed('guardian', JSON.stringify(entry.guardian)) : null,
    answers: JSON.stringify(entry.answers),
    consents: JSON.stringify(
      Object.fromEntries(
        Object.entries(entry.consents).map(([name, version]) => [
          name,
          { version, at, hash: texts[name as ConsentName] } satisfies GivenConsent,
        ]),
      ),
    ),
    qualifying: entry.qualifying && JSON.stringify(entry.qualifying),
    hide_name: !entry.consents.publication,
    hide_age: !entry.consents.publication,
  }
}
