import { eventTitles } from '#features/imports/titles.rules.ts'
import { sameText, text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { isCode, normalCode } from './rules.ts'
import { type Granted, findByCodes, insertInvitations, lockByCode, updateInvitation } from './store.ts'
import { words } from './words.ts'

const labels = {
  description: text(
    '自己编好的邀请码，例如每家赞助商一个；已有的邀请码按文件修改，已使用的次数保留。',
    '自己編好的邀請碼，例如每家贊助商一個；已有的邀請碼依檔案修改，已使用的次數保留。',
    'Codes of your own, such as one for each sponsor. A code that is there is changed as the file says; its uses stay.',
  ),
  event: text('组别', '組別', 'Event'),
  expires: text('有效期至', '有效期至', 'Expires'),
  direct: text('免抽签与审核', '免抽籤與審核', 'Past draw and review'),
  event_unknown: text('没有这个组别：{given}', '沒有這個組別：{given}', 'There is no such event: {given}'),
  uses_wrong: text('可用次数应为正整数', '可用次數應為正整數', 'Uses must be a whole number above 0'),
  uses_below: text(
    '已使用 {used} 次，不能更少',
    '已使用 {used} 次，不能更少',
    'It was used {used} {used|time|times}; fewer is impossible',
  ),
  price_wrong: text(
    '价格应为元，例如 100 或 99.50',
    '價格應為元，例如 100 或 99.50',
    'The price must be in yuan, such as 100 or 99.50',
  ),
  expires_wrong: text(
    '有效期应为日期，例如 2026-11-22',
    '有效期應為日期，例如 2026-11-22',
    'The date must be written as 2026-11-22',
  ),
  direct_wrong: text('请填“是”或“否”', '請填「是」或「否」', 'Write yes or no'),
  label_missing: text('缺少名称', '缺少名稱', 'The label is missing'),
  twice: text('这个邀请码在文件里出现了两次', '這個邀請碼在檔案裡出現了兩次', 'This code stands twice in the file'),
} as const

type Coded = Granted & { code: string; id: number | undefined }
type Known = {
  zone: string
  /** The ids of the events by their names. An event has an entry for each of its names. */
  events: ReadonlyMap<string, number>
  there: ReadonlyMap<string, Granted & { id: number; used: number }>
}
const known = async (on: Db | Tx, { db, raceid, zone }: ImportWork, rows: readonly ImportRow[]): Promise<Known> => {
  const codes = rows.map(({ cells }) => normalCode(cells['code'] ?? ''))
  return {
    zone,
    events: new Map(
      (await eventsOf(db, raceid)).flatMap(({ id, name, names }) =>
        [name, ...Object.values((names ?? {}) as Record<string, string>)].map((one) => [one.trim().toLowerCase(), id]),
      ),
    ),
    there: new Map((await findByCodes(on, raceid, [...new Set(codes)])).map((one) => [one.code, one])),
  }
}

/** Returns an amount in yuan as fen; undefined if the text is no amount. */
const fenOf = (given: string): number | undefined => {
  const found = /^¥?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(given.replaceAll(',', ''))
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined
}
/** Reads a date with or without a time, in the race's zone. Without a time, the last minute of the day counts. */
const momentOf = (given: string, zone: string): Date | undefined => {
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2}))?/.exec(given)
  if (!found) return undefined
  const [, year, month, day, hour = '23', minute = '59'] = found
  try {
    return new Date(
      Temporal.PlainDateTime.from(
        { year: Number(year), month: Number(month), day: Number(day), hour: Number(hour), minute: Number(minute) },
        { overflow: 'reject' },
      ).toZonedDateTime(zone).epochMilliseconds,
    )
  } catch {
    return undefined
  }
}
const yes = /^(1|y|yes|true|是|有)$/i
const no = /^(0|n|no|false|否|无|無|)$/i

