import type { Right } from '#contract/rights.ts'
import { type Lang, type Text, fill } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { wrong, wrongFor } from '#contract/wrong.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { filtersPrivate } from '../lookup/filterRight.rules.ts'
import { filterFor } from '../lookup/listing.service.ts'
import { type BulkAction, type BulkField, bulkActionNamed, bulkActions } from './action.service.ts'
import {
  consoleRegistrationsBulkActions,
  consoleRegistrationsBulkList,
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkShow,
  consoleRegistrationsBulkStart,
  consoleRegistrationsBulkStop,
  consoleRegistrationsBulkUndo,
} from './bulk.contract.ts'
import { foreseen, startBulk, stopBulk, undoBulk } from './bulk.service.ts'
import { type BulkLine, countWhys, isUndone, listBulks, lockBulk } from './bulk.store.ts'
import { bulkWords } from './bulk.words.ts'

type May = (right: Right) => boolean

const fieldShown = (lang: Lang, { label, hint, ready = [], options = [], ...field }: BulkField) => ({
  name: field.name,
  kind: field.kind,
  label: label[lang],
  hint: hint?.[lang] ?? null,
  required: field.required ?? false,
  most: field.most ?? null,
  options: [...options],
  ready: ready.map((one) => one[lang]),
})
const textIn = (lang: Lang, said: Text | undefined): string | null => said?.[lang] ?? null

/** Presents an action in the list, with the steps that the caller may take. */
const bulkShown = (line: BulkLine, lang: Lang, may: May) => {
  const action = bulkActionNamed(line.action)
  const label = action?.label[lang] ?? line.action
  const mine = action !== undefined && may(action.right)
  const undoable = line.undoes === null && action?.undo !== undefined && line.done > 0
  return {
    ...line,
    label: line.undoes === null ? label : fill(bulkWords.undo_of[lang], { action: label }),
    undo: undoable ? textIn(lang, action.undo?.description) : null,
    can: {
      stop: mine && line.state === 'running',
      undo: mine && undoable && line.state !== 'running' && line.undone === null && may('bulk.undo'),
    },
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
  handle(consoleRegistrationsBulkActions, async ({ input, db, who, lang, may }) => ({
    items: await Promise.all(
      bulkActions().map(async ({ name, label, description, danger, undo, right, fields }) => ({
        name,
        label: label[lang],
        description: description[lang],
        danger: danger ?? false,
        undo: textIn(lang, undo?.description),
        allowed: may(right),
        fields: (await fields(db, input.raceid, lang, who)).map((field) => fieldShown(lang, field)),
      })),
    ),
  })),

  handle(consoleRegistrationsBulkPreview, async ({ input, db, seal, now, lang, may, refuse }) => {
    const action = actionFor({ input, may, refuse })
    if (!isAllowed(input.filter, may)) return refuse('no_permission')
    const chosen =
      (await filterFor({ db, seal, now }, { ...input.filter, raceid: input.raceid })) ?? refuse('race_not_found')
    const { total, upto, fates } = await foreseen(db, chosen, action, now)
    const touched = fates.find(({ why }) => why === null)
    return {
      total,
      upto,
      touched: { count: touched?.count ?? 0, names: touched?.names ?? [] },
      others: fates.flatMap(({ why, ...fate }) => (why === null ? [] : [{ ...fate, says: why[lang] }])),
    }
  }),

  handle(consoleRegistrationsBulkStart, async ({ input, db, seal, now, who, lang, say, may, refuse, save }) => {
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
      for (const { name, required } of await action.fields(db, raceid, lang, who))
        if (required && name in fields && !input.input[name]) fields[name] = say(wrong.required)
      return refuse('field_wrong', { fields })
    }
    const chosen = (await filterFor({ db, seal, now }, { ...input.filter, raceid })) ?? refuse('race_not_found')
    return save(async (tx) => {
      const starting = { raceid, action: action.name, staffid: who.staffid!, input: given.data, now }
      const begun = await startBulk(tx, seal, starting, { filter: chosen.filter, upto: input.upto })
      if (begun.total === 0) return refuse('bulk_nobody')
      if (begun.total !== input.total) return refuse('bulk_selection_changed', { n: begun.total })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'bulk action started',
        target: `bulk ${begun.id}`,
        after: { action: action.name, total: begun.total },
      })
      return begun
    })
  }),

  handle(consoleRegistrationsBulkList, async ({ input, db, lang, may }) => {
    const { raceid, limit } = input
    const lines = await listBulks(db, raceid, { before: idIn(input.after), limit: rowsFor(limit) })
    const { rows, after } = pageOf(lines, limit, byId)
    return { items: rows.map((line) => bulkShown(line, lang, may)), after }
  }),

  handle(consoleRegistrationsBulkShow, async ({ input: { raceid, id }, db, lang, may, refuse }) => {
    const [line = refuse('bulk_not_found')] = await listBulks(db, raceid, { id, limit: 1 })
    const whys = await countWhys(db, raceid, id)
    return {
      bulk: bulkShown(line, lang, may),
      others: whys.map(({ why, count, names }) => ({ says: why[lang], count, names })),
    }
  }),

  handle(consoleRegistrationsBulkStop, async ({ input: { raceid, id }, now, who, may, refuse, save }) =>
    save(async (tx) => {
      const bulk = (await lockBulk(tx, raceid, id)) ?? refuse('bulk_not_found')
      const action = bulkActionNamed(bulk.action)
      if (!action || !may(action.right)) return refuse('no_permission')
      if (bulk.state !== 'running') return refuse('bulk_not_running')
      await stopBulk(tx, raceid, id, now)
      await logChange(tx, { who, now, raceid, what: 'bulk action stopped', target: `bulk ${id}` })
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
      if (bulk.state === 'running') return refuse('bulk_still_running')
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
