export type Point = {
  label: string
  /** The distance from the start in metres; null if only the race knows it. */
  metres: number | null
}

const HALF =
  /^(half|half ?way|半程|半马|半馬|half[\s_-]?marathon|hm|21\.?1?k?m?|21\.1公里|21\.0975\s?(?:k?m?|公里)|13\.1\s?m(i|iles?)?|ハーフ|中間点|中間地点|semi|semi[\s-]?marathon)$/

/** Brings a point's title into one form for comparisons: one width and case, without words that only say "time". */
const pointWord = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/[([](?:h+:)?m+:s+[)\]]/, '')
    .replace(/^(split|time|分段|计时点|計時點)[\s_-]*/, '')
    .replace(
      /[\s_-]*(split|time|(?:净|淨|枪|槍|枪声|槍聲)?(?:成绩|成績|用时|用時|计时|計時|通过|通過|时间|時間|通过时间|通過時間))$/,
      '',
    )
    .replace(/(半程|公里|千米|km|k)(?:计时点|計時點|处|處|点|點)$/, '$1')
    .replace(/^(miles?|mi|km|k)[\s_-]*(\d{1,3}(?:\.\d+)?|half)$/, (_all, unit: string, n: string) =>
      n === 'half' ? n : `${n} ${unit}`,
    )
    .trim()

/**
 * Reads the kilometres in a title. The title is only a distance, or the distance follows a point's number or is in
 * brackets: `10 km`, `T2 15K`, `第1分段(10km)`, `折返点(12.5公里)`.
 */
const kilometresIn = (word: string): number | null => {
  const found =
    /^(\d{1,3}(?:\.\d+)?)\s*(?:k|km|公里|千米)$/.exec(word) ??
    /^(0?5|10|15|20|25|30|35|40)$/.exec(word) ??
    /^(?:t|tp|sp|s|p|mat|point|station|第)?\s?\d{1,2}(?:分段|段|计时点|計時點|点|點)?[\s:-]*(\d{1,3}(?:\.\d+)?)\s?(?:k|km|公里|千米)$/.exec(
      word,
    ) ??
    /^[^(]*\((\d{1,3}(?:\.\d+)?) ?(?:k|km|公里|千米)\)$/.exec(word)
  return found ? Number(found[1]) : null
}

/** Words after a checkpoint's name which show that the column holds no times: a rank, a pace, a distance, a cut-off. */
const NO_TIME =
  /排|名|位次|速|距离|距離|里程|爬升|关门|關門|停留|休息|rank|place|pos|pace|speed|dist|cut|elev|gain|rest/
const WAY_OUT = /^(?:出|离开|離開|出站|出发|出發|out|exit|dep|departure)$/

/** Returns a checkpoint of a trail race: `CP1`, `CP1+` for the way out of it, `CP2 石门`, `CP5 Col (12.4 km)`. */
const checkpointIn = (word: string): Point | null => {
  const found = /^(?:cp|检查点|檢查點|打卡点|打卡點)\s*(\d{1,2})\s*(\+?)(\D*?)(?:(\d{1,3}(?:\.\d+)?) ?km\)?)?$/.exec(
    word,
  )
  if (!found || NO_TIME.test(found[3]!)) return null
  const behind = found[3]!.replace(/[\s()_:·-]/g, '')
  const out = found[2] === '+' || WAY_OUT.test(behind) ? '+' : ''
  return { label: `CP${Number(found[1])}${out}`, metres: found[4] === undefined ? null : Number(found[4]) * 1000 }
}

/**
 * Finds the checkpoint that a title names. Its label follows docs/behaviour/timing.md, Checkpoint labels (5, 10, 半程,
 * CP1+).
 */
export const pointIn = (header: string): Point | null => {
  const word = pointWord(header)
  if (HALF.test(word) || /^[^(]*\((?:21\.0975|21\.1) ?km\)$|^[^(]*\(13\.1 ?mi(?:les)?\)$/.test(word))
    return { label: '半程', metres: 21_097.5 }
  const checkpoint = checkpointIn(word)
  if (checkpoint) return checkpoint
  const kilometres = kilometresIn(word)
  if (kilometres !== null) return { label: String(kilometres), metres: kilometres * 1000 }
  const miles = /^(\d{1,3}(?:\.\d+)?)\s*(mi|miles?|英里)$/.exec(word) ?? /^(\d{1,2})\s*(m)$/.exec(word)
  return miles ? { label: `${Number(miles[1])}mi`, metres: Math.round(Number(miles[1]) * 1609.344) } : null
}
