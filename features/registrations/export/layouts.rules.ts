import type { Text } from '#contract/words.ts'
import { type FieldName, fieldsWith } from '#features/fields/fields.rules.ts'
import { exportWords } from './export.words.ts'

type Own = 'id' | 'event' | 'state' | 'paid' | 'bib' | 'zone' | 'age' | 'tag' | 'signed_up' | 'team'
type Layout = { name: string; label: Text; columns: readonly (FieldName | Own)[] }

/** Ready layouts. Each has only the columns that its reader needs. */
export const readyLayouts: readonly Layout[] = [
  {
    name: 'insurance',
    label: exportWords.insurance,
    columns: ['name', 'idtype', 'idnum', 'country', 'gender', 'birth', 'age', 'mobile', 'event', 'bib'],
  },
  {
    name: 'federation',
    label: exportWords.federation,
    columns: ['name', 'enname', 'gender', 'birth', 'country', 'idtype', 'idnum', 'event', 'bib', 'province', 'team'],
  },
  {
    name: 'medical',
    label: exportWords.medical,
    columns: [
      ...(['bib', 'name', 'gender', 'age'] as const),
      ...fieldsWith({ group: 'health', asked: 'form' }),
      ...(['event', 'zone', 'mobile'] as const),
      ...fieldsWith({ group: 'emergency', asked: 'form' }),
    ],
  },
  {
    name: 'timing',
    label: exportWords.timing,
    columns: ['bib', 'name', 'enname', 'gender', 'age', 'country', 'event', 'zone', 'team'],
  },
]
