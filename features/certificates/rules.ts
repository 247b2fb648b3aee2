import { shortTime, thousands } from '#contract/written.ts'
import { PAPER_WIDTH } from './template/boxes.contract.ts'
import { isMark } from './template/marks.rules.ts'

/**
 * Pictures that an HTML definition names in the form of fields (docs/behaviour/certificates.md, Placeholders:
 * percent-wrapped field names).
 */
export const certificatePictureFields = ['bg', 'photo', 'qr'] as const

/**
 * A field name between percent signs, which a Chinese keyboard may write in full width (％). It has no blank at either
 * end, and no percent sign and no new line inside. Checkpoints have names such as 05, 10用时 or CP1+.
 */
const placeholder = /[%％]([^%％\s](?:[^%％\n\r]{0,38}[^%％\s])?)[%％]/gu
/**
 * The form of an unknown name: letters, digits and a few signs. Style sheets and sentences have other signs between two
 * percent signs, so `polygon(50% 0,100% 25%)` contains no name.
 */
const looksLikeName = /^[\p{L}\p{N}][\p{L}\p{N}_·./+ -]*$/u

/**
 * Replaces each name and its two percent signs with the value that `take` returns for the name. A name without a value
 * stays. The percent sign at its end may then open the next name: `100%的%姓名%`.
 */
const scan = (template: string, take: (name: string) => string | undefined): string => {
  let done = ''
  let at = 0
  placeholder.lastIndex = 0
  for (let match = placeholder.exec(template); match; match = placeholder.exec(template)) {
    const value = take(match[1]!)
    const end = match.index + match[0].length
    if (value === undefined) {
      placeholder.lastIndex = end - 1
      continue
    }
    done += template.slice(at, match.index) + value
    at = end
  }
  return done + template.slice(at)
}

/**
 * Forms in which a placeholder may print its value: `%净成绩|时间%`. A value that does not fit the form is printed as it
 * is.
 */
const forms: Readonly<Record<string, (value: string) => string>> = {
  时间: shortTime,
  数字: (value) => (/^\d+$/.test(value) ? thousands(value) : value),
}

/** Splits a name into the field and its form. An unknown form stays a part of the name. */
const splitForm = (name: string): { field: string; form?: (value: string) => string } => {
  const at = name.lastIndexOf('|')
  const form = at > 0 ? name.slice(at + 1) : ''
  return Object.hasOwn(forms, form) ? { field: name.slice(0, at), form: forms[form]! } : { field: name }
}

/**
 * Adds the form 时间 to a field with a time (04:27:42), and the form 数字 to a field with a rank or a total (5898). The
 * editor inserts these fields with the form.
 */
export const withForm = (field: string): string => {
  if (/^\d+$|成绩$|用时$|^(半程|终点|CP\d\+?)$/.test(field)) return `${field}|时间`
  return /名次$|排名$|总人数$/.test(field) ? `${field}|数字` : field
}

/** Lists the fields between percent signs in a text, in their order and each once. */
export const certificateFieldsIn = (text: string): string[] => {
  const found = new Set<string>()
  scan(text, (name) => {
    const { field } = splitForm(name)
    if (looksLikeName.test(field)) found.add(field)
    return undefined
  })
  return [...found]
}

/** The facts that fill the fields of a certificate. */
export type CertificateFacts = {
  race: { name: string; name_en?: string | null; city?: string | null; date: string }
  event: { name: string }
  /** The result report or the registration, by field name (`name`, `bib`, 枪成绩, 全部枪排名, 5 …). */
  report: Readonly<Record<string, unknown>>
  number: string
}

/** Names that templates use besides the report's own names (枪成绩, 净成绩, 全部枪排名 …), with the source of each. */
const usual: Readonly<Record<string, (facts: CertificateFacts) => unknown>> = {
  赛事名称: ({ race }) => race.name,
  英文名称: ({ race }) => race.name_en,
  城市: ({ race }) => race.city,
  日期: ({ race }) => race.date,
  项目: ({ event }) => event.name,
  比赛项目: ({ event }) => event.name,
  姓名: ({ report }) => report['name'],
  性别: ({ report }) => (report['gender'] === 'male' ? '男' : report['gender'] === 'female' ? '女' : report['gender']),
  参赛号: ({ report }) => report['bib'],
  成绩: ({ report }) => report['time'],
  枪成绩: ({ report }) => report['枪成绩'] ?? report['全部枪成绩'] ?? report['time'],
  净成绩: ({ report }) => report['净成绩'] ?? report['全部净成绩'] ?? report['nettime'],
  名次: ({ report }) => report['position'],
  全部枪排名: ({ report }) => report['全部枪排名'] ?? report['position'],
  性别枪排名: () => '',
  全部净排名: () => '',
  性别净排名: () => '',
  年龄段: () => '',
  年龄段排名: () => '',
  证书编号: ({ number }) => number,
}
export const usualFields: readonly string[] = Object.keys(usual)

