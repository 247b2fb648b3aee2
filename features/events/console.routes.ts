import { text } from '#contract/words.ts'
import { lockAll } from '#db/locks.ts'
import { violationOf } from '#db/errors/violation.ts'
import { settingsOf } from '#features/races/rules.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { saveEvent, saveEventStock } from './service.ts'
import { consoleEventsList, consoleEventsRemove, consoleEventsSave } from './contract.ts'
import { type DraftWrong, eventDraftOf, draftWrong, rowFrom } from './drafts.rules.ts'
import { addonName } from './prices.rules.ts'
import { formOf } from './rules.ts'
import {
  type Counter,
  type EventRow,
  findEvent,
  listCounters,
  listEvents,
  lockEventRow,
  lockEventRows,
  removeEventRow,
} from './store.ts'

/** Returns an event with its own stock and the stock that is counted over all events. */
const edited = (row: EventRow, counters: readonly Counter[]) => ({
  id: row.id,
  taken: row.taken,
  draw_kept: row.draw_kept,
  updated_at: row.updated_at.toISOString(),
  draft: eventDraftOf(row),
  stock: counters
    .filter(({ eventid }) => eventid === 0 || eventid === row.id)
    .map(({ eventid, kind, name, most, taken }) => ({ kind, name, shared: eventid === 0, most, taken })),
})
const editedAnew = async (db: Parameters<typeof listCounters>[0], row: EventRow) =>
  edited(row, await listCounters(db, row.raceid))

const drawDeclared = text(
  '抽签规则已公示，时间请在“抽签”中修改，或先取消抽签',
  '抽籤規則已公示，時間請在「抽籤」中修改，或先取消抽籤',
  'The draw is declared: change its time under Draws, or cancel the draw first',
)
const wrongWords: Record<DraftWrong, ReturnType<typeof text>> = {
  order: text('这个时间要晚于前面的时间', '這個時間要晚於前面的時間', 'This must be later than the dates before it'),
  ages: text('下限不能大于上限', '下限不能大於上限', 'The lower limit is above the upper one'),
  twice: text('有重复的内容', '有重複的內容', 'This is there twice'),
  quiz_right: text('请选定一个正确答案', '請選定一個正確答案', 'Choose the right answer'),
  needed: text('请填写完整', '請填寫完整', 'Please fill this in'),
  times: text(
    '分区要从快到慢排列，只有最后一个可以不限成绩',
    '分區要從快到慢排列，只有最後一個可以不限成績',
    'Zones go from fast to slow, and only the last one takes everybody',
  ),
  price_when: text('请填写截止日期或前几名', '請填寫截止日期或前幾名', 'Set a last day or a number of entries'),
  price_ages: text(
    '请填写年龄范围，下限不能大于上限',
    '請填寫年齡範圍，下限不能大於上限',
    'Set the ages, from the lower to the upper',
  ),
  price_members: text('请填写最少人数', '請填寫最少人數', 'Set from how many people it holds'),
  price_amount: text('请填写价格或优惠比例', '請填寫價格或優惠比例', 'Set a price or a percentage'),
  price_first: text(
    '抽签组别报名时不占名额，不能按前几名定价，请改用截止日期',
    '抽籤組別報名時不占名額，不能依前幾名定價，請改用截止日期',
    'Entrants of a draw take no places, so none can be the first. Use a last day instead',
  ),
  addon_sum: text(
    '一个人买齐全部加购不能超过 20,000 元',
    '一個人買齊全部加購不能超過 20,000 元',
    'All add-ons together cannot cost one person more than 20,000 yuan',
  ),
  price_name: text('请填写名称', '請填寫名稱', 'Give it a name'),
}
const logged = (row: EventRow | undefined, counters: readonly Counter[]) =>
  row && {
    ...eventDraftOf(row),
    stock: counters
      .filter(({ eventid }) => eventid === 0 || eventid === row.id)
      .map(({ kind, name, most }) => `${kind} ${name}: ${most}`)
      .join(', '),
  }
