import { type FieldName, fields } from '#features/fields/fields.rules.ts'

type Given = { province?: string | undefined; fields?: Readonly<Record<string, string>> | undefined }
const isOwn = (name: string): boolean => Object.hasOwn(fields, name) && fields[name as FieldName].seen === 'own'

/**
 * Tells whether a filter reveals values of sealed columns: an address, the name of a partner. Only staff who may open
 * them may use it.
 */
export const tellsPrivate = (filter: Given): boolean =>
  filter.province !== undefined || Object.keys(filter.fields ?? {}).some(isOwn)
