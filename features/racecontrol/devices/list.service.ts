import { sameText } from '#contract/words.ts'
import { bibOrOtherTitles, bibTitles } from '#features/imports/titles.rules.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { bibsAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import { runnersOfBibsByEvent } from '#features/timing/service.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { codeIn, isDeviceName } from './devices.rules.ts'
import { addDevice, giveDevice, deviceHolderText, lockDevices, renewName } from './devices.service.ts'
import { type LiveDeviceRow, changeDevice, findDevice, listDevicesOf, listHolders, listNamed } from './devices.store.ts'
import { deviceTableWords as words } from './devices.words.ts'

type Runner = { bib: string; eventid: number }
/**
 * The known facts about the rows of a list. `devices` finds a device by its code, and `runners` finds a runner by the
 * written bib. `named` finds the code of a device by the hash of its identifier, and `holders` finds this code by the
 * bib.
 */
type Known = {
  devices: ReadonlyMap<string, LiveDeviceRow>
  named: ReadonlyMap<string, string>
  runners: ReadonlyMap<string, Runner>
  /** The written bibs that several events use. A row names no event, so nobody knows which runner is meant. */
  shared: ReadonlySet<string>
  holders: ReadonlyMap<string, string>
}
type Draft = { code: string; model: string; notes: string; name: string; runner: Runner | null }

const known = async (on: Db | Tx, { raceid }: ImportWork, rows: readonly ImportRow[]): Promise<Known> => {
  const cells = (name: string) => [...new Set(rows.flatMap((row) => row.cells[name]?.trim() || []))]
  const codes = cells('code').flatMap((code) => codeIn(code) ?? [])
  const printed = await bibsAsPrinted(on, raceid, cells('bib'))
  const found = await runnersOfBibsByEvent(on, raceid, [...printed.values()])
  const byBib = Map.groupBy(found, ({ bib }) => bib)
  const [devices, names, holders] = [
    await listDevicesOf(on, raceid, codes),
    await listNamed(on, raceid, cells('token').map(tokenHash)),
    await listHolders(on, raceid, [...byBib.keys()]),
  ]
  return {
    devices: new Map(devices.map((one) => [one.code, one])),
    named: new Map(names.map(({ code, token_hash }) => [token_hash.toString('hex'), code])),
    runners: new Map(
      [...printed].flatMap(([written, bib]): [string, Runner][] =>
        (byBib.get(bib) ?? []).slice(0, 1).map(({ eventid }) => [written, { bib, eventid }]),
      ),
    ),
    shared: new Set([...printed].flatMap(([written, bib]) => ((byBib.get(bib)?.length ?? 0) > 1 ? [written] : []))),
    holders: new Map(holders.map(({ bib, code }) => [bib, code])),
  }
}

/** Finds the reason why the import must refuse a row; undefined if the import may take the row. */
const faultOf = (draft: Draft, bib: string, { devices, named, shared, holders }: Known): RowPlan<Draft> | undefined => {
  const refused = (why: (typeof words)['row_name'], values: Record<string, string> = {}) =>
    ({ line: 0, state: 'refused', why, values }) as const
  const device = devices.get(draft.code)
  if (draft.name !== '' && !isDeviceName(draft.name)) return refused(words.row_name)
  const owner = draft.name === '' ? undefined : named.get(tokenHash(draft.name).toString('hex'))
  if (owner !== undefined && owner !== draft.code) return refused(words.row_name_known)
  if (bib === '') return undefined
  if (draft.runner === null) return refused(words.row_bib, { bib })
  if (shared.has(bib)) return refused(words.row_shared, { bib })
  if (device?.state === 'out' && device.bib !== draft.runner.bib)
    return refused(words.row_out, { who: deviceHolderText(device) })
  const has = holders.get(draft.runner.bib)
  return has !== undefined && has !== draft.code ? refused(words.row_has, { bib: draft.runner.bib }) : undefined
}
/** Keeps the present model and notes of a device where the list has empty cells. */
const filled = (draft: Draft, device: LiveDeviceRow | undefined): Draft => ({
  ...draft,
  model: draft.model || (device?.model ?? ''),
  notes: draft.notes || (device?.notes ?? ''),
})
const isSame = (draft: Draft, device: LiveDeviceRow): boolean =>
  draft.model === device.model &&
  draft.notes === device.notes &&
  (draft.name === '' || tokenHash(draft.name).equals(device.token_hash)) &&
  (draft.runner === null || (device.state === 'out' && device.bib === draft.runner.bib))

