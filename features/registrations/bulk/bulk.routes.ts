import type { Right } from '#contract/rights.ts'
import { amountText } from '#contract/written.ts'
import { type Lang, type Text, fill } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { wrong, wrongFor } from '#contract/wrong.ts'
import { logChange } from '#features/staff/service.ts'
import { type Parts, type Who, handle } from '#seam/server/handle.ts'
import { filtersPrivate } from '../lookup/filterRight.rules.ts'
import { filterFor } from '../lookup/registrationList.service.ts'
import type { RegistrationFilter } from '../lookup/registrationList.store.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { foreseenMoney, needsApproval } from './bulkMoney.service.ts'
import { type BulkAction, type BulkField, bulkActionNamed, bulkActions } from './action.service.ts'
import {
  consoleRegistrationsBulkActions,
  consoleRegistrationsBulkApprove,
  consoleRegistrationsBulkList,
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkShow,
  consoleRegistrationsBulkStart,
  consoleRegistrationsBulkStop,
  consoleRegistrationsBulkUndo,
} from './bulk.contract.ts'
import { approveBulk, openRequest, previewBulk, startBulk, stopBulk, undoBulk } from './bulk.service.ts'
import { type BulkLine, type BulkRow, countWhys, findBulk, isUndone, listBulks, lockBulk } from './bulk.store.ts'
import { bulkWords } from './bulk.words.ts'

type May = (right: Right) => boolean

const fieldShown = (lang: Lang, { label, hint, ready = [], options = [], when, ...field }: BulkField) => ({
  name: field.name,
  kind: field.kind,
  label: label[lang],
  hint: hint?.[lang] ?? null,
  required: field.required ?? false,
  most: field.most ?? null,
  options: [...options],
  ready: ready.map((one) => one[lang]),
  decides: field.decides ?? false,
  when: when ?? null,
})
const textIn = (lang: Lang, said: Text | undefined): string | null => said?.[lang] ?? null

const isOpen = ({ state }: { state: BulkLine['state'] }): boolean => state === 'running' || state === 'waiting'
const bulkShown = (line: BulkLine, lang: Lang, may: May, who: Who) => {
  const action = bulkActionNamed(line.action)
  const label = action?.label[lang] ?? line.action
  const mine = action !== undefined && may(action.right)
  const undoable = line.undoes === null && action?.undo !== undefined && line.done > 0
  return {
    ...line,
    label: line.undoes === null ? label : fill(bulkWords.undo_of[lang], { action: label }),
    approval: line.approved_at ? { by: line.approver ?? '', at: line.approved_at } : null,
    undo: undoable ? textIn(lang, action.undo?.description) : null,
    can: {
      stop: mine && isOpen(line),
      approve: mine && line.state === 'waiting' && line.staffid !== who.staffid,
      undo: mine && undoable && !isOpen(line) && line.undone === null && may('bulk.undo'),
    },
  }
}

/** Presents the values with which an action was begun, under the labels of its dialog. */
const givenShown = async (
  { db, seal, lang, who, now }: Pick<Parts, 'db' | 'seal'> & { lang: Lang; who: Who; now: Date },
  raceid: number,
  bulk: BulkRow,
) => {
  const values = openRequest(seal, raceid, bulk) as Readonly<Record<string, unknown>>
  const fields = (await bulkActionNamed(bulk.action)?.fields(db, raceid, lang, who, now)) ?? []
  return fields.flatMap(({ name, label, options, when }) => {
    const value = String(values[name] ?? '')
    if (value === '' || (when && String(values[when.field]) !== when.value)) return []
    return [{ label: label[lang], value: options?.find((one) => one.value === value)?.label ?? value }]
  })
}

