/**
 * The fields of an event's form that a list of registrations may bring. Province, city and district are left out,
 * because sign-up chooses them from a tree. The wish for a bib is left out, because only the runner can wish for a
 * number.
 */
import { type Text, langs, sameText, text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { type AskableField, type StockField, askableFields } from '#features/fields/lists.rules.ts'
import { labels, options } from '#features/fields/words.ts'
import { relationFamily } from '#features/imports/families.rules.ts'
import { emergencyNameTitles, emergencyPhoneTitles, shirtTitles } from '#features/imports/titles.rules.ts'
import type { ImportColumn } from '#seam/server/imports.ts'

type ImportedField = Exclude<AskableField, 'area' | 'bib_wish'>
const importedFields = askableFields.filter((name): name is ImportedField => name !== 'area' && name !== 'bib_wish')

/** Titles as people write them. A field without titles here is found by its label. */
const titlesOf: Partial<Record<ImportedField, RegExp>> = {
  enname:
    /^(enname|english ?(full ?)?name|(full ?)?name ?in ?(english|pinyin|latin ?letters)|pinyin( ?name)?|name ?pinyin|(护照|证件)?英文(名|姓名|名字)|姓名(拼音|英文)|(汉语)?拼音(姓名|名)?|外文(名|姓名))$/i,
  email:
    /^((e-?)?mail(s| ?(address|id|adresse))?|(联系|个人|本人|常用)?(电子)?(邮箱|邮件|邮件信箱|信箱)(地址|账号|号)?|电邮(地址)?|courriel|correo( ?electronico)?|correo electrónico|メール(アドレス)?|이메일)$/i,
  emername: emergencyNameTitles,
  emertel: emergencyPhoneTitles,
  emerrelationship: new RegExp(`^emerrelationship$|${relationFamily.source}`, 'i'),
  bloodtype:
    /^((abo)?bloodtype|blood ?(type|group)|(abo)?血型|blutgruppe|groupe ?sanguin|grupo ?sanguíneo|血液型|혈액형)$/i,
  address:
    /^((postal|mailing|home|street|contact|delivery|residential)? ?address|(联系|联络|通讯|通信|家庭|居住|现居住|常住|收货|邮寄|快递|详细|住宅)?(地址|住址|居住地址)|anschrift|adresse|dirección|direccion|indirizzo|住所|주소)$/i,
  clothes: shirtTitles,
  packagebus:
    /^(packagebus|(shuttle|race)? ?(bus|shuttle)( ?(stop|route|pick ?up|line|choice))?|(接驳|摆渡|赛事)?(车|巴士|班车|专车)?(接驳车|摆渡车|班车|接驳巴士|上车点|乘车点|乘车地点|上车地点|接驳点|班车线路|班车路线))$/i,
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
 * not ask is left out, because an event keeps no data that it does not need.
 */
export const fieldCellsIn = (cell: (name: string) => string, form: EventForm): FieldCells =>
  Object.fromEntries(
    importedFields.flatMap((name) => {
      const given = cell(name)
      if (given === '' || form.ask[name] === undefined) return []
      const known = isChoice(name) ? optionOf(name, given) : isStock(name) ? sameOf(form[name], given) : undefined
      return [[name, known ?? given]]
    }),
  )

/**
 * Finds the cells that are longer than the sign-up allows. The list does not shorten them, because nobody would notice
 * the loss.
 */
export const tooLongIn = (
  given: FieldCells,
): Partial<Record<ImportedField, { message: Text; values: { n: number } }>> =>
  Object.fromEntries(
    importedFields.flatMap((name) => {
      const { longest: n } = fields[name]
      return (given[name] ?? '').length > n ? [[name, { message: wrong.too_long, values: { n } }]] : []
    }),
  )
