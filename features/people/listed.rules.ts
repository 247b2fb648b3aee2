import { type IdType, checkDocument, idtypes } from './rules.ts'

/** The types of documents as lists of people name them. */
const types: Readonly<Record<IdType, RegExp>> = {
  idcard: /^(idcard|id card|resident id|居民身份证|身份证|居民身分證|身分證)$/i,
  hkpass: /^(hkpass|港澳.*|home return permit)$/i,
  other: /^(other|台湾.*|台胞证|台灣.*|台胞證)$/i,
  passport: /^(passport|护照|護照)$/i,
}

/**
 * Finds the type of a document. If the list names no type, the first type that accepts the number counts, or else the
 * passport. Returns undefined if the list names an unknown type.
 */
export const listedIdtype = (typed: string, idnum: string, country: string, now: Date): IdType | undefined =>
  typed === ''
    ? (idtypes.find((idtype) => checkDocument({ idtype, idnum, country }, now).ok) ?? 'passport')
    : idtypes.find((idtype) => types[idtype].test(typed))

/** Reads a gender; '' if the list has no gender, undefined if the text is no gender. */
export const listedGender = (typed: string): 'male' | 'female' | '' | undefined =>
  typed === '' ? '' : /^(男|m|male)$/i.test(typed) ? 'male' : /^(女|f|female)$/i.test(typed) ? 'female' : undefined
