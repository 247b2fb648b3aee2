import { type Text, text } from '#contract/words.ts'
import { countryTitles, documentTitles, documentTypeTitles, nameTitles } from '#features/imports/titles.rules.ts'
import { listedIdtype } from './listed.rules.ts'
import { listedWords as words } from './listedPerson.words.ts'
import { type Document, checkDocument } from './rules.ts'
import { documentWords } from './words.ts'

type Cells = Readonly<Record<string, string>>
export type ListedFault = { why: Text; values?: Record<string, string> }

export type ListedDocument = { document: Document; country: string }
/**
 * Reads the document of a row by its columns `idnum`, `idtype` and `country`. A document without a country counts as
 * Chinese.
 */
export const listedDocument = (cells: Cells, now: Date): ListedDocument | ListedFault => {
  const cell = (name: string) => cells[name] ?? ''
  const country = cell('country') || 'CN'
  const idtype = listedIdtype(cell('idtype'), cell('idnum'), country, now)
  if (!idtype) return { why: words.idtype_unknown, values: { given: cell('idtype').slice(0, 40) } }
  const verdict = checkDocument({ idtype, idnum: cell('idnum'), country }, now)
  return verdict.ok ? { document: verdict.document, country } : { why: documentWords[verdict.why] }
}

const same = (one: string): Text => text(one, one, one as never)
/** The columns that tell who a person is. */
export const listedColumns = {
  name: {
    name: 'name',
    label: words.name,
    titles: nameTitles,
    needed: true,
    example: text('王小明', '王小明', 'Wang Xiaoming'),
  },
  idnum: {
    name: 'idnum',
    label: words.idnum,
    titles: documentTitles,
    needed: true,
    example: same('11010519491231002X'),
  },
  idtype: {
    name: 'idtype',
    label: words.idtype,
    titles: documentTypeTitles,
    example: text('身份证', '身分證', 'passport'),
  },
  country: {
    name: 'country',
    label: words.country,
    titles: countryTitles,
    example: same('CN'),
  },
} as const