const plan = (rows: readonly ImportRow[], facts: Known): RowPlan<Draft>[] => {
  const seen = { codes: new Set<string>(), bibs: new Set<string>(), names: new Set<string>() }
  return rows.map(({ line, cells }): RowPlan<Draft> => {
    const cell = (name: string) => (cells[name] ?? '').trim()
    const code = codeIn(cell('code'))
    if (code === undefined) return { line, state: 'refused', why: words.row_code }
    if (seen.codes.has(code)) return { line, state: 'refused', why: words.row_twice }
    seen.codes.add(code)
    const bib = cell('bib')
    const runner = facts.runners.get(bib) ?? null
    const device = facts.devices.get(code)
    const draft = filled({ code, model: cell('model'), notes: cell('notes'), name: cell('token'), runner }, device)
    const fault = faultOf(draft, bib, facts)
    if (fault) return { ...fault, line }
    if (runner !== null && seen.bibs.has(runner.bib))
      return { line, state: 'refused', why: words.row_has, values: { bib: runner.bib } }
    if (draft.name !== '' && seen.names.has(draft.name)) return { line, state: 'refused', why: words.row_name_known }
    if (runner !== null) seen.bibs.add(runner.bib)
    if (draft.name !== '') seen.names.add(draft.name)
    if (device === undefined) return { line, state: 'added', item: draft }
    return isSame(draft, device) ? { line, state: 'same' } : { line, state: 'changed', item: draft }
  })
}

const applyOne = async (tx: Tx, { seal, raceid, now, who }: ImportWork, draft: Draft): Promise<void> => {
  const { code, model, notes, name, runner } = draft
  const device = await findDevice(tx, raceid, { code })
  if (device) {
    await changeDevice(tx, raceid, device.id, { model, notes }, now)
    if (name !== '' && !tokenHash(name).equals(device.token_hash))
      await renewName(tx, { seal, raceid, now }, device, name)
  } else await addDevice(tx, { seal, raceid, now }, { code, model, notes, token: name === '' ? newToken() : name })
  if (runner === null || device?.state === 'out') return
  const given = (await findDevice(tx, raceid, { code }))!
  const carried = { kind: 'runner', name: null, target_s: null, wave: null, shown: false, ...runner } as const
  await giveDevice(tx, raceid, given, carried, { staffid: who.staffid, now })
}

export const deviceList = importKind<Known, Draft>({
  name: 'tracking_devices',
  label: words.title,
  description: words.list_text,
  right: 'tracking.devices',
  logged: 'trackers imported',
  columns: [
    {
      name: 'code',
      label: words.code,
      most: 100,
      titles: /^(设备编号|裝置編號|设备|编号|device( code)?|code|tracker)$/i,
      needed: true,
      example: sameText('T-001'),
    },
    { name: 'model', label: words.model, most: 60, titles: /^(型号|型號|model)$/i, example: sameText('TK905') },
    { name: 'bib', label: words.bib, titles: bibTitles, lesser: bibOrOtherTitles, example: sameText('A0007') },
    { name: 'notes', label: words.notes, most: 300, titles: /^(备注|備註|notes?)$/i, example: sameText('') },
    {
      name: 'token',
      label: words.token,
      most: 200,
      titles: /^(上报标识|回報識別碼|device identifier|identifier|token)$/i,
      example: sameText(''),
    },
  ],
  prepare: ({ seal, raceid }) => seal.prepare(raceScope(raceid)),
  hold: (tx, { raceid }) => lockDevices(tx, raceid),
  known,
  plan,
  apply: async (tx, work, drafts) => {
    for (const draft of drafts) await applyOne(tx, work, draft)
  },
})