type Why = { why: (typeof labels)[keyof typeof labels] | typeof words.code_wrong; values?: Record<string, string> }
const grantedIn = (cells: ImportRow['cells'], { events, zone }: Known): Granted | Why => {
  const cell = (name: string) => cells[name] ?? ''
  const [event, uses, price, expires] = [cell('event'), cell('uses'), cell('price'), cell('expires')]
  const eventid = event === '' ? null : events.get(event.toLowerCase())
  if (eventid === undefined) return { why: labels.event_unknown, values: { given: event.slice(0, 60) } }
  if (cell('label') === '') return { why: labels.label_missing }
  if (uses !== '' && !/^[1-9]\d{0,5}$/.test(uses)) return { why: labels.uses_wrong }
  const fen = price === '' ? null : fenOf(price)
  if (fen === undefined) return { why: labels.price_wrong }
  const expires_at = expires === '' ? null : momentOf(expires, zone)
  if (expires_at === undefined) return { why: labels.expires_wrong }
  if (!yes.test(cell('direct')) && !no.test(cell('direct'))) return { why: labels.direct_wrong }
  return {
    label: cell('label'),
    eventid,
    uses: uses === '' ? null : Number(uses),
    expires_at,
    price: fen,
    direct: yes.test(cell('direct')),
  }
}
const isSame = (a: Granted, b: Granted): boolean =>
  a.label === b.label &&
  a.eventid === b.eventid &&
  a.uses === b.uses &&
  a.price === b.price &&
  a.direct === b.direct &&
  (a.expires_at?.getTime() ?? null) === (b.expires_at?.getTime() ?? null)

const plan = (rows: readonly ImportRow[], of: Known): RowPlan<Coded>[] => {
  const seen = new Set<string>()
  return rows.map(({ line, cells }): RowPlan<Coded> => {
    const code = normalCode(cells['code'] ?? '')
    const refused = ({ why, values }: Why): RowPlan<Coded> => ({
      line,
      state: 'refused',
      why,
      ...(values ? { values } : {}),
    })
    if (!isCode(code)) return refused({ why: words.code_wrong })
    const granted = grantedIn(cells, of)
    if ('why' in granted) return refused(granted)
    if (seen.has(code)) return refused({ why: labels.twice })
    seen.add(code)
    const was = of.there.get(code)
    if (!was) return { line, state: 'added', item: { ...granted, code, id: undefined } }
    if (granted.uses !== null && granted.uses < was.used)
      return refused({ why: labels.uses_below, values: { used: String(was.used) } })
    return isSame(was, granted)
      ? { line, state: 'same' }
      : { line, state: 'changed', item: { ...granted, code, id: was.id } }
  })
}

export const invitationList = importKind<Known, Coded>({
  name: 'invitations',
  label: words.invitations,
  description: labels.description,
  right: 'invitations.edit',
  logged: 'invitations imported',
  columns: [
    {
      name: 'code',
      label: words.code,
      titles: /^(code|invitation|邀请码|邀請碼|编码)$/i,
      needed: true,
      example: sameText('SPONSOR88'),
    },
    {
      name: 'label',
      label: words.label,
      most: 60,
      titles: /^(label|name|for|名称|名稱|赞助商|贊助商)$/i,
      needed: true,
      example: text('赞助商名额', '贊助商名額', "Sponsor's place"),
    },
    {
      name: 'event',
      label: labels.event,
      titles: eventTitles,
      example: text('马拉松', '馬拉松', 'Marathon'),
    },
    { name: 'uses', label: words.uses, titles: /^(uses|times|可用次数|可用次數|次数|次數)$/i, example: sameText('10') },
    {
      name: 'price',
      label: words.price_yuan,
      titles: /^(price|price \(cny\)|价格|價格|价格（元）|價格（元）)$/i,
      example: sameText('0'),
    },
    {
      name: 'expires',
      label: labels.expires,
      titles: /^(expires|expires at|until|有效期|有效期至|截止)$/i,
      example: sameText('2026-11-22'),
    },
    {
      name: 'direct',
      label: labels.direct,
      titles: /^(direct|past draw and review|免抽签|免抽签与审核|免抽籤與審核)$/i,
      example: text('否', '否', 'no'),
    },
  ],
  known,
  plan,
  apply: async (tx, { raceid, now }, items) => {
    const there = items.filter(({ id }) => id !== undefined)
    await lockByCode(
      tx,
      raceid,
      there.map(({ code }) => code),
    )
    for (const { code: _code, id, ...granted } of there) await updateInvitation(tx, raceid, id!, granted, now)
    for (const { code, id, ...granted } of items)
      if (id === undefined) await insertInvitations(tx, raceid, [code], granted, now)
  },
})
