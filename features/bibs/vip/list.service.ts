import { lockAll } from '#db/locks.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { type ListedRunners, personColumns, listedRunnerOf, readListedRunners } from '../findRunner.service.ts'
import { printed } from '../rules.ts'
import { readWrittenBib } from '../written.rules.ts'
import { type Vip, nameKey } from './vip.rules.ts'
import { findVips, saveVips } from './vip.store.ts'
import { vipWords } from './vip.words.ts'

type StoredVip = { prefix: string; bib: string; name: string; registrationid: number | null }
/** The runners of a list's rows, and the kept bibs among the bibs of these rows, in their printed form. */
export type KnownRunners = ListedRunners & { vips: ReadonlyMap<string, Vip> }

export const readKnownRunners = async (
  on: Db | Tx,
  work: ImportWork,
  rows: readonly ImportRow[],
): Promise<KnownRunners> => {
  const runners = await readListedRunners(on, work, rows)
  return {
    ...runners,
    vips: new Map((await findVips(on, work.raceid, runners.printed)).map((vip) => [printed(vip), vip])),
  }
}

const planOne = ({ line, cells }: ImportRow, of: KnownRunners, seen: Set<string>): RowPlan<StoredVip> => {
  const refused = (why: (typeof vipWords)['twice'], values?: Record<string, string>): RowPlan<StoredVip> => ({
    line,
    state: 'refused',
    why,
    ...(values ? { values } : {}),
  })
  const bib = readWrittenBib(cells['bib'] ?? '')
  if (!bib) return refused(vipWords.bib_wrong)
  const [name, number] = [cells['name'] ?? '', printed(bib)]
  const isNamedAlone = !cells['id'] && !cells['document']
  if (isNamedAlone && name === '') return refused(vipWords.for_whom)
  const whom = isNamedAlone ? undefined : listedRunnerOf(cells, of)
  if (whom && 'why' in whom) return refused(whom.why, whom.values)
  const owner = of.owners.get(number)
  const isOwn = owner && (whom ? owner.id === whom.one.id : nameKey(owner.name) === nameKey(name))
  if (owner && !isOwn) return refused(vipWords.worn, { name: owner.name })
  if (seen.has(number)) return refused(vipWords.twice)
  seen.add(number)
  const item = { ...bib, name: name || whom!.one.name, registrationid: whom?.one.id ?? null }
  const before = of.vips.get(number)
  if (!before) return { line, state: 'added', item }
  const isSame = before.name === item.name && before.registrationid === item.registrationid
  return isSame ? { line, state: 'same' } : { line, state: 'changed', item }
}

export const vipList = importKind<KnownRunners, StoredVip>({
  name: 'vip_bibs',
  label: vipWords.import_label,
  description: vipWords.import_text,
  right: 'bibs.edit',
  logged: 'vip bibs imported',
  columns: [personColumns.bib, { ...personColumns.name, most: 80 }, personColumns.id, personColumns.document],
  prepare: ({ seal, raceid }) => seal.prepare(raceScope(raceid)),
  hold: (tx, { raceid }) => lockAll(tx, [{ kind: 'bibs', raceid, id: 0 }]),
  known: readKnownRunners,
  plan: (rows, of) => {
    const seen = new Set<string>()
    return rows.map((row) => planOne(row, of, seen))
  },
  apply: (tx, { raceid, who, now }, items) =>
    saveVips(
      tx,
      items.map((item) => ({ raceid, ...item, staffid: who.staffid, created_at: now })),
    ),
})
