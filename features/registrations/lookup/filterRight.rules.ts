import { type FieldName, fields } from '#features/fields/fields.rules.ts'

type Given = { province?: string | undefined; fields?: Readonly<Record<string, string>> | undefined }
const isOwn = (name: string): boolean => Object.hasOwn(fields, name) && fields[name as FieldName].seen === 'own'

/** Whether a filter tells what only those may read who open sealed columns: who lives where, whose partner is called. */
export const tellsPrivate = (filter: Given): boolean =>
  filter.province !== undefined || Object.keys(filter.fields ?? {}).some(isOwn)
