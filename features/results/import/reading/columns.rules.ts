import { genderIn, outcomeIn, rankIn } from './cells.rules.ts'
import { type Meaning, type Plain, meanings } from './vocabulary.rules.ts'

export type Point = { label: string; /** From the start; null where only the race knows. */ metres: number | null }

/** The checkpoint that a header names, labelled by docs/behaviour/timing.md, Checkpoint labels (5, 10, 半程, CP1+). */
export const pointIn = (header: string): Point | null => {
  const word = header
    .toLowerCase()
    .replace(/^(split|time|分段|计时点|計時點)[\s_-]*/, '')
    .replace(/[\s_-]*(split|time|成绩|成績|用时|用時|计时|計時)$/, '')
    .trim()
  if (/^(half|半程|半马|半馬|half[\s_-]?marathon|hm|21\.?1?k?m?|21\.0975\s?k?m?|13\.1\s?m(i|iles)?)$/.test(word))
    return { label: '半程', metres: 21_097.5 }
  const kilometres = /^(\d{1,3}(?:\.\d+)?)\s*(k|km|公里|千米)$/.exec(word) ?? /^(0?5|10|15|20|25|30|35|40)$/.exec(word)
  if (kilometres) return { label: String(Number(kilometres[1])), metres: Number(kilometres[1]) * 1000 }
  const miles = /^(\d{1,3}(?:\.\d+)?)\s*(mi|miles?|英里)$/.exec(word)
  if (miles) return { label: `${Number(miles[1])}mi`, metres: Math.round(Number(miles[1]) * 1609.344) }
  const checkpoint = /^(?:cp|检查点|檢查點|打卡点|打卡點)\s*(\d{1,2})\s*(\+?)$/.exec(word)
  return checkpoint ? { label: `CP${Number(checkpoint[1])}${checkpoint[2]}`, metres: null } : null
}

