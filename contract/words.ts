/** The three languages of every text, in the form the wire uses (`_lang`). */
export const langs = ['zh-cn', 'zh-tw', 'en'] as const
export type Lang = (typeof langs)[number]
/** The names of the languages in HTML, in links for search engines, and for Intl. */
export const languageTags = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' } as const

/** One text in its three languages. `fill` replaces `{n}` in a text by a value, and `{n|row|rows}` by a word. */
export type Text = Readonly<Record<Lang, string>>

/** True for a text whose plurals have two forms each: `{n|row|rows}`. */
type TwoForms<Said extends string> = Said extends `${string}{${infer Blank}}${infer Rest}`
  ? Blank extends `${string}|${infer Forms}`
    ? Forms extends `${string}|${infer Many}`
      ? Many extends `${string}|${string}`
        ? false
        : TwoForms<Rest>
      : false
    : TwoForms<Rest>
  : true
/** An English text. A plural with too few or too many forms does not compile. */
type English<Said extends string> = Said extends `${string}|${string}`
  ? TwoForms<Said> extends true
    ? Said
    : never
  : Said

/**
 * Makes a text from Simplified Chinese, Traditional Chinese and English. A text without one of them does not compile.
 */
export const text = <const En extends string>(cn: string, tw: string, en: En & English<En>): Text => ({
  'zh-cn': cn,
  'zh-tw': tw,
  en,
})
/** Makes a text that is the same in every language: a number, a code, an address. */
export const sameText = (one: string): Text => ({ 'zh-cn': one, 'zh-tw': one, en: one })

/**
 * Returns the language of a page or call: en… gives en, zh-tw / zh-hk / zh-mo / zh-hant give zh-tw, and anything
 * else gives zh-cn.
 */
export const langOf = (language: unknown): Lang => {
  const lang = typeof language === 'string' ? language.toLowerCase().replaceAll('_', '-') : ''
  if (lang.startsWith('en')) return 'en'
  return /^zh-(tw|hk|mo|hant)/.test(lang) ? 'zh-tw' : 'zh-cn'
}

const blanks = /\{(\w+)(?:\|([^{|}]*)\|([^{|}]*))?\}/g

/**
 * Puts values in place of `{name}` in a text. A plural such as `{name|row|rows}` becomes its first word if the value
 * is 1, otherwise its second word. A name without a value stays as it is, so that a person sees the mistake.
 */
export const fill = (said: string, values: Readonly<Record<string, string | number>> = {}): string =>
  said.replace(blanks, (whole, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return String((one === undefined ? value : String(value) === '1' ? one : many) ?? whole)
  })

/** Returns a text with the second word of each plural, for documents that show it without values. */
export const withPlurals = (said: string): string => said.replace(/\{\w+\|[^{|}]*\|([^{|}]*)\}/g, '$1')

/**
 * Codes of the envelope (docs/behaviour/screens.md, Codes of an answer). '200' success; '206' go to the external order
 * list; '401' not logged in; '10001' session expired; '403' no permission; '404' the thing does not exist; '409' the
 * call contradicts the present data; '422' a field is wrong; '429' too many calls; '500' a fault of the server.
 */
export type Code = '200' | '206' | '401' | '10001' | '403' | '404' | '409' | '422' | '429' | '500'

/** The answer of a refusal: its code and its sentence. */
export type RefusalWords = Readonly<{ code: Code; message: Text }>
export const refusal = <const En extends string>(
  code: Code,
  cn: string,
  tw: string,
  en: En & English<En>,
): RefusalWords => ({ code, message: text<En>(cn, tw, en) })

/** Refusals of every endpoint. A contract does not declare them. Rooms add their own in `features/<room>/words.ts`. */
export const everywhere = {
  method_not_allowed: refusal(
    '404',
    '不支持这种请求方法',
    '不支援這種請求方法',
    'This address does not support this request method',
  ),
  no_such_endpoint: refusal('404', '没有这个接口', '沒有這個介面', 'This address does not exist'),
  not_logged_in: refusal('401', '请先登录', '請先登入', 'Please log in first'),
  session_expired: refusal(
    '10001',
    '登录已过期，请重新登录',
    '登入已過期，請重新登入',
    'Your login has expired. Please log in again',
  ),
  no_permission: refusal('403', '您没有权限这样做', '您沒有權限這樣做', "You don't have permission to do this"),
  field_wrong: refusal(
    '422',
    '有内容填写不正确，请检查',
    '有內容填寫不正確，請檢查',
    "Something isn't filled in correctly. Please check",
  ),
  race_missing: refusal('422', '请先选择赛事', '請先選擇賽事', 'Please choose a race first'),
  too_often: refusal(
    '429',
    '操作太频繁，请 {retry_after} 秒后再试',
    '操作太頻繁，請 {retry_after} 秒後再試',
    'Too many attempts. Please try again in {retry_after} s',
  ),
  body_malformed: refusal('422', '请求内容无法读取', '請求內容無法讀取', "We couldn't read the request"),
  body_too_large: refusal(
    '422',
    '内容或文件太大，请缩小后再试',
    '內容或檔案太大，請縮小後再試',
    'The text or file is too large. Please make it smaller and try again',
  ),
  our_fault: refusal(
    '500',
    '系统开小差了，请稍后再试',
    '系統暫時出了點狀況，請稍後再試',
    'Something went wrong on our side. Please try again',
  ),
  storage_full: refusal(
    '500',
    '服务器的存储空间已满，暂时无法保存，请联系组委会',
    '伺服器的儲存空間已滿，暫時無法儲存，請聯絡主辦單位',
    "The server is out of storage and can't save this. Please contact the organisers",
  ),
  storage_down: refusal(
    '500',
    '文件存储暂时无法使用，没有保存任何内容，请稍后再试',
    '檔案儲存暫時無法使用，沒有儲存任何內容，請稍後再試',
    "The file storage can't be reached. Nothing was saved. Please try again later",
  ),
  race_not_found: refusal('404', '没有找到这个赛事', '找不到這個賽事', "We couldn't find this race"),
} as const satisfies Record<string, RefusalWords>
export type Everywhere = keyof typeof everywhere

/**
 * Returns the name of a thing in a language. `name` is Simplified Chinese. `names` holds the languages with another
 * name (`{"en": …, "zh-tw": …}`).
 */
export const nameIn = (lang: Lang, name: string, names: unknown): string => {
  const said = typeof names === 'object' && names !== null ? (names as Record<string, unknown>)[lang] : undefined
  return typeof said === 'string' && said !== '' ? said : name
}

/** Leaves out the languages that have no text. */
export const filledTexts = (said: object): Record<string, string> =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value))
