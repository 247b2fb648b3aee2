import type { GenderLetter, ResultOutcome } from '../../rules.ts'

const MISSING = new Set([
  '',
  '-',
  '--',
  '---',
  '—',
  '–',
  '——',
  '－',
  '－－',
  '/',
  '-:-',
  '-:--',
  '-:--:--',
  '--:--',
  '--:--:--',
  'na',
  'n/a',
  'n.a.',
  'n.a',
  'n. a.',
  'k.a.',
  'k. a.',
  '#n/a',
  'nan',
  'null',
  'none',
  '无',
  '無',
  '暂无',
  '暫無',
  '0',
  '0.0',
  '0:00',
  '00:00',
  '0:00:00',
  '00:00:00',
  '00:00:00.0',
  '00:00:00.000',
])
/** The first signs of the cells in `MISSING`, in both cases. A cell that begins with another sign has a value. */
const FIRST = new Set([...MISSING].flatMap((cell) => [cell.charCodeAt(0), cell.toUpperCase().charCodeAt(0)]))
/** Tells whether a cell has no value: it is empty, a dash, NA, or a time of zero. */
export const isMissing = (cell: string | undefined): boolean => {
  if (cell === undefined || cell === '') return true
  return cell.length <= 12 && FIRST.has(cell.charCodeAt(0)) && MISSING.has(cell.toLowerCase())
}

/**
 * Tells whether a cell holds an error that a spreadsheet shows in place of a formula's value, such as `#REF!`. Such a
 * cell is not a name, a club or a bib.
 */
export const isFormulaError = (cell: string): boolean =>
  cell.startsWith('#') &&
  /^#(?:n\/a|ref!|value!|name\?|div\/0!|num!|null!|spill!|calc!|field!|getting_data)$/i.test(cell)

/** Writes a cell in narrow letters and signs: １ as 1 and ： as :. */
const narrow = (cell: string): string => (/[\uff00-\uffef\u3000]/.test(cell) ? cell.normalize('NFKC') : cell)