/**
 * The labels that timing firms give to checkpoints. Each checkpoint has a time, and a time and a pace for the segment
 * before it.
 */
const points = '05 5 10 15 20 半程 25 30 35 40 终点 CP1 CP1+ CP2 CP3 CP4 CP5 CP6 CP7 CP8 CP9'.split(' ')
/** The fields of a report or a registration besides the usual names. */
export const reportFields: readonly string[] = [
  ...points.flatMap((label) => [label, `${label}用时`, `${label}配速`]),
  '全部枪成绩',
  '全部净成绩',
  '配速',
  '性别总人数',
  '全部总人数',
  '年龄段总人数',
  '国籍',
  '俱乐部',
  'name',
  'enname',
  'bib',
  'gender',
  'agegroup',
  'time',
  'nettime',
  'pace',
  'netpace',
  'position',
  'clothes',
  'runnerzone',
]

const same = (value: string): string => value
const mayBeEmpty: ReadonlySet<string> = new Set(reportFields)
/**
 * Puts values in place of `%field%`, as text. An unknown name stays as it is written. A mark prints nothing, and so
 * does a checkpoint that this report lacks.
 */
export const fillText = (template: string, values: Readonly<Record<string, string>>): string =>
  scan(template, (name) => {
    const { field, form = same } = splitForm(name)
    if (Object.hasOwn(values, field)) return form(values[field]!)
    return mayBeEmpty.has(field) || (isMark(field) && looksLikeName.test(field)) ? '' : undefined
  })

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/**
 * Returns field → text for one certificate. The definition's `map` (display name → report field) counts first, then the
 * report's own fields, then the usual names. A known field without a value is empty. An unknown name is left out, so
 * the text keeps it.
 */
export const valuesFor = (map: Readonly<Record<string, string>>, facts: CertificateFacts): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const [name, from] of Object.entries(usual)) values[name] = asText(from(facts))
  for (const [name, value] of Object.entries(facts.report)) {
    if (value === null || typeof value !== 'object') values[name] = asText(value) || values[name] || ''
  }
  for (const [name, from] of Object.entries(map)) values[name] = Object.hasOwn(values, from) ? values[from]! : ''
  return values
}

/**
 * Returns the paper of a background. The width is at most 1280, and the height keeps the proportion
 * (docs/behaviour/certificates.md, Paper and picture).
 */
export const paperFor = (width: number, height: number): { width: number; height: number } =>
  width <= PAPER_WIDTH ? { width, height } : { width: PAPER_WIDTH, height: Math.round((height * PAPER_WIDTH) / width) }

/** The kind of picture: the certificate of a registration, the certificate of a result, or a poster. */
export type PageType = 'reg' | 'timing' | 'poster'
const prefixes: Record<PageType, string> = { reg: 'certi202303', timing: 'certificate', poster: 'certi202311' }
/**
 * Returns the name under which the device keeps a drawn picture (docs/behaviour/certificates.md, Kept pictures). The
 * name holds the versions of definition and report, so a corrected result never shows an old picture.
 */
export const pictureKey = (
  type: PageType,
  id: string,
  certificate: { id: number; version: number },
  reportVersion: number | string,
): string => `${prefixes[type]}-${type}-${id}-${certificate.id}-${certificate.version}-${reportVersion}`

/** Tells whether the boxes have no code or no number. People need both to verify a certificate. */
export const lacksCode = (boxes: readonly { kind: string; text?: string }[]): boolean =>
  !boxes.some(({ kind }) => kind === 'qr') ||
  !boxes.some(({ text }) => text !== undefined && certificateFieldsIn(text).includes('证书编号'))

/** Returns a short name for the data of a picture (FNV-1a). Other data almost always give another name. */
export const digestOf = (drawnFrom: unknown): string => {
  const text = JSON.stringify(drawnFrom)
  let [low, high] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193) >>> 0
    high = Math.imul(high ^ text.charCodeAt(at) ^ (low >>> 13), 0x01000193) >>> 0
  }
  return low.toString(36) + high.toString(36)
}
