import {
  birthTitles,
  countryTitles,
  documentTitles,
  documentTypeTitles,
  eventTitles,
  genderTitles,
  mobileTitles,
  nameTitles,
  paymentNoteTitles,
} from '#features/imports/titles.rules.ts'
import { type Text, fill, langs, sameText, text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { formOf } from '#features/events/rules.ts'
import { type EventRow, countersOf, eventNow, eventsOf, lockEvent } from '#features/events/service.ts'
import { type FieldName, fields } from '#features/fields/fields.rules.ts'
import { labels as fieldLabels } from '#features/fields/words.ts'
import { listedGender, listedIdtype } from '#features/people/listed.rules.ts'
import {
  type EnteringByHand,
  type ReadyByHand,
  enterByHand,
  eventOfDocument,
  readyByHand,
} from '#features/registrations/walkin/walkin.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { fieldColumns, fieldCellsIn, tooLongIn } from './listedFields.rules.ts'

const labels = {
  label: text('报名（已在别处支付）', '報名（已在別處付款）', 'Registrations paid elsewhere'),
  description: text(
    '在别处支付的选手，例如企业团报：检查与网上报名相同，名额照常占用，金额记为 0。尺码、紧急联系人等组别要填的信息可以一并导入。导入即表示选手已同意参赛声明、免责声明和成绩公示。',
    '在別處付款的選手，例如企業團報：檢查與網路報名相同，名額照常占用，金額記為 0。尺碼、緊急聯絡人等組別要填的資料可以一併匯入。匯入即表示選手已同意參賽聲明、免責聲明和成績公示。',
    'Runners who paid elsewhere, such as with their company: checked as in sign-up, each takes a place and pays nothing here. Shirt sizes, emergency contacts and other fields that the event asks may be in the list. By importing you confirm that they agree to the entry terms, the disclaimer and the publication of results.',
  ),
  name: text('姓名', '姓名', 'Name'),
  idnum: text('证件号码', '證件號碼', 'Document number'),
  mobile: text('手机', '手機', 'Mobile'),
  event: text('组别', '組別', 'Event'),
  idtype: text('证件类型', '證件類型', 'Document type'),
  country: text('国籍（两位字母）', '國籍（兩位字母）', 'Country (two letters)'),
  gender: text('性别', '性別', 'Gender'),
  birth: text('出生日期', '出生日期', 'Date of birth'),
  reason: text('支付说明', '付款說明', 'Where it was paid'),
  event_unknown: text('没有这个组别：{given}', '沒有這個組別：{given}', 'There is no such event: {given}'),
  idtype_unknown: text('不认识的证件类型：{given}', '不認識的證件類型：{given}', 'Unknown type of document: {given}'),
  gender_unknown: text('性别请填“男”或“女”', '性別請填「男」或「女」', 'Write male or female'),
  elsewhere: text(
    '此人已报名这场赛事的其他组别，或已退赛',
    '此人已報名這場賽事的其他組別，或已退賽',
    'This person is in another event of the race, or has left it',
  ),
  twice: text('此人在文件里出现了两次', '此人在檔案裡出現了兩次', 'This person stands twice in the file'),
  stock_gone: text('“{name}”已经没有了', '「{name}」已經沒有了', '“{name}” is no longer available'),
  sold_out: text('这个组别没有名额了', '這個組別沒有名額了', 'This event has no place left'),
  paid_elsewhere: text('已在别处支付', '已在別處付款', 'Paid elsewhere'),
} as const
type Item = { entering: EnteringByHand; ready: ReadyByHand }
type Wrong = { why: Text; values?: Record<string, string> }
type Checked = Wrong | (Item & { document: string; eventid: number | undefined })
type Known = {
  checked: ReadonlyMap<number, Checked>
  left: ReadonlyMap<number, number>
  counters: Awaited<ReturnType<typeof countersOf>>
}

type Beside = { events: ReadonlyMap<string, EventRow>; race: EnteringByHand['race'] }
const enteringOf = (
  { cells }: ImportRow,
  { who, lang, now }: ImportWork,
  { events, race }: Beside,
): EnteringByHand | Wrong => {
  const cell = (name: string) => cells[name] ?? ''
  const event =
    cell('event') === '' && events.size === 1 ? [...events.values()][0] : events.get(cell('event').toLowerCase())
  if (!event) return { why: labels.event_unknown, values: { given: cell('event').slice(0, 60) } }
  const country = cell('country') || 'CN'
  const idtype = listedIdtype(cell('idtype'), cell('idnum'), country, now)
  if (!idtype) return { why: labels.idtype_unknown, values: { given: cell('idtype').slice(0, 40) } }
  const gender = listedGender(cell('gender'))
  if (gender === undefined) return { why: labels.gender_unknown }
  const asked = fieldCellsIn(cell, formOf(event))
  const tooLong = tooLongIn(asked)
  if (Object.keys(tooLong).length > 0) return { why: faultsText(tooLong) }
  const given = {
    idtype,
    idnum: cell('idnum'),
    country,
    name: cell('name'),
    mobile: cell('mobile'),
    ...asked,
    answers: {},
    addons: {},
    ...(gender === '' ? {} : { gender }),
    ...(cell('birth') === '' ? {} : { birth: cell('birth').replaceAll(/[/.]/g, '-') }),
  } as EnteringByHand['given']
  const reason = cell('reason') || labels.paid_elsewhere[lang]
  return { race, event, who, lang, given, pay: 'free', reason, whole: 'given', overrule: false, now }
}

/** Writes the faults of a row, each with the column that it is about. */
const faultsText = (
  wrong: Partial<Record<string, { message: Text; values?: Record<string, string | number> }>>,
): Text =>
  Object.fromEntries(
    langs.map((lang) => {
      const faults = Object.entries(wrong).map(([field, one]) => {
        const column = (labels as Partial<Record<string, Text>>)[field] ?? fieldLabels[field as FieldName]
        const said = fill(one!.message[lang], one!.values)
        return column === undefined ? said : `${column[lang]}${lang === 'en' ? ': ' : '：'}${said}`
      })
      return [lang, faults.join(lang === 'en' ? '; ' : '；')]
    }),
  ) as Text

const check = async (on: Db | Tx, work: ImportWork, row: ImportRow, beside: Beside): Promise<Checked> => {
  const entering = enteringOf(row, work, beside)
  if ('why' in entering) return entering
  const ready = await readyByHand(work, entering)
  if ('wrong' in ready) {
    return { why: faultsText(ready.wrong) }
  }
  const eventid = await eventOfDocument(on, work.raceid, ready.row)
  return { entering, ready, document: ready.row.document_ix.toString('hex'), eventid }
}

const known = async (on: Db | Tx, work: ImportWork, rows: readonly ImportRow[]): Promise<Known> => {
  const race = await raceGiven(work.db, work.raceid, work.now)
  const all = await eventsOf(work.db, work.raceid)
  const events = new Map(
    all.flatMap((event) =>
      [event.name, ...Object.values((event.names ?? {}) as Record<string, string>)].map(
        (name) => [name.trim().toLowerCase(), event] as const,
      ),
    ),
  )
  const checked = new Map<number, Checked>()
  for (const row of rows) checked.set(row.line, await check(on, work, row, { events, race: race! }))
  const left = new Map<number, number>()
  for (const { id } of all) {
    const event = await eventNow(on as Tx, work.raceid, id)
    left.set(id, event ? event.places - event.taken : 0)
  }
  return { checked, left, counters: await countersOf(on, work.raceid) }
}

/**
 * Takes the shirt and the seat of one row out of the counters of a plan. If a thing is not available, it takes nothing
 * and returns the name of this thing.
 */
const takeThings = (counters: Known['counters'], { entering, ready }: Item): string | undefined => {
  const { id } = entering.event
  const { clothes, packagebus } = ready.row
  const wanted = Object.entries({ clothes, packagebus }).flatMap(([kind, name]) =>
    name === null ? [] : [{ kind, name }],
  )
  const counted = wanted.flatMap((one) =>
    counters.filter(
      ({ kind, name, eventid }) => kind === one.kind && name === one.name && (eventid === 0 || eventid === id),
    ),
  )
  const gone = counted.find(({ most, taken }) => taken >= most)
  if (gone) return gone.name
  for (const counter of counted) counter.taken++
  return undefined
}

const plan = (rows: readonly ImportRow[], { checked, left, counters }: Known): RowPlan<Item>[] => {
  const seen = new Set<string>()
  const stock = counters.map((one) => ({ ...one }))
  const free = new Map(left)
  return rows.map(({ line }): RowPlan<Item> => {
    const one = checked.get(line)!
    if ('why' in one) return { line, state: 'refused', ...one }
    const { document, eventid, ...item } = one
    const { id } = item.entering.event
    if (seen.has(document)) return { line, state: 'refused', why: labels.twice }
    seen.add(document)
    if (eventid === id) return { line, state: 'same' }
    if (eventid !== undefined) return { line, state: 'refused', why: labels.elsewhere }
    const places = free.get(id) ?? 0
    if (places <= 0) return { line, state: 'refused', why: labels.sold_out }
    const gone = takeThings(stock, item)
    if (gone !== undefined) return { line, state: 'refused', why: labels.stock_gone, values: { name: gone } }
    free.set(id, places - 1)
    return { line, state: 'added', item }
  })
}

/** Titles that some lists give to the column of the event, and other lists to the column of the age group. */
const otherEventTitles = /^(category|类别|類別)$/i

export const registrationList = importKind<Known, Item>({
  name: 'registrations',
  label: labels.label,
  description: labels.description,
  right: 'registrations.edit',
  logged: 'registrations imported',
  columns: [
    {
      name: 'name',
      label: labels.name,
      most: fields.name.longest,
      titles: nameTitles,
      needed: true,
      example: text('王小明', '王小明', 'Wang Xiaoming'),
    },
    {
      name: 'idnum',
      label: labels.idnum,
      most: fields.idnum.longest,
      titles: documentTitles,
      needed: true,
      example: sameText('11010519491231002X'),
    },
    {
      name: 'mobile',
      label: labels.mobile,
      most: fields.mobile.longest,
      titles: mobileTitles,
      needed: true,
      example: sameText('13800000000'),
    },
    {
      name: 'event',
      label: labels.event,
      titles: new RegExp(`${eventTitles.source}|${otherEventTitles.source}`, 'i'),
      lesser: otherEventTitles,
      example: text('半程马拉松', '半程馬拉松', 'Half marathon'),
    },
    {
      name: 'idtype',
      label: labels.idtype,
      titles: documentTypeTitles,
      example: text('身份证', '身分證', 'passport'),
    },
    {
      name: 'country',
      label: labels.country,
      titles: countryTitles,
      example: sameText('CN'),
    },
    { name: 'gender', label: labels.gender, titles: genderTitles, example: text('男', '男', 'male') },
    {
      name: 'birth',
      label: labels.birth,
      titles: birthTitles,
      example: sameText('1990-01-31'),
    },
    ...fieldColumns,
    {
      name: 'reason',
      label: labels.reason,
      most: 200,
      titles: paymentNoteTitles,
      example: text('企业团报', '企業團報', 'Company entry'),
    },
  ],
  prepare: async ({ seal, raceid }) => {
    await seal.prepare(raceScope(raceid))
    await seal.prepare('accounts')
  },
  // Locks all events of the race, so that nobody else takes a place while the list is entered.
  hold: async (tx, { db, raceid }) => {
    const ids = (await eventsOf(db, raceid)).map(({ id }) => id).toSorted((a, b) => a - b)
    for (const id of ids) await lockEvent(tx, raceid, id)
  },
  known,
  plan,
  apply: async (tx, work, items) => {
    for (const { entering, ready } of items) {
      const entered = await enterByHand(tx, work, entering, ready)
      if ('refused' in entered) throw new Error(`A planned entry was refused: ${entered.refused}`)
    }
  },
})
