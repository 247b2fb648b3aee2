export type Point = {
  label: string
  /** The distance from the start in metres; null if only the race knows it. */
  metres: number | null
}

const HALF =
  /^(half|half ?way|halb|半程|前半程|上半程|半马|半馬|half[\s_-]?marathon|hm|21\.?1?k?m?|21 km|21\.1 ?(?:km|k|公里)|21\.0975\s?(?:k?m?|公里)|13\.1\s?m(i|iles?)?|ハーフ|中間|中間点|中間地点|semi|semi[\s-]?marathon|halbmarathon|halve marathon|halve|medio marat[oó]n|media marat[oó]n|mezza|mezza maratona|meia maratona|mid ?point|midway|half ?way (?:point|mark))$/
/** Points without a number or a distance. A title keeps its own word as the label. */
const TURN = /^(?:折返点?|折返點|转折点|轉折點|折り返し地?点?|turn ?around|turning point|wendepunkt)$/
const PASSED =
  /^(?:pk|passage|durchgang|zwischenzeit|paso|parcial|passaggio|intermedio|intermediate|doorkomst|tussentijd)[\s_-]*(?:(?:au|aux|bei|por|al|a|op|at)[\s_-]+)?(?=\d|half|semi|halb|halve|medi|mezza|meia)/

/** Brings a point's title into one form for comparisons: one width and case, without words that only say "time". */
const pointWord = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/[([](?:(?:h+:)?m+:s+|净|淨|枪|槍|net|gun|chip)[)\]]/, '')
    .replace(/^(split|time|(?:分段|计时点|計時點)(?=[\s_-]*(?:\d{1,3}(?:\.\d+)?\s*(?:k|公里|千米)|半)))[\s_-]*/, '')
    .replace(
      /[\s_-]*(split|time|(?:净|淨|枪|槍|枪声|槍聲)?(?:スプリット|タイム|成绩|成績|用时|用時|计时|計時|通过|通過|时间|時間|通过时间|通過時間))$/,
      '',
    )
    .replace(/(半程|公里|千米|km|k)(?:计时点|計時點|处|處|点|點|地点|地點)$/, '$1')
    .replace(PASSED, '')
    .replace(/^(miles?|mi|km|k|kilomet(?:er|re))[\s_-]*(\d{1,3}(?:\.\d+)?|half)$/, (_all, unit: string, n: string) =>
      n === 'half' ? n : `${n} ${unit.startsWith('kilo') ? 'km' : unit}`,
    )
    .trim()

/**
 * Reads the kilometres in a title; null if there are none. The title is only a distance, or the distance follows a
 * point's number or is in brackets: `10 km`, `T2 15K`, `第1分段(10km)`, `折返点(12.5公里)`.
 */