/** Returns a bib without the signs around it: 【A1】, #12, No. 12. */
export const bareBib = (cell: string): string => (/^\w+$/.test(cell) ? cell : withoutSigns(cell))
const withoutSigns = (cell: string): string =>
  cell
    .trim()
    .replace(/^[【[(（「]\s*([^【】[\]()（）「」]+?)\s*[】\])）」]$/, '$1')
    .replace(/^(?:#|＃|№|no[.．:：]|号码[:：])\s*(?=[\p{L}\d])/iu, '')

/**
 * Reads a number as people write it, with thousands separators or a decimal comma. Null if the cell is not a number.
 */
export const numberInCell = (cell: string): { value: number; decimals: number } | null => {
  let plain = narrow(cell).replace(/[\s'’\u00a0]/g, '')
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) plain = plain.replaceAll(',', '')
  else if (/^-?\d{1,3}(\.\d{3}){2,}$/.test(plain)) plain = plain.replaceAll('.', '')
  else plain = plain.replace(/^(-?\d+),(\d+)$/, '$1.$2')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  return { value: Number(plain), decimals: plain.split('.')[1]?.length ?? 0 }
}

/**
 * A time with colons or words, in three parts or two. A time of two parts, such as `24:40`, may be minutes and seconds,
 * or hours and minutes. `ms` counts these parts as minutes and seconds.
 */
export type ClockCell = { parts: 2 | 3; first: number; second: number; third: number; ms: number }
/**
 * Reads `h:mm:ss` and `hh:mm:ss`, the format of nearly all times; null for another format. It uses no regular
 * expression, because a file has up to a million cells.
 */
const plainClock = (cell: string): ClockCell | null => {
  const { length } = cell
  if (length < 7 || length > 8 || cell.charCodeAt(length - 3) !== 58 || cell.charCodeAt(length - 6) !== 58) return null
  for (let at = 0; at < length; at++) {
    const code = cell.charCodeAt(at)
    if ((code < 48 || code > 57) && at !== length - 3 && at !== length - 6) return null
  }
  const digit = (fromEnd: number) => cell.charCodeAt(length - fromEnd) - 48
  const [first, second, third] = [
    length === 8 ? digit(8) * 10 + digit(7) : digit(7),
    digit(5) * 10 + digit(4),
    digit(2) * 10 + digit(1),
  ]
  return second > 59 || third > 59
    ? null
    : { parts: 3, first, second, third, ms: (first * 3600 + second * 60 + third) * 1000 }
}

/** Marks that elite lists write behind a time: a record or a best (PB, SB, NR), a qualification (Q), a footnote (*). */
const MARKED =
  /(?<=\d)\s*(?:[([]\s*(?:(?:PB|SB|NR|CR|WR|AR|MR|ER)[\s,/=]*)+[)\]]|(?:\s?(?:=?(?:PB|SB|NR|CR|WR|AR|MR|ER)|Q))+|[*†‡^]+)$/i

export const clockIn = (cell: string): ClockCell | null => {
  const quick = plainClock(cell)
  if (quick) return quick
  const days = /^(\d{1,2})\s?(?:天|日|days?|d)[\s,，]*(\d.*)$/i.exec(cell)
  if (days) {
    const rest = clockIn(days[2]!)
    return rest?.parts === 3
      ? { ...rest, first: rest.first + Number(days[1]) * 24, ms: rest.ms + Number(days[1]) * 86_400_000 }
      : null
  }
  const plain = narrow(cell)
    .replace(MARKED, '')
    .replace(/^\d{4}[-/]\d{1,2}[-/]\d{1,2}[T ]/, '')
    .replace(/\s*[:∶]\s*/g, ':')
    .replace(/\s*(小时|小時|時間|时|時|hrs?|h)\s*/i, ':')
    .replace(/\s*(分钟|分鐘|分|min|m|['′’])\s*/i, ':')
    .replace(/\s*(秒|sec|s|["″”]|'')\s*$/i, '')
    .replace(/:$/, ':00')
    // Some timing firms write hundredths after a third colon: 00:42:08:50.
    .replace(/^(\d{1,2}:\d{2}:\d{2}):(\d{2,3})$/, '$1.$2')
  const found =
    /^(\d{1,3}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?$/.exec(plain) ?? /^(\d{1,2})\.(\d{2})\.(\d{2})$/.exec(plain)
  if (found) {
    const [first, second, third] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)]
    if (second > 59 || third > 59) return null
    if (found[3] === undefined) return { parts: 2, first, second, third: 0, ms: (first * 60 + second) * 1000 }
    return {
      parts: 3,
      first,
      second,
      third,
      ms: (first * 3600 + second * 60 + third) * 1000 + Math.round(Number(`0.${found[4] ?? '0'}`) * 1000),
    }
  }
  const short = /^(\d{1,3}):(\d{1,2})[.,](\d{1,9})$/.exec(plain)
  if (!short || Number(short[2]) > 59) return null
  return {
    parts: 2,
    first: Number(short[1]),
    second: Number(short[2]),
    third: 0,
    ms: (Number(short[1]) * 60 + Number(short[2])) * 1000 + Math.round(Number(`0.${short[3]}`) * 1000),
  }
}

export type GivenRank = { rank: number; of: number | null; group: string | null }
/**
 * Reads a rank: `27 / 13408`, `1 M`, `4 M30-34`, `7.0`, `7.`, `1,234`, `1.234`, `第3名`, and a shared rank as `57=`,
 * `=57` or `T57`. Null if the cell is empty, 'bad' if the cell is not a rank. Rank 0 gives 0.
 */
export const rankIn = (cell: string): GivenRank | null | 'bad' => {
  if (cell !== '0' && cell !== '0.0' && isMissing(cell)) return null
  const found =
    /^[=T]?第?\s*(\d{1,3}(?:[,.]\d{3})+|\d+)(?:\.0*)?\s*(?:名|位|st|nd|rd|th|=)?\s*(?:(?:\/|of)\s*(\d[\d,]*)|\s+([A-Za-z\p{Script=Han}][^/]*))?$/u.exec(
      narrow(cell),
    )
  if (!found) return 'bad'
  return {
    rank: Number(found[1]!.replaceAll(/[,.]/g, '')),
    of: found[2] ? Number(found[2].replaceAll(',', '')) : null,
    group: found[3]?.trim() ?? null,
  }
}

const OUTCOMES: Record<string, ResultOutcome> = {}
const called = (outcome: ResultOutcome, names: string) => names.split(' ').forEach((name) => (OUTCOMES[name] = outcome))
called(
  'finished',
  'f fin finish finished finisher ok official valid q 完赛 完賽 完成 正常 有效 已完赛 已完賽 完走 classé finalizado klassiert 완주 arrivato gefinisht ukończył godkänd',
)
called(
  'dnf',
  'a dnf didnotfinish ab abandon abandoned ret retired withdrawn withdrew wd drop dropped 退出 中途退出 退出比赛 退出比賽 未到终点 未到終點 未完成比赛 未完成比賽 没有完赛 沒有完賽 收容 被收容 退赛 退賽 弃赛 棄賽 未完赛 未完賽 未完成 中途退赛 中途退賽 hd otl overtime 关门 關門 超时 超時 超关门 超關門 被关门 被關門 超过关门时间 超過關門時間 ' +
    '途中棄権 棄権 途中リタイア リタイア リタイヤ 途中リタイヤ 関門アウト 関門 関門不通過 収容 制限時間超過 時間外 タイムオーバー ' +
    'aufgegeben ausgeschieden abandono retirado ritirato nonclassé nonclasse horsdélai horsdelai fueradetiempo fuoritempomassimo 미완주 중도포기 포기 컷오프 시간초과 cut cutoff timelimit overtimelimit timedout dropout droppedout pulled rit uitgevallen opgegeven bröt brutit utgått udgået nieukończył 中途棄権 未完走 关门点未通过 關門點未通過 未通过关门 未通過關門 未在关门时间内完赛 未在關門時間內完賽 fueradecontrol foratempo',
)
called(
  'dns',
  'np dns didnotstart dnc noshow ns absent 未参加 未參加 未到场 未到場 未检录 未檢錄 没有起跑 沒有起跑 未起跑 未出发 未出發 未参赛 未參賽 缺席 弃权 棄權 缺赛 缺賽 ' +
    '欠場 不出走 未出走 不参加 nichtangetreten nichtgestartet nonpartant nopresentado nosalió nosalio nonpartito 불참 미출발 nietgestart nonpartente ejstart ejstartat ikkestartet niewystartował 未出場',
)
called(
  'dsq',
  'd dsq dq disq disqualified 取消 取消比赛资格 取消比賽資格 取消比赛成绩 取消比賽成績 成绩取消 成績取消 成绩无效 成績無效 犯规取消 犯規取消 替跑 取消成绩 取消成績 取消资格 取消資格 犯规 犯規 无效 無效 失格 記録取消 disqualifiziert disqualifié disqualifie descalificado squalificato 실격 excluded expulsado squal diskad diskvalificerad diskvalificeret gediskwalificeerd zdyskwalifikowany dyskwalifikacja 取消参赛资格 取消參賽資格',
)
/**
 * Outcomes behind a reason, as Chinese lists write them in remarks: 因伤退赛, 违规取消成绩. A sentence with 未 or 不 says
 * that the outcome did not happen.
 */
const WITH_REASON: readonly [RegExp, ResultOutcome][] = [
  [
    /^[^未不\d]{1,14}(?:取消|剥夺|剝奪)(?:了|其)?(?:比赛|比賽|参赛|參賽|完赛|完賽)?(?:成绩|成績|资格|資格)$|^(?:成绩|成績|资格|資格)(?:被|已|已被)取消$/,
    'dsq',
  ],
  [/^[^未不\d]{1,14}(?:退赛|退賽|弃赛|棄賽|(?:中|途)[弃棄][权權])$/, 'dnf'],
]
const OVER_TIME = new Set([
  'hd',
  'otl',
  'overtime',
  '关门',
  '關門',
  '超时',
  '超時',
  '超关门',
  '超關門',
  '被关门',
  '被關門',
  '超过关门时间',
  '超過關門時間',
  '関門アウト',
  '関門',
  '関門不通過',
  '制限時間超過',
  '時間外',
  'タイムオーバー',
  'horsdélai',
  'horsdelai',
  'fueradetiempo',
  'fuoritempomassimo',
  'cut',
  'cutoff',
  '컷오프',
  '시간초과',
  'timelimit',
  'overtimelimit',
  'timedout',
  '关门点未通过',
  '關門點未通過',
  '未通过关门',
  '未通過關門',
  '未在关门时间内完赛',
  '未在關門時間內完賽',
  'fueradecontrol',
  'foratempo',
])

/**
 * The point where the runner stopped, after the word of the outcome: `DNF (CP4)`, `OTL @CP5`, `退赛（30公里）`, `DNF - 20km`.
 */
const LEFT_AT = /\s*[(（@[/／].*$|(?:\s|\s?-\s?|:|：)(?:cp|km|k|检查点|檢查點|打卡点)?\s?\d.*$/i

/**
 * Reads the outcome of a runner in the words of many timing firms, with or without the point where it happened.
 * `overTime`: the runner missed a cut-off. Null if the cell has no such word.
 */
export const outcomeIn = (cell: string | undefined): { outcome: ResultOutcome; overTime: boolean } | null => {
  if (cell === undefined || cell === '' || (cell.charCodeAt(0) >= 48 && cell.charCodeAt(0) <= 57)) return null
  const spelled = (text: string) =>
    narrow(text)
      .toLowerCase()
      .replace(/[\s._*✓✔✅❌-]/gu, '')
  const whole = spelled(cell)
  const before = OUTCOMES[whole] || cell.length > 40 ? whole : spelled(cell.replace(LEFT_AT, ''))
  // A single letter before a number belongs to an age group or a bib, and is not an outcome.
  const word = before.length > 1 ? before : whole
  const outcome = OUTCOMES[word] ?? WITH_REASON.find(([pattern]) => pattern.test(word))?.[1]
  return outcome ? { outcome, overTime: OVER_TIME.has(word) } : null
}

const ASKS = /^(?:是否(?:已?完赛|已?完賽|完成)|完[赛賽](?:与|與)否|finished\??|finisher\??|did finish\??)$/i
const YES = new Set(['是', '√', '✓', '✔', 'yes', 'y', 'true', '1'])
const NO = new Set(['否', '×', '✗', '✕', 'x', 'no', 'n', 'false', '0'])
/**
 * Reads a yes or a no below a title that asks whether the runner finished, and returns the word of the outcome. Returns
 * a cell without such an answer unchanged.
 */
export const answered = (title: string, cell: string): string => {
  const word = cell.toLowerCase()
  if (!ASKS.test(title) || !(YES.has(word) || NO.has(word))) return cell
  return YES.has(word) ? 'finished' : 'dnf'
}

const MALE = new Set(
  'm male man men h homme hommes masculin herr herren mann männer männlich hombre varón masculino uomo maschio maschile heren 男 남 남자 boy 1'.split(
    ' ',
  ),
)
const FEMALE = new Set(
  'f w v female woman women femme femmes féminin frau frauen weiblich mujer femenino feminino donna femmina femminile vrouw vrouwen dame dames damen 女 여 여자 girl 2'.split(
    ' ',
  ),
)
/**
 * Reads a gender in a cell; null if the cell names none. V is the Dutch vrouw. H is the French Homme. N and X mean
 * neither gender. `女 F` names the gender twice.
 */
export const genderIn = (cell: string): GenderLetter | null => {
  const word = narrow(cell)
    .toLowerCase()
    .replace(/[子性组組士生]/g, '')
  const twice = /^([男女])[\s/]*([a-z]+)$/.exec(word)
  if (twice) {
    const [first, second] = [genderIn(twice[1]!), genderIn(twice[2]!)]
    return first === second ? first : null
  }
  if (MALE.has(word)) return 'M'
  if (FEMALE.has(word)) return 'F'
  return ['x', 'n', 'nb', 'nonbinary', 'non-binary', 'other', '其他'].includes(word) ? 'X' : null
}