/** Tells whether the event must stay, because registrations or other rows about people name it. */
const isInUse = (error: unknown): boolean => violationOf(error)?.kind === 'foreign_key'

export const consoleRoutes = [
  handle(consoleEventsList, async ({ input, db, now }) => {
    const [rows, counters, race] = await Promise.all([
      listEvents(db, input.raceid),
      listCounters(db, input.raceid),
      readRace(db, input.raceid, now),
    ])
    return {
      zone: race?.zone ?? 'Asia/Shanghai',
      friends_most: settingsOf(race ?? { settings: {} }).friends_most,
      items: rows.map((row) => edited(row, counters)),
    }
  }),

  handle(
    consoleEventsSave,
    async ({ input: { raceid, id, updated_at, draft, stock }, db, now, who, lang, refuse, refuseField, save }) => {
      if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
      const wrong = draftWrong(draft)
      if (wrong) return refuseField(`draft.${wrong[0]}`, wrongWords[wrong[1]])
      return save(async (tx) => {
        // The call locks all events of the race, because stock may be counted over all of them. A new event takes the
        // next number. A lock on rows does not stop a new row, so `lockAll` first makes other saves of events wait.
        await lockAll(tx, [{ kind: 'events', raceid, id: 0 }])
        const rows = await lockEventRows(tx, raceid)
        const before = id === undefined ? undefined : (rows.find((row) => row.id === id) ?? refuse('event_not_found'))
        if (before && before.updated_at.toISOString() !== updated_at) return refuse('event_changed_meanwhile')
        // The rules of a declared draw make its hour public. Staff change the hour in these rules. This call can change
        // the hour only after staff have called off the draw.
        if (
          before?.draw_kept &&
          (before.draw_at?.getTime() !== (draft.draw_at === null ? undefined : Date.parse(draft.draw_at)) ||
            draft.state !== 'draw')
        )
          return refuseField(draft.state === 'draw' ? 'draft.draw_at' : 'draft.state', drawDeclared)
        if (before && draft.places < before.taken) return refuse('places_below_taken', { taken: before.taken })
        const countersBefore = await listCounters(tx, raceid)
        const eventid = before?.id ?? rows.reduce((last, row) => Math.max(last, row.id), 0) + 1
        const {
          raceid: _race,
          id: _id,
          taken: _taken,
          ...kept
        } = before ?? {
          raceid,
          id: eventid,
          taken: 0,
          created_at: now,
          ranking: {},
          poster_reg: null,
          poster_paid: null,
        }
        // After the event exists, only the builder of the form changes its own fields, sections and conditions.
        const { questions, sections, when } = before ? formOf(before) : draft.form
        const row = rowFrom({ ...draft, form: { ...draft.form, questions, sections, when } }, before?.settings)
        const after = await saveEvent(tx, { ...kept, ...row, raceid, id: eventid }, now)
        const short = await saveEventStock(tx, raceid, eventid, stock, now)
        if (short) {
          const addon =
            stock[short.at]?.kind === 'addon' ? draft.addons.find(({ id: of }) => of === short.name) : undefined
          const name = addon ? addonName(lang, addon) : short.name
          return refuse('stock_below_taken', { name, taken: short.taken, at: short.at })
        }
        const counters = await listCounters(tx, raceid)
        await logChange(tx, {
          who,
          now,
          raceid,
          what: before ? 'event changed' : 'event written',
          target: `event ${eventid}`,
          before: logged(before, countersBefore),
          after: logged(after, counters),
        })
        return editedAnew(tx, after)
      })
    },
  ),

  handle(consoleEventsRemove, async ({ input: { raceid, id }, now, who, refuse, save }) => {
    try {
      return await save(async (tx) => {
        await lockEventRow(tx, raceid, id)
        const before = (await findEvent(tx, raceid, id)) ?? refuse('event_not_found')
        await removeEventRow(tx, raceid, id)
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'event removed',
          target: `event ${id}`,
          before: logged(before, []),
        })
        return { id }
      })
    } catch (error) {
      if (isInUse(error)) return refuse('event_in_use')
      throw error
    }
  }),
]
