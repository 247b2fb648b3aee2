import type { FoundRunner, GameColumn, QueryType } from './contract.ts'

/**
 * The fields that a card may list below event, bib and name. `hiddenCardFields` has all other fields of a found runner.
 */
export const cardFields = [
  'status',
  'fee_label',
  'enname',
  'time',
  'nettime',
  'team',
  'place',
  'starts_at',
  'meta',
] as const satisfies readonly (keyof FoundRunner)[]
export type CardField = (typeof cardFields)[number]
/** The fields that no card lists (docs/behaviour/accounts.md, Query page), such as keys and ids. */
export const hiddenCardFields = [
  'kind',
  '_key',
  'id',
  'raceid',
  'eventid',
  'icon',
  'paid_label',
  'bib_due',
  'outcome',
  'gameid',
  'certificateid',
  'posterid',
  'related',
] as const satisfies readonly (keyof FoundRunner)[]

export type LookupCall =
  | '/registration/query'
  | '/api/runner/query/idnum'
  | '/simple/registration/byidnum'
  | '/game/runner/byidnum'
  | '/master/runner'
/** Words of features/lookups/words.ts for an empty list. */
export type EmptyWord = 'noneFound' | 'noneYet' | 'noScore'
export type Lookup = {
  call: LookupCall
  fields: readonly CardField[]
  /**
   * The screen that a card opens. `by` tells how the screen finds the runner. With `_key`, `key` or `id` the address
   * has a parameter of this name with the runner's key. With `idnum` the device hands over the document's number. With
   * `game` the address names the game, for posters.
   */
  detail: { page: string; by: '_key' | 'key' | 'id' | 'idnum' | 'game' }
  /**
   * The screen that a card opens if the screen in `detail` does not exist yet. If `until` is missing too, the card has
   * no link.
   */
  until?: '/queryDetail'
  empty: EmptyWord
  /** True if the page searches a second time, with the text in lower case, after it found nothing. */
  retry?: true
}

/** The table of look-ups. The query page uses it, and docs/queries.md is generated from it. */
export const lookups: Readonly<Record<QueryType, Lookup>> = {
  reg: {
    call: '/registration/query',
    fields: ['status', 'fee_label'],
    detail: { page: '/queryDetail', by: '_key' },
    empty: 'noneFound',
  },
  score: {
    call: '/api/runner/query/idnum',
    fields: ['time', 'nettime'],
    detail: { page: '/score', by: 'key' },
    empty: 'noScore',
    retry: true,
  },
  refunds: {
    call: '/registration/query',
    fields: ['status', 'fee_label'],
    detail: { page: '/refunds', by: '_key' },
    until: '/queryDetail',
    empty: 'noneFound',
  },
  appoint: {
    call: '/registration/query',
    fields: ['status'],
    detail: { page: '/appointment', by: '_key' },
    empty: 'noneFound',
  },
  volunteers: {
    call: '/api/runner/query/idnum',
    fields: ['team', 'place', 'starts_at'],
    detail: { page: '/volunteers', by: 'idnum' },
    empty: 'noneYet',
  },
  master: {
    call: '/master/runner',
    fields: ['status', 'fee_label', 'enname', 'time'],
    detail: { page: '/queryDetail', by: '_key' },
    empty: 'noneFound',
  },
  health: {
    call: '/registration/query',
    fields: ['status'],
    detail: { page: '/healthsign', by: '_key' },
    empty: 'noneFound',
  },
  runner: {
    call: '/api/runner/query/idnum',
    fields: ['status', 'enname', 'time', 'nettime'],
    detail: { page: '/queryDetail', by: '_key' },
    empty: 'noneFound',
  },
  simple: {
    call: '/simple/registration/byidnum',
    fields: ['status'],
    detail: { page: '/queryDetail', by: '_key' },
    empty: 'noneFound',
  },
  enname: {
    call: '/api/runner/query/idnum',
    fields: ['enname'],
    detail: { page: '/enname', by: '_key' },
    empty: 'noneFound',
  },
  game: {
    call: '/game/runner/byidnum',
    fields: ['time', 'nettime', 'meta'],
    detail: { page: '/scorelist', by: 'game' },
    until: '/queryDetail',
    empty: 'noneYet',
  },
  poster: {
    call: '/game/runner/byidnum',
    fields: ['time', 'nettime'],
    detail: { page: '/scorelist', by: 'game' },
    until: '/queryDetail',
    empty: 'noneFound',
  },
  ticket: {
    call: '/api/runner/query/idnum',
    fields: ['status', 'starts_at', 'place'],
    detail: { page: '/tickets/one', by: 'id' },
    empty: 'noneFound',
  },
}

/**
 * Returns the call of a type. With `byRunner`, a setting of the race, the runner query takes the place of
 * `/registration/query` (docs/behaviour/accounts.md, Query page: race 1878).
 */
export const callOf = (type: QueryType, byRunner: boolean): LookupCall => {
  const { call } = lookups[type]
  return byRunner && call === '/registration/query' ? '/api/runner/query/idnum' : call
}

export const gameHeaders: Record<GameColumn, RegExp> = {
  bib: /^(bib|bib #|bib no\.?|number|参赛号|參賽號|参赛号码|號碼|号码|号码布|编号|編號)$/,
  name: /^(name|runner|full name|姓名|选手|選手|参与者)$/,
  idnum: /^(idnum|id number|document|证件号|證件號|证件号码|證件號碼|身份证|身份证号|身份证号码|身分證字號)$/,
  event: /^(event|category|group|项目|項目|组别|組別)$/,
  nettime: /^(net|net time|nettime|chip|chip time|净成绩|淨成績)$/,
  time: /^(time|gun|gun time|result|成绩|成績|枪成绩|槍成績)$/,
  gender: /^(gender|sex|性别|性別)$/,
}
/** Tells whether a column looks personal. The console does not offer to show such a column. */
export const isPersonalColumn = (header: string): boolean =>
  /证件|證件|身份证|身分證|手机|手機|电话|電話|邮箱|郵件|地址|住址|生日|出生|idnum|id number|passport|mobile|phone|mail|address|birth/i.test(
    header,
  )

export const genderOf = (given: string): 'male' | 'female' | null =>
  /^(m|male|man|男)$/i.test(given.trim()) ? 'male' : /^(f|w|female|woman|女)$/i.test(given.trim()) ? 'female' : null
