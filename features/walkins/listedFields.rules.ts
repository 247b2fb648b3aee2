/**
 * The fields of an event's form that a list of registrations may bring: a column for each, with the label of the field.
 * Province, city and district are left out, because sign-up chooses them from a tree. The wish for a bib is left out,
 * because only the runner can wish for a number.
 */
import { type Text, langs, sameText, text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { type AskableField, type StockField, askableFields } from '#features/fields/lists.rules.ts'
import { labels, options } from '#features/fields/words.ts'
import { emergencyNameTitles, emergencyPhoneTitles, shirtTitles } from '#features/imports/titles.rules.ts'
import type { ImportColumn } from '#seam/server/imports.ts'

type ImportedField = Exclude<AskableField, 'area' | 'bib_wish'>
const importedFields = askableFields.filter((name): name is ImportedField => name !== 'area' && name !== 'bib_wish')

/** Titles as people write them. A field without titles here is found by its label. */
const titlesOf: Partial<Record<ImportedField, RegExp>> = {
  enname: /^(enname|english ?name|name in english|英文名|英文姓名|姓名拼音|拼音|pinyin)$/i,
  email: /^(e-?mail|e-?mail ?address|邮箱|电子邮箱|电子邮件|邮箱地址|郵箱|電子郵件|電子信箱)$/i,
  emername: emergencyNameTitles,
  emertel: emergencyPhoneTitles,
  emerrelationship:
    /^(emerrelationship|relationship|relation|关系|關係|与?紧急联系人的?关系|與?緊急聯絡人的?關係|紧急联系人与本人关系)$/i,
  bloodtype: /^(bloodtype|blood ?(type|group)|血型)$/i,
  address: /^(address|postal address|mailing address|地址|联系地址|通讯地址|通信地址|聯絡地址|通訊地址|住址)$/i,
  clothes: shirtTitles,
  packagebus: /^(packagebus|shuttle|shuttle ?bus|bus|接驳车|摆渡车|班车|接駁車|接駁巴士)$/i,
}
const examples: Partial<Record<ImportedField, ImportColumn['example']>> = {
  email: sameText('runner@example.com'),
  emername: text('王家人', '王家人', 'Wang Jiaren'),
  emertel: sameText('13900000000'),
  clothes: sameText('M'),
}
const neverTitle = /(?!)/

export const fieldColumns: readonly ImportColumn[] = importedFields.map((name) => ({
  name,
  label: labels[name],
  titles: titlesOf[name] ?? neverTitle,
  example: examples[name] ?? sameText(''),
}))

const plain = (written: string): string => written.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()
const sameOf = (known: readonly string[], cell: string): string | undefined =>
  known.find((one) => plain(one) === plain(cell))
const isChoice = (name: ImportedField): name is ImportedField & keyof typeof options => fields[name].kind === 'choice'
const isStock = (name: ImportedField): name is ImportedField & StockField => fields[name].kind === 'stock'
/** Returns the stored word of a choice that a list names by the word or by its label in any language. */
const optionOf = (name: keyof typeof options, cell: string): string | undefined => {
  const labelled = Object.entries<Record<string, string>>(options[name])
  return labelled.find(([word, label]) => sameOf([word, ...langs.map((lang) => label[lang]!)], cell))?.[0]
}

type FieldCells = Partial<Record<ImportedField, string>>
/**
 * Reads the cells of the fields that the event asks, as the sign-up sends them. A cell of a field that the event does
 * not ask is left out: an event keeps no data that it does not need.
 */
export const fieldsIn = (cell: (name: string) => string, form: EventForm): FieldCells =>
  Object.fromEntries(
    importedFields.flatMap((name) => {
      const given = cell(name)
      if (given === '' || form.ask[name] === undefined) return []
      const known = isChoice(name) ? optionOf(name, given) : isStock(name) ? sameOf(form[name], given) : undefined
      return [[name, known ?? given]]
    }),
  )

/** Finds the cells that are longer than a sign-up may be. Nobody notices a text that loses its end. */
export const tooLongIn = (
  given: FieldCells,
): Partial<Record<ImportedField, { message: Text; values: { n: number } }>> =>
  Object.fromEntries(
    importedFields.flatMap((name) => {
      const { longest: n } = fields[name]
      return (given[name] ?? '').length > n ? [[name, { message: wrong.too_long, values: { n } }]] : []
    }),
  )
