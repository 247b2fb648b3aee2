import { sameText, text } from '#contract/words.ts'
import { two } from '#contract/written.ts'
import type { Db, Tx } from '#db/db.ts'
import { type ListedFault, listedColumns, listedDocument } from '#features/people/listedPerson.rules.ts'
import { listedWords } from '#features/people/listedPerson.words.ts'
import { maskIdnum, normalName } from '#features/people/rules.ts'
import { hasRight } from '#seam/server/handle.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { isDay } from '#contract/days.ts'
import { type BanSource, banSources } from './rules.ts'
import { banIndex, forgetBans } from './service.ts'
import { type NewBan, changeBan, findBans, insertBan } from './store.ts'
import { words } from './words.ts'

/** Reads the choice of staff for an imported list: the source of its bans, and whether they count for every race. */
const targetOf = (of: string): { source: BanSource; everywhere: boolean } => {
  const [source, scope] = of.split(' ')
  return { source: banSources.find((one) => one === source) ?? 'organiser', everywhere: scope === 'all' }
}

type Item = NewBan & { id: number | undefined }
type Known = { checked: ReadonlyMap<number, NewBan | ListedFault>; there: ReadonlyMap<string, NewBan & { id: number }> }

const dayOf = (typed: string): string | undefined => {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed.trim())
  if (!found) return undefined
  const day = `${found[1]}-${two(found[2]!)}-${two(found[3]!)}`
  return isDay(day) ? day : undefined
}

const check = ({ cells }: ImportRow, { raceid, seal, now, of }: ImportWork): NewBan | ListedFault => {
  const cell = (name: string) => cells[name] ?? ''
  const found = listedDocument(cells, now)
  if ('why' in found) return found
  const name = normalName(cell('name'))
  if (name === '') return { why: words.name_missing }
  if (cell('reason') === '') return { why: words.reason_missing }
  const from_day = dayOf(cell('from'))
  const until_day = cell('until') === '' ? null : dayOf(cell('until'))
  if (from_day === undefined || until_day === undefined) return { why: words.date_wrong }
  if (until_day !== null && until_day < from_day) return { why: words.dates_crossed }
  return {
    raceid,
    ...targetOf(of),
    document_ix: banIndex(seal, found.document.identity),
    idnum_mask: maskIdnum(found.document.idnum),
    name,
    reason: cell('reason'),
    from_day,
    until_day,
  }
}

const isSame = (a: NewBan, b: NewBan): boolean =>
  a.name === b.name &&
  a.reason === b.reason &&
  a.from_day === b.from_day &&
  a.until_day === b.until_day &&
  a.everywhere === b.everywhere

const known = async (on: Db | Tx, work: ImportWork, rows: readonly ImportRow[]): Promise<Known> => {
  const checked = new Map(rows.map((row) => [row.line, check(row, work)]))
  const documents = [...checked.values()].flatMap((one) => ('why' in one ? [] : [one.document_ix]))
  const found = await findBans(on, work.raceid, targetOf(work.of).source, documents)
  return { checked, there: new Map(found.map((one) => [one.document_ix.toString('hex'), one])) }
}

const plan = (rows: readonly ImportRow[], { checked, there }: Known): RowPlan<Item>[] => {
  const seen = new Set<string>()
  return rows.map(({ line }): RowPlan<Item> => {
    const one = checked.get(line)!
    if ('why' in one) return { line, state: 'refused', ...one }
    const key = one.document_ix.toString('hex')
    if (seen.has(key)) return { line, state: 'refused', why: listedWords.twice }
    seen.add(key)
    const was = there.get(key)
    if (!was) return { line, state: 'added', item: { ...one, id: undefined } }
    return isSame(was, one) ? { line, state: 'same' } : { line, state: 'changed', item: { ...one, id: was.id } }
  })
}

export const banList = importKind<Known, Item>({
  name: 'bans',
  label: words.list_label,
  description: words.list_text,
  right: 'bans.edit',
  logged: 'bans imported',
  into: {
    label: words.into,
    choices: async ({ lang, who }) =>
      (hasRight(who, 'bans.edit', null) ? (['race', 'all'] as const) : (['race'] as const)).flatMap((scope) =>
        banSources.map((source) => ({
          value: `${source} ${scope}`,
          label: `${words[source][lang]} · ${words[scope === 'all' ? 'everywhere' : 'this_race'][lang]}`,
        })),
      ),
  },
  columns: [
    { ...listedColumns.name, most: 80 },
    listedColumns.idnum,
    {
      name: 'reason',
      label: words.reason,
      most: 200,
      titles: /^(reason|why|原因|事由|处罚原因|處罰原因|违规行为)$/i,
      needed: true,
      example: text('替跑', '替跑', 'Ran for somebody else'),
    },
    {
      name: 'from',
      label: words.from,
      titles: /^(from|since|start|start date|开始|开始日期|起始日期|開始日期|处罚开始)$/i,
      needed: true,
      example: sameText('2026-01-01'),
    },
    {
      name: 'until',
      label: words.until,
      titles: /^(until|to|end|end date|结束|结束日期|截止日期|結束日期|处罚结束)$/i,
      example: sameText('2027-12-31'),
    },
    listedColumns.idtype,
    listedColumns.country,
  ],
  prepare: ({ seal }) => seal.prepare('people'),
  known,
  plan,
  apply: async (tx, { db, now, who }, items) => {
    for (const { id, ...ban } of items)
      if (id === undefined) await insertBan(tx, ban, who.staffid, now)
      else {
        const { name, reason, from_day, until_day, everywhere } = ban
        await changeBan(tx, ban.raceid, id, { name, reason, from_day, until_day, everywhere }, now)
      }
    forgetBans(db)
  },
})