const names: [Plain, RegExp][] = [
  [
    'bib',
    /^(bib|bib #|bib no\.?|bib number|start ?nr\.?|startnummer|runner id|race no\.?|号码|號碼|号码布|號碼布|参赛号|參賽號|参赛号码|參賽號碼|号码簿|dorsal|dossard)$/,
  ],
  ['first_name', /^(first|first name|given name|vorname|prenom|prénom|名字)$/],
  ['last_name', /^(last|last name|surname|family name|nachname|nom|姓氏)$/],
  ['name', /^(name|runner name|full name|athlete|participant|姓名|选手|選手|选手姓名|選手姓名|中文姓名)$/],
  [
    'document',
    /^(idnum|id number|id card|document|证件号|證件號|证件号码|證件號碼|身份证|身份证号|身份证号码|身分證|身分證字號)$/,
  ],
  [
    'rank_gender',
    /^(place gender|gender place|gender rank|rank sex|sex place|genderdiv|gender ?div|sex rank|性别排名|性別排名|性别名次|性別名次|性别枪排名)$/,
  ],
  [
    'rank_agegroup',
    /^(place age div|div place|division place|age group place|age group rank|rank category|category rank|cat place|age place|年龄组排名|年齡組排名|年龄段排名|年齡段排名|组别排名|組別排名|组别名次)$/,
  ],
  [
    'rank',
    /^(overall|place overall|overall place|overall rank|place|rank|rank scratch|pos|position|排名|名次|总排名|總排名|总名次|總名次|全部枪排名|枪排名|槍排名)$/,
  ],
  [
    'net',
    /^(net|net time|chip|chip time|real time|nettime|净成绩|淨成績|净时间|淨時間|净计时成绩|芯片成绩|晶片成績|全部净成绩)$/,
  ],
  [
    'gun',
    /^(gun|gun time|official|official time|time full|time|finish|finish time|finishing time|race time|result|total time|clock time|成绩|成績|枪成绩|槍成績|枪声成绩|槍聲成績|枪声时间|总成绩|總成績|完赛成绩|完賽成績|完赛时间|终点|終點|全部枪成绩)$/,
  ],
  ['start', /^(start offset|chipstart|chip start|start delay|起点延时|起跑延迟)$/],
  ['gender', /^(gender|sex|m\/f|性别|性別)$/],
  ['age', /^(age|年龄|年齡)$/],
  [
    'birth',
    /^(birth|born|birth ?day|birth ?date|date of birth|dob|year of birth|birth year|yob|jahrgang|jg|geburtsjahr|geburtsdatum|出生年份|出生年|出生日期|出生|生日)$/,
  ],
  [
    'agegroup',
    /^(age group|agegroup|division|div|category|cat|age category|ag|年龄段|年齡段|年龄组|年齡組|组别|組別)$/,
  ],
  ['field', /^(field|class|discipline|参赛类别|參賽類別)$/],
  ['outcome', /^(status|state|outcome|状态|狀態|完赛状态|完賽狀態|完赛情况)$/],
  ['reason', /^(reason|remark|remarks|note|notes|备注|備註|原因)$/],
  ['country', /^(country|nationality|nat|国籍|國籍|国家|國家|国家\/地区)$/],
  ['city', /^(city|residence|town|城市|所在城市)$/],
  [
    'club',
    /^(club|team|team name|squad|company|school|affiliation|organi[sz]ation|跑团|跑團|俱乐部|俱樂部|单位|單位|团队|團隊|团队名称|團隊名稱|队名|隊名|代表队|代表隊|参赛队|參賽隊|所属团队|所屬團隊|公司|学校|學校)$/,
  ],
]

const plainOf = (header: string): Plain | null => {
  const word = header
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .replace(/\s*[（(].*[)）]\s*$/, '')
    .trim()
  return names.find(([, pattern]) => pattern.test(word))?.[0] ?? null
}

const share = (cells: readonly string[], holds: (cell: string) => boolean): number => {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length === 0 ? 0 : filled.filter(holds).length / filled.length
}
const isRank = (cell: string) => typeof rankIn(cell) === 'object'

/** Which column stands for a meaning; the one column may stand for two (a unique place that serves as the bib). */
export type Columns = ReadonlyMap<Meaning, number>

/**
 * Guesses what the columns mean from their headers, in Chinese and English, and from what stands below where a header
 * means two things: a "Gender" of numbers is a place, a "Division" of numbers is one too, a "State" may be where
 * somebody lives. The first column of a meaning counts.
 */
export const guessColumns = (header: readonly string[], rows: readonly (readonly string[])[]): Columns => {
  const sample = rows.filter((_, at) => at < 200 || at % 97 === 0)
  const plains = header.map(plainOf)
  const columns = new Map<Meaning, number>()
  for (const [at, title] of header.entries()) {
    const cells = sample.map((row) => row[at] ?? '')
    const point = plains[at] ? null : pointIn(title)
    let meaning: Meaning | null = plains[at] ?? (point ? `split:${point.label}` : null)
    if (meaning === 'gender' && share(cells, (cell) => genderIn(cell) !== null) < 0.5)
      meaning = share(cells, isRank) > 0.5 ? 'rank_gender' : null
    if (meaning === 'agegroup' && !plains.includes('rank_agegroup') && share(cells, isRank) > 0.9)
      meaning = 'rank_agegroup'
    if (meaning === 'outcome' && share(cells, (cell) => outcomeIn(cell) !== null) < 0.8) meaning = null
    if (meaning !== null && !columns.has(meaning)) columns.set(meaning, at)
  }
  return columns
}

/**
 * What somebody says about columns: meaning → header, or `#4` for the fourth column. A meaning given as '' is not in
 * the file.
 */
export type Mapping = Readonly<Record<string, string>>
export type Mapped = {
  columns: Columns
  /** Words of the mapping that name no meaning or no column. */ unknown: string[]
}

const isMeaning = (word: string): word is Meaning =>
  (meanings as readonly string[]).includes(word) || /^(split|segment):.+$/.test(word)

/** The guess, overruled by what was said. */
export const mapColumns = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: Mapping = {},
): Mapped => {
  const columns = new Map(guessColumns(header, rows))
  const unknown: string[] = []
  const said = new Map<Meaning, number>()
  for (const [word, title] of Object.entries(mapping)) {
    if (!isMeaning(word)) {
      unknown.push(word)
      continue
    }
    columns.delete(word)
    if (title === '') continue
    const numbered = /^#(\d+)$/.exec(title)
    const at = numbered
      ? Number(numbered[1]) - 1
      : header.findIndex((one) => one.toLowerCase().trim() === title.toLowerCase().trim())
    if (at < 0 || at >= header.length) unknown.push(title)
    else said.set(word, at)
  }
  // A column that was given a meaning loses the guessed one.
  for (const [meaning, at] of columns) if ([...said.values()].includes(at)) columns.delete(meaning)
  return { columns: new Map([...columns, ...said]), unknown }
}