type Foreseeing = { race: RaceGiven; filter: RegistrationFilter; input: unknown; now: Date; lang: Lang; who: Who }
const moneyShown = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  action: BulkAction<unknown>,
  { filter, lang, who, ...given }: Foreseeing,
) => {
  const { nothing, ...found } = await foreseenMoney({ on: db, integrations }, action, filter, given)
  return {
    ...found,
    nothing: nothing.map(({ why, ...one }) => ({ ...one, says: why[lang] })),
    approval: await needsApproval(db, given.race, who.staffid!, found.amount, given.now),
  }
}

type Asking<Word extends string> = {
  input: { action: string }
  refuse: (word: Word | 'bulk_action_unknown' | 'no_permission') => never
  may: May
}
const actionFor = ({ input, may, refuse }: Asking<never>): BulkAction<unknown> => {
  const action = bulkActionNamed(input.action) ?? refuse('bulk_action_unknown')
  return may(action.right) ? action : refuse('no_permission')
}
type Filter = Parameters<typeof filtersPrivate>[0]
const isAllowed = (filter: Filter, may: May): boolean => !filtersPrivate(filter) || may('sealed.open')

export const routes = [
  handle(consoleRegistrationsBulkActions, async ({ input, db, now, who, lang, may }) => ({
    items: await Promise.all(
      bulkActions().map(async ({ name, label, description, danger, undo, right, fields, money }) => ({
        name,
        label: label[lang],
        description: description[lang],
        danger: danger ?? false,
        undo: textIn(lang, undo?.description),
        allowed: may(right),
        money: money !== undefined,
        fields: (await fields(db, input.raceid, lang, who, now)).map((field) => fieldShown(lang, field)),
      })),
    ),
  })),

  handle(consoleRegistrationsBulkPreview, async ({ input, db, seal, integrations, now, who, lang, may, refuse }) => {
    const action = actionFor({ input, may, refuse })
    if (!isAllowed(input.filter, may)) return refuse('no_permission')
    const chosen =
      (await filterFor({ db, seal, now }, { ...input.filter, raceid: input.raceid })) ?? refuse('race_not_found')
    const { total, upto, groups } = await previewBulk({ db, seal }, chosen, action, { now, input: input.input })
    const decides = action.money?.input.safeParse(input.input)
    const money = decides?.success
      ? await moneyShown({ db, integrations }, action, { ...chosen, input: decides.data, now, lang, who })
      : null
    const touched = groups.find(({ why }) => why === null)
    return {
      total,
      upto,
      touched: { count: touched?.count ?? 0, names: touched?.names ?? [] },
      others: groups.flatMap(({ why, ...group }) => (why === null ? [] : [{ ...group, says: why[lang] }])),
      money,
    }
  }),

  handle(
    consoleRegistrationsBulkStart,
    async ({ input, db, seal, integrations, now, who, lang, say, may, refuse, save }) => {
      const { raceid } = input
      const action = actionFor({ input, may, refuse })
      if (!isAllowed(input.filter, may)) return refuse('no_permission')
      const given = action.input.safeParse(input.input)
      if (!given.success) {
        const fields: Record<string, string> = {}
        for (const issue of given.error.issues) {
          const { message, n } = wrongFor(issue)
          fields[issue.path.map(String).join('.')] ??= say(message, n === undefined ? {} : { n })
        }
        for (const { name, required } of await action.fields(db, raceid, lang, who, now))
          if (required && name in fields && !input.input[name]) fields[name] = say(wrong.required)
        return refuse('field_wrong', { fields })
      }
      const chosen = (await filterFor({ db, seal, now }, { ...input.filter, raceid })) ?? refuse('race_not_found')
      return save(async (tx) => {
        const starting = { raceid, action: action.name, staffid: who.staffid!, input: given.data, now }
        const selected = { filter: chosen.filter, upto: input.upto }
        const { amount, ...begun } = await startBulk({ tx, seal, integrations }, starting, selected, {
          race: chosen.race,
          action,
        })
        if (begun.total === 0) return refuse('bulk_nobody')
        if (begun.total !== input.total) return refuse('bulk_selection_changed', { n: begun.total })
        if (amount !== null && input.amount !== undefined && amount !== input.amount)
          return refuse('bulk_amount_changed', { amount: amountText(amount) })
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'bulk action started',
          target: `bulk ${begun.id}`,
          after: {
            action: action.name,
            total: begun.total,
            ...(amount === null ? {} : { amount, waits: begun.waits }),
          },
        })
        return begun
      })
    },
  ),

  handle(consoleRegistrationsBulkList, async ({ input, db, who, lang, may }) => {
    const { raceid, limit } = input
    const lines = await listBulks(db, raceid, { before: idIn(input.after), limit: rowsFor(limit) })
    const { rows, after } = pageOf(lines, limit, byId)
    return { items: rows.map((line) => bulkShown(line, lang, may, who)), after }
  }),

  handle(consoleRegistrationsBulkShow, async ({ input: { raceid, id }, db, seal, now, who, lang, may, refuse }) => {
    const [line = refuse('bulk_not_found')] = await listBulks(db, raceid, { id, limit: 1 })
    const whys = await countWhys(db, raceid, id)
    const bulk = bulkShown(line, lang, may, who)
    const action = bulkActionNamed(line.action)
    const begun = action && may(action.right) ? await findBulk(db, raceid, id) : undefined
    if (begun) await seal.prepare(raceScope(raceid))
    return {
      bulk,
      given: begun ? await givenShown({ db, seal, lang, who, now }, raceid, begun) : [],
      others: whys.map(({ why, count, names }) => ({ says: why[lang], count, names })),
    }
  }),

  handle(consoleRegistrationsBulkStop, async ({ input: { raceid, id }, now, who, may, refuse, save }) =>
    save(async (tx) => {
      const bulk = (await lockBulk(tx, raceid, id)) ?? refuse('bulk_not_found')
      const action = bulkActionNamed(bulk.action)
      if (!action || !may(action.right)) return refuse('no_permission')
      if (!isOpen(bulk)) return refuse('bulk_not_running')
      await stopBulk(tx, raceid, id, now)
      await logChange(tx, { who, now, raceid, what: 'bulk action stopped', target: `bulk ${id}` })
      return { id }
    }),
  ),

  handle(consoleRegistrationsBulkApprove, async ({ input: { raceid, id }, now, who, may, refuse, save }) =>
    save(async (tx) => {
      const bulk = (await lockBulk(tx, raceid, id)) ?? refuse('bulk_not_found')
      const action = bulkActionNamed(bulk.action)
      if (!action || !may(action.right)) return refuse('no_permission')
      if (bulk.state !== 'waiting') return refuse('bulk_not_waiting')
      if (bulk.staffid === who.staffid) return refuse('bulk_same_person')
      await approveBulk(tx, raceid, id, who.staffid!, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'bulk action approved',
        target: `bulk ${id}`,
        after: { action: bulk.action, total: bulk.total, amount: bulk.amount },
      })
      return { id }
    }),
  ),

  handle(consoleRegistrationsBulkUndo, async ({ input: { raceid, id }, seal, now, who, may, refuse, save }) => {
    await seal.prepare(raceScope(raceid))
    return save(async (tx) => {
      const bulk = (await lockBulk(tx, raceid, id)) ?? refuse('bulk_not_found')
      const action = bulkActionNamed(bulk.action)
      if (!action || !may(action.right)) return refuse('no_permission')
      if (bulk.undoes !== null || !action.undo) return refuse('bulk_not_undoable')
      if (isOpen(bulk)) return refuse('bulk_still_running')
      if (await isUndone(tx, raceid, id)) return refuse('bulk_undone_before')
      const begun = await undoBulk(tx, seal, bulk, { raceid, staffid: who.staffid!, now })
      if (begun.total === 0) return refuse('bulk_nobody')
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'bulk action undone',
        target: `bulk ${id}`,
        after: { action: bulk.action, total: begun.total },
      })
      return begun
    })
  }),
]
