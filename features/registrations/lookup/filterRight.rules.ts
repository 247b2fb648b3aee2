import { type FieldName, fields } from '#features/fields/fields.rules.ts'

type Given = { province?: string | undefined; fields?: Readonly<Record<string, string>> | undefined }
const isOwn = (name: string): boolean => Object.hasOwn(fields, name) && fields[name as FieldName].seen === 'own'

/**
 * Tells whether a filter reveals values of sealed columns, such as an address or a partner's name. Only staff who may
 * open these columns may use such a filter.
 */
export const filtersPrivate = (filter: Given): boolean =>
  filter.province !== undefined || Object.keys(filter.fields ?? {}).some(isOwn)