const kilometresIn = (word: string): number | null => {
  const found =
    /^(\d{1,3}(?:\.\d+)?)\s*(?:k|km|公里|千米)$/.exec(word) ??
    /^(0?5|10|15|20|25|30|35|40)$/.exec(word) ??
    /^(?:t|tp|sp|s|p|mat|point|station|第|计时点|計時點)?\s?\d{1,2}(?:分段|段|计时点|計時點|点|點)?[\s:-]*(\d{1,3}(?:\.\d+)?)\s?(?:k|km|公里|千米)$/.exec(
      word,
    ) ??
    /^[^(]*\((\d{1,3}(?:\.\d+)?) ?(?:k|km|公里|千米)\)$/.exec(word)
  return found ? Number(found[1]) : null
}

/** Words after a checkpoint's name which show that the column holds no times: a rank, a pace, a distance, a cut-off. */
const NO_TIME =
  /排|名|位次|速|距离|距離|里程|爬升|关门|關門|停留|休息|rank|place|pos|pace|speed|dist|cut|elev|gain|rest/
const WAY_OUT = /^(?:出|离开|離開|出站|出发|出發|out|exit|dep|departure)$/

/** Words for a numbered point of a course, each with the word at the beginning of the point's label. */
const POINT_WORDS: readonly (readonly [string, string])[] = [
  ['cp|检查点|檢查點|打卡点|打卡點', 'CP'],
  ['vp|verpflegung(?:spunkt|sstelle|sstation)?', 'VP'],
  ['p\\.?c\\.?', 'PC'],
  ['as|aid(?: station)?', 'AS'],
  ['ws|water station', 'WS'],
  ['ravito|ravitaillement', 'Ravito'],
  ['control|check ?point', 'Control'],
  ...['关门点', '關門點', '計時點', '计时点', '补给站', '補給站', '补给点', '補給點', 'エイド', '関門'].map(
    (word) => [word, word] as const,
  ),
]
const MATS = new Set(['计时点', '計時點'])
/** A number up to 99 in a title. `ordinal` reads it. */
export const NUMERAL = '\\d{1,2}|[一二三四五六七八九十]{1,3}'
const DIGITS = '一二三四五六七八九'
/** Reads a number up to 99 in figures or in Chinese characters. */
export const ordinal = (text: string): number => {
  if (/^\d/.test(text)) return Number(text)
  const [tens, ones] = text.includes('十') ? text.split('十') : ['0', text]
  return (tens === '' ? 10 : (DIGITS.indexOf(tens!) + 1) * 10) + (DIGITS.indexOf(ones!) + 1)
}
/** The forms of a numbered point: `CP1 石门 12 km`, and in Chinese and Japanese also `第1関門`. */
const NUMBERED = POINT_WORDS.map(([word, label]) => ({
  label,
  form: new RegExp(
    `^(?:(?:${word})\\s*(${NUMERAL})(?!\\d)|第(${NUMERAL})(?:${word}))\\s*(\\+?)(\\D*?)(?:(\\d{1,3}(?:\\.\\d+)?) ?km\\)?)?$`,
  ),
}))

/**
 * Returns a numbered point of a trail race: `CP1`, `CP1+` for the way out of it, `CP2 石门`, `CP5 Col (12.4 km)`, `VP3`.
 * Null for another title. The label tells the kind of point, because one list may have both `CP1` and `VP1`.
 */
const checkpointIn = (word: string): Point | null => {
  for (const { label, form } of NUMBERED) {
    const found = form.exec(word)
    if (!found) continue
    const [, after, before, plus, more = '', kilometres] = found
    if (NO_TIME.test(more)) return null
    const behind = more.replace(/[\s()_:·-]/g, '')
    const out = plus === '+' || WAY_OUT.test(behind) ? '+' : ''
    const metres = kilometres === undefined ? null : Number(kilometres) * 1000
    // A mat of a road race is known by its distance.
    if (metres !== null && MATS.has(label)) return null
    return { label: `${label}${ordinal((after ?? before)!)}${out}`, metres }
  }
  return null
}

/**
 * Finds the checkpoint that a title names. The label follows docs/behaviour/timing.md, Checkpoint labels (5, 10, 半程,
 * CP1+).
 */
export const pointIn = (header: string): Point | null => {
  const word = pointWord(header)
  if (HALF.test(word) || /^[^(]*\((?:21\.0975|21\.1) ?km\)$|^[^(]*\(13\.1 ?mi(?:les)?\)$/.test(word))
    return { label: '半程', metres: 21_097.5 }
  if (TURN.test(word)) return { label: word, metres: null }
  const checkpoint = checkpointIn(word)
  if (checkpoint) return checkpoint
  const kilometres = kilometresIn(word)
  if (kilometres !== null) return { label: String(kilometres), metres: kilometres * 1000 }
  const miles = /^(\d{1,3}(?:\.\d+)?)\s*(mi|miles?|英里)$/.exec(word) ?? /^(\d{1,2})\s*(m)$/.exec(word)
  return miles ? { label: `${Number(miles[1])}mi`, metres: Math.round(Number(miles[1]) * 1609.344) } : null
}

const COUNTED = /^(?:split|time|lap|分段)[\s_-]*(\d{1,2})$/i
/**
 * Finds the point that each title of a list names; null if a title names no point. Titles such as `Split 1` to `Split
 * 8` only count the points, so they give null too: `Split 5` among them is not 5 km.
 */
export const pointsIn = (header: readonly string[]): (Point | null)[] => {
  const numbers = header.map((title) => Number(COUNTED.exec(title.trim())?.[1] ?? 0))
  const counts = numbers.includes(1) && numbers.includes(2)
  return header.map((title, at) => (counts && numbers[at]! > 0 ? null : pointIn(title)))
}
