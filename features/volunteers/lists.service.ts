import { text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { lookupsOf, normalIdnum } from '#features/people/rules.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { type VolunteerColumn, volunteerColumns } from './contract.ts'
import { type VolunteerDraft, volunteerDraftOf } from './drafts.rules.ts'
import { headers } from './rules.ts'
import { enlistVolunteer } from './service.ts'
import { type VolunteerRow, listShiftsOfNumbers } from './store.ts'
import { words } from './words.ts'

type Shift = { number: string; post: string; starts_at: Date | null }
const shiftKey = ({ number, post, starts_at }: Shift): string => `${number} ${starts_at?.getTime() ?? ''} ${post}`
type Known = {
  zone: string
  now: Date
  numberOf: (idnum: string) => string
  /** The shifts that the database already has, each written as a line of text. */
  there: ReadonlyMap<string, string>
}

/** Writes a draft in one line. A comparison of these lines finds rows that change nothing. */
const plain = (draft: Omit<VolunteerDraft, 'idnum'>): string =>
  JSON.stringify([
    draft.name,
    draft.mobile,
    draft.post,
    draft.team,
    draft.place,
    draft.starts_at,
    draft.ends_at,
    draft.leader,
    draft.leader_mobile,
    draft.notes,
  ])

const numberIn = ({ seal, raceid }: ImportWork, idnum: string): string =>
  seal.blind(raceScope(raceid), 'idnum', lookupsOf(normalIdnum(idnum)).at(-1)!).toString('hex')
const opened = ({ seal, raceid }: ImportWork, row: VolunteerRow): string => {
  const open = (field: string, bytes: Buffer | null) => (bytes ? seal.open(raceScope(raceid), field, bytes) : '')
  return plain({
    ...row,
    mobile: open('volunteer mobile', row.mobile),
    leader_mobile: open('volunteer leader', row.leader_mobile),
  })
}
const known = async (on: Db | Tx, work: ImportWork, rows: readonly ImportRow[]): Promise<Known> => {
  const numbers = rows.flatMap(({ cells }) => (cells['idnum'] ? [numberIn(work, cells['idnum'])] : []))
  const found = await listShiftsOfNumbers(
    on,
    work.raceid,
    [...new Set(numbers)].map((number) => Buffer.from(number, 'hex')),
  )
  return {
    zone: work.zone,
    now: work.now,
    numberOf: (idnum) => numberIn(work, idnum),
    there: new Map(found.map((row) => [shiftKey({ ...row, number: row.idnum_ix.toString('hex') }), opened(work, row)])),
  }
}

const plan = (rows: readonly ImportRow[], { zone, now, numberOf, there }: Known): RowPlan<VolunteerDraft>[] => {
  const seen = new Set<string>()
  return rows.map(({ line, cells }): RowPlan<VolunteerDraft> => {
    const draft = volunteerDraftOf((meaning: VolunteerColumn) => cells[meaning] ?? '', zone, now)
    if ('why' in draft) return { line, state: 'refused', why: draft.why }
    const key = shiftKey({ ...draft, number: numberOf(draft.idnum) })
    if (seen.has(key)) return { line, state: 'refused', why: words.row_twice }
    seen.add(key)
    const was = there.get(key)
    if (was === undefined) return { line, state: 'added', item: draft }
    return was === plain(draft) ? { line, state: 'same' } : { line, state: 'changed', item: draft }
  })
}

const needed: readonly VolunteerColumn[] = ['name', 'idnum', 'post']
const examples: Record<VolunteerColumn, string> = {
  name: '王小明',
  idnum: '11010519491231002X',
  mobile: '13800000000',
  post: '补给站',
  team: '第一组',
  place: '10 公里处',
  from: '2026-11-22 06:00',
  until: '12:00',
  leader: '李华',
  leader_mobile: '13900000000',
  notes: '',
}
export const volunteerList = importKind<Known, VolunteerDraft>({
  name: 'volunteers',
  label: words.title,
  description: text(
    '志愿者与班次，一行一个班次；同一人同一岗位同一时间只有一行。',
    '志工與班次，一列一個班次；同一人同一崗位同一時間只有一列。',
    'Volunteers and shifts, a row a shift: one person has one row for a post and time.',
  ),
  right: 'checkin.edit',
  logged: 'volunteers imported',
  columns: volunteerColumns.map((name) => ({
    name,
    label: words[name],
    titles: new RegExp(headers[name].source, 'i'),
    ...(needed.includes(name) ? { needed: true as const } : {}),
    example: text(examples[name], examples[name], examples[name]),
  })),
  prepare: ({ seal, raceid }) => seal.prepare(raceScope(raceid)),
  known,
  plan,
  apply: async (tx, { seal, raceid, now }, drafts) => {
    for (const draft of drafts) await enlistVolunteer(tx, seal, raceid, draft, now)
  },
})
