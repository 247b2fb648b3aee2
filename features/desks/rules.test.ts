import { expect, test } from 'vitest'
import fc from 'fast-check'
import {
  type DeskEntry,
  type HandoutKind,
  UNDO_LAST,
  believedAt,
  clashesIn,
  liveOf,
  sizeToReturn,
  packStateOf,
  sizeStockOf,
  undoWrong,
} from './entries.rules.ts'
import {
  type PackFacts,
  type EntryToJudge,
  cannotClash,
  deskForBib,
  deskInTheWay,
  isInRanges,
  missingFor,
  signWrong,
  unknownOffline,
} from './pack.rules.ts'
import { isOfOtherRace, readTyped } from './typed.rules.ts'
import { flaggedBy, flagsOf, markFrom, readVersion, versionText, worksUntil } from './device/device.rules.ts'
import { byDesk, minutesLeft, quarterOf } from './figures/figures.rules.ts'
import { bySize } from '#features/fields/sizes.rules.ts'

let count = 0
const entry = (change: Partial<DeskEntry> = {}): DeskEntry => ({
  entry: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  kind: 'pack',
  registrationid: 1,
  deskid: 1,
  deviceid: null,
  staffid: 7,
  undoes: null,
  size_out: null,
  size_in: null,
  tag: null,
  at: new Date(count * 1000),
  ...change,
})
const undoOf = (one: DeskEntry, change: Partial<DeskEntry> = {}) =>
  entry({ kind: 'undo', undoes: one.entry, registrationid: one.registrationid, ...change })

test('an undo takes its entry back in every order of arrival, and a second undo changes nothing', () => {
  const pack = entry({ size_out: 'M' })
  const first = undoOf(pack)
  const second = undoOf(pack, { deskid: 2 })
  for (const entries of [
    [pack, first],
    [first, pack],
    [second, pack, first],
  ]) {
    expect(liveOf(entries)).toEqual([])
    expect(packStateOf(entries)).toMatchObject({ packs: [], size: null })
    expect(sizeStockOf([{ size: 'M', change: 5 }], entries)).toEqual([{ size: 'M', came: 5, gone: 0, left: 5 }])
  }
})

test('two hand-outs of one pack are a clash in the order of time; an undo of either ends the clash', () => {
  const late = entry({ deskid: 2, at: new Date(9_000_000) })
  const early = entry({ at: new Date(1) })
  const other = entry({ registrationid: 2 })
  expect(clashesIn([late, other, early])).toEqual([{ registrationid: 1, packs: [early, late] }])
  expect(packStateOf([late, early]).packs).toEqual([early, late])
  expect(clashesIn([late, other, early, undoOf(late)])).toEqual([])
  const same = [entry({ at: new Date(5) }), entry({ at: new Date(5) })]
  expect(packStateOf(same).packs).toEqual(packStateOf(same.toReversed()).packs)
})

test('an exchanged shirt goes back to the stock, and a bag is kept until it is given back', () => {
  const pack = entry({ size_out: 'M' })
  const swap = entry({ kind: 'size', size_out: 'L', size_in: 'M' })
  const bag = entry({ kind: 'bag', tag: '12' })
  const all = [pack, swap, bag, entry({ kind: 'shirt', size_out: 'S' })]
  expect(packStateOf(all)).toMatchObject({ size: 'L', tag: '12', shirt: true, medal: false })
  expect(packStateOf([...all, entry({ kind: 'bagback' })]).tag).toBeNull()
  expect(packStateOf([...all, undoOf(swap)]).size).toBe('M')
  const changes = [
    { size: 'M', change: 3 },
    { size: 'L', change: 1 },
    { size: 'L', change: -1 },
  ]
  expect(sizeStockOf(changes, all)).toEqual([
    { size: 'M', came: 3, gone: 0, left: 3 },
    { size: 'L', came: 0, gone: 1, left: -1 },
    { size: 'S', came: 0, gone: 1, left: -1 },
  ])
})

test('if two desks gave a shirt each, an exchange takes back the shirt of this desk', () => {
  const by = { deskid: 1, deviceid: null, staffid: 7 }
  const pack = entry({ size_out: 'M' })
  const theirs = entry({ deskid: 2, size_out: 'M' })
  const swap = entry({ deskid: 2, kind: 'size', size_out: 'L', size_in: 'M' })
  expect(sizeToReturn([pack, theirs, swap], by), 'the other desk exchanged its own shirt').toBe('M')
  expect(sizeToReturn([pack, swap], by), 'there is only one shirt').toBe('L')
  expect(sizeToReturn([pack, theirs, swap], { ...by, deskid: 3 })).toBe('L')
  expect(sizeToReturn([], by)).toBeNull()
})

test('in a clash each desk exchanges and takes back its own shirt; a pack stays while its exchange is live', () => {
  const by = { deskid: 1, deviceid: null, staffid: 7 }
  const pack = entry({ size_out: 'M' })
  const theirs = entry({ deskid: 2, size_out: 'L' })
  const back = sizeToReturn([pack, theirs], by)
  const wanted = { kind: 'size', stand: packStateOf([pack, theirs]), back } as const
  expect(signWrong(signing({ ...wanted, size: 'M' })), 'this desk gave M').toBe('size_same')
  expect(signWrong(signing({ ...wanted, size: 'L' })), 'the other desk gave L').toBeUndefined()
  const swap = entry({ kind: 'size', size_out: 'S', size_in: 'M' })
  const swapped = entry({ deskid: 2, kind: 'size', size_out: 'XL', size_in: 'L' })
  const all = [pack, theirs, swap, swapped]
  const supervisor = { by: { deskid: 3, deviceid: null, staffid: 9 }, newer: 0, supervisor: true }
  for (const given of [pack, theirs]) expect(undoWrong(all, given.entry, supervisor)).toBe('undo_newest_first')
  expect(undoWrong(all, swap.entry, { ...supervisor, supervisor: false, by })).toBeUndefined()
  expect(undoWrong([...all, undoOf(swap)], pack.entry, supervisor)).toBeUndefined()
  expect(undoWrong([...all, undoOf(swap)], theirs.entry, supervisor)).toBe('undo_newest_first')
})

test('every order of hand-outs, exchanges and undoes keeps one shirt out of the stock for each live pack', () => {
  const step = fc.record({
    kind: fc.constantFrom('pack' as const, 'size' as const, 'undo' as const),
    deskid: fc.integer({ min: 1, max: 3 }),
    size: fc.constantFrom('S', 'M', 'L'),
    which: fc.nat(20),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const entries: DeskEntry[] = []
      for (const { kind, deskid, size, which } of steps) {
        const by = { deskid, deviceid: null, staffid: 7 }
        const back = sizeToReturn(entries, by)
        if (kind === 'pack') entries.push(entry({ deskid, size_out: size }))
        const target = entries[which % Math.max(1, entries.length)]
        const rights = { by, newer: 0, supervisor: which % 2 === 0 }
        if (kind === 'undo' && target && !undoWrong(entries, target.entry, rights)) entries.push(undoOf(target))
        if (kind === 'size' && !signWrong(signing({ kind, size, back, stand: packStateOf(entries) })))
          entries.push(entry({ kind, deskid, size_out: size, size_in: back }))
        const gone = sizeStockOf([], entries).map((one) => one.gone)
        expect(Math.min(0, ...gone), 'no size came back that did not leave').toBe(0)
        expect(gone.reduce((sum, n) => sum + n, 0)).toBe(packStateOf(entries).packs.length)
      }
    }),
    { seed: 16, numRuns: 500 },
  )
})

test('the outcome depends neither on the order of arrival nor on repeated entries', () => {
  const kinds: HandoutKind[] = ['pack', 'size', 'bag', 'bagback', 'medal']
  const one = fc.record({
    kind: fc.constantFrom(...kinds),
    registrationid: fc.integer({ min: 1, max: 3 }),
    deskid: fc.integer({ min: 1, max: 3 }),
    size_out: fc.constantFrom('S', 'M', null),
    at: fc.integer({ min: 0, max: 5 }).map((ms) => new Date(ms)),
    undone: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (given, order) => {
      const entries = given.flatMap(({ undone, ...change }) => {
        const made = entry(change)
        return undone ? [made, undoOf(made)] : [made]
      })
      const shuffled = entries
        .map((made) => [order.next().value as number, made] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, made]) => made)
      const byPerson = (all: readonly DeskEntry[]) =>
        [1, 2, 3].map((id) => packStateOf(all.filter((x) => x.registrationid === id)))
      expect(byPerson(shuffled)).toEqual(byPerson(entries))
      const sorted = (all: readonly DeskEntry[]) => sizeStockOf([], all).toSorted((a, b) => (a.size < b.size ? -1 : 1))
      expect(sorted(shuffled)).toEqual(sorted(entries))
      const taken = given.filter(({ undone, size_out }) => !undone && size_out !== null).length
      expect(sizeStockOf([], entries).reduce((sum, { gone }) => sum + gone, 0)).toBe(taken)
    }),
    { seed: 16, numRuns: 300 },
  )
})

test('a desk undoes only its own newest entries, a supervisor any entry; later entries are undone first', () => {
  const pack = entry({ size_out: 'M' })
  const own = { by: { deskid: 1, deviceid: null, staffid: 9 }, newer: 0, supervisor: false }
  expect(undoWrong([pack], pack.entry, own)).toBeUndefined()
  expect(undoWrong([pack], pack.entry, { ...own, newer: UNDO_LAST })).toBe('undo_not_own')
  const other = { ...own, by: { ...own.by, deskid: 2 } }
  expect(undoWrong([pack], pack.entry, other)).toBe('undo_not_own')
  expect(undoWrong([pack], pack.entry, { ...other, supervisor: true })).toBeUndefined()
  expect(undoWrong([pack], 'x', own)).toBe('entry_not_found')
  const undo = undoOf(pack)
  expect(undoWrong([pack, undo], pack.entry, own)).toBe('undone_already')
  expect(undoWrong([pack, undo], undo.entry, own)).toBe('entry_not_found')
  const swap = entry({ kind: 'size', size_out: 'L', size_in: 'M' })
  const again = entry({ kind: 'size', size_out: 'S', size_in: 'L' })
  expect(undoWrong([pack, swap], pack.entry, own)).toBe('undo_newest_first')
  expect(undoWrong([pack, swap, again], swap.entry, own)).toBe('undo_newest_first')
  expect(undoWrong([pack, swap, again], again.entry, own)).toBeUndefined()
  const twice = entry({ deskid: 2 })
  expect(undoWrong([pack, swap, twice], twice.entry, other), 'one of two packs').toBeUndefined()
  const without = entry({ deskid: null, staffid: 9 })
  const person = { ...own, by: { deskid: null, deviceid: null, staffid: 9 } }
  expect(undoWrong([without], without.entry, person)).toBeUndefined()
  expect(undoWrong([without], without.entry, { ...person, by: { ...person.by, staffid: 8 } })).toBe('undo_not_own')
})

test('the moment follows the clock of the device, and is never after the arrival', () => {
  const received = new Date('2026-10-30T04:00:00Z')
  const fast = new Date('2026-10-30T06:30:00Z')
  expect(believedAt(fast, -3 * 3_600_000, received)).toEqual(new Date('2026-10-30T03:30:00Z'))
  expect(believedAt(fast, 0, received)).toEqual(received)
})

const facts: PackFacts = {
  state: 'normal',
  paid: true,
  over: false,
  age: 30,
  guardian: false,
  bib: 'A1',
  declared: ['health', 'disclaimer'],
  signed: ['health', 'disclaimer'],
}
test('missing things are listed, and the most serious bar alone', () => {
  expect(missingFor(facts)).toEqual([])
  expect(missingFor({ ...facts, over: true, paid: false })).toEqual(['gone'])
  expect(missingFor({ ...facts, state: 'audit', paid: false })).toEqual(['review'])
  expect(missingFor({ ...facts, paid: false, signed: [] })).toEqual(['payment'])
  expect(missingFor({ ...facts, signed: ['health'], age: 17, bib: null })).toEqual(['disclaimer', 'guardian', 'bib'])
  expect(missingFor({ ...facts, age: 17, guardian: true })).toEqual([])
  expect(missingFor({ ...facts, age: null, declared: [], signed: [] })).toEqual([])
})

const signing = (change: Partial<EntryToJudge> = {}): EntryToJudge => ({
  kind: 'pack',
  missing: [],
  despite: [],
  stand: packStateOf([]),
  elsewhere: false,
  left: 5,
  size: 'M',
  back: 'M',
  ...change,
})
test('a pack is handed out once, to a runner who may have it, while shirts are left', () => {
  const handed = packStateOf([entry({ size_out: 'M' })])
  expect(signWrong(signing())).toBeUndefined()
  expect(signWrong(signing({ left: undefined }))).toBeUndefined()
  expect(signWrong(signing({ stand: handed }))).toBe('handed_already')
  expect(signWrong(signing({ elsewhere: true }))).toBe('other_desk')
  expect(signWrong(signing({ left: 0 }))).toBe('size_gone')
  expect(signWrong(signing({ missing: ['health'] }))).toBe('pack_incomplete')
  expect(signWrong(signing({ missing: ['health'], despite: ['health'] }))).toBeUndefined()
  for (const word of ['gone', 'review', 'payment'] as const)
    for (const kind of ['pack', 'size', 'bag', 'medal'] as const)
      expect(signWrong(signing({ kind, missing: [word], despite: [word] }))).toBe('pack_barred')
  expect(signWrong(signing({ kind: 'size' }))).toBe('not_handed')
  expect(signWrong(signing({ kind: 'size', stand: handed }))).toBe('size_same')
  expect(signWrong(signing({ kind: 'size', stand: handed, size: 'L', left: 0 }))).toBe('size_gone')
  expect(signWrong(signing({ kind: 'size', stand: handed, size: 'L' }))).toBeUndefined()
  const bag = packStateOf([entry({ kind: 'bag', tag: '1' })])
  expect(signWrong(signing({ kind: 'bag', stand: bag }))).toBe('bag_here')
  expect(signWrong(signing({ kind: 'bagback', stand: bag }))).toBeUndefined()
  expect(signWrong(signing({ kind: 'bagback' }))).toBe('bag_none')
  expect(signWrong(signing({ kind: 'medal', stand: packStateOf([entry({ kind: 'medal' })]) }))).toBe('handed_thing')
})

test('ranges of two desks share no printed number', () => {
  const range = (prefix: string, from: number, to: number) => ({ prefix, from, to })
  const desk = (id: number, ...ranges: ReturnType<typeof range>[]) => ({ id, name: `台${id}`, ranges })
  const first = desk(1, range('A', 1, 500), range('', 1, 99))
  expect(deskInTheWay([range('A', 500, 600)], [first])?.id).toBe(1)
  expect(deskInTheWay([range('A', 501, 600), range('B', 1, 500)], [first])).toBeUndefined()
  expect(deskInTheWay([range('A1', 0, 9)], [first])?.id, 'A15 is in both').toBe(1)
  expect(deskInTheWay([range('12', 0, 9)], [desk(2, range('', 100, 200))])?.id).toBe(2)
  expect(deskInTheWay([range('A9', 0, 9)], [desk(2, range('A', 1, 5))]), 'no bib is in both').toBeUndefined()
  expect(deskInTheWay([range('A9', 0, 9)], [desk(2, range('A', 905, 905))])?.id, 'A905').toBe(2)
  const bibs = Array.from({ length: 1000 }, (_, n) => [`${n}`, `${n}`.padStart(2, '0'), `${n}`.padStart(3, '0')]).flat()
  for (const prefix of ['0', '1', '12'])
    for (const [from, to] of [
      [0, 3],
      [4, 9],
      [12, 40],
    ] as const)
      for (const [low, high] of [
        [0, 5],
        [14, 16],
        [100, 119],
        [121, 139],
      ] as const) {
        const [long, short] = [[range(prefix, from, to)], [range('', low, high)]]
        const shared = bibs.some((bib) => isInRanges(bib, long) && isInRanges(bib, short))
        expect(deskInTheWay(long, [desk(2, ...short)]) !== undefined, `${prefix} ${from}-${to}, ${low}-${high}`).toBe(
          shared,
        )
      }
  expect(isInRanges('A0007', first.ranges)).toBe(true)
  expect(isInRanges('A501', first.ranges)).toBe(false)
  expect(isInRanges('A', first.ranges)).toBe(false)
  expect(isInRanges('B7', first.ranges)).toBe(false)
  expect(deskForBib('A7', [desk(2), first])?.id).toBe(1)
  expect(cannotClash(first, 1)).toBe(true)
  expect(cannotClash(first, 2)).toBe(false)
  expect(cannotClash(desk(3), 1)).toBe(false)
  const always = ['entries', 'refunds', 'declarations', 'proxies']
  const unknown = (apart: boolean, bibless: boolean) => unknownOffline({ apart, bibless, counted: false })
  expect(unknown(true, false)).toEqual(always)
  expect(unknown(false, true)).toContain('others')
  expect(unknown(false, true), 'packs of other desks include these packs').not.toContain('bibless')
  expect(unknown(true, true), 'every desk serves a runner without a bib').toContain('bibless')
  expect(unknownOffline({ apart: true, bibless: false, counted: true })).toContain('stock')
})

test('one field reads codes, bibs, chips, numbers and names, and nothing from a foreign address', () => {
  const key = '1ka-ABCDEFGHJKLMNPQRSTUVWX'
  for (const code of [key, `https://x.cn/status?_key=${key}&raceid=1`, ` ${key}\r\n`, `/registration/${key}`])
    expect(readTyped(code).key).toBe(key)
  expect(readTyped(`${key}Z`).key).toBeNull()
  expect(readTyped('https://weixin.qq.com/q/123456')).toEqual(readTyped(''))
  expect(readTyped('a0123')).toMatchObject({ bib: 'A0123', chip: 'A0123', end: null, name: 'a0123' })
  expect(readTyped('１２３４')).toMatchObject({ bib: '1234', end: '1234', name: null })
  expect(readTyped('123x')).toMatchObject({ end: '123X' })
  expect(readTyped('138 0013-8000')).toMatchObject({ mobile: '13800138000', number: '13800138000' })
  expect(readTyped('䶮')).toMatchObject({ name: '䶮', bib: null, number: null })
  expect(readTyped('😀'.repeat(5000))).toEqual(readTyped(''))
  expect(readTyped("'; drop table handouts; --").name).toContain('drop')
})

test('a code of another race is told apart from a code of this race and from other texts', () => {
  const key = '1ka-ABCDEFGHJKLMNPQRSTUVWX'
  const own = Number.parseInt('1ka', 36)
  expect(isOfOtherRace(key, own + 1)).toBe(true)
  expect(isOfOtherRace(`https://x.cn/status?_key=${key}`, own + 1)).toBe(true)
  for (const text of [key, 'A0001', '沈跑', 'https://weixin.qq.com/q/123456', ''])
    expect(isOfOtherRace(text, own)).toBe(false)
})

test('flags, mark and version of a device keep their content', () => {
  const flagged = { paid: true, over: false, guardian: true, signed: ['health'] }
  expect(flaggedBy(flagsOf(flagged))).toEqual(flagged)
  expect(markFrom(new Uint8Array(32).fill(255))).toMatch(/^[\w-]{16}$/)
  const began = new Date(1_700_000_000_000)
  expect(readVersion(versionText(began, 17))).toEqual({ began, after: 17 })
  expect(readVersion(versionText(began))).toEqual({ began, after: 0 })
  expect(readVersion('x')).toBeUndefined()
  expect(worksUntil(began, 99).getTime() - began.getTime()).toBe(24 * 3_600_000)
})

test('the beginning of a quarter hour, packs by desk, and the minutes until all packs are handed out', () => {
  const now = new Date('2026-10-30T04:20:00Z')
  const quarter = quarterOf(new Date('2026-10-30T04:10:00Z'))
  expect(quarter).toEqual(new Date('2026-10-30T04:00:00Z'))
  const rows = [
    { deskid: 1, quarter, packs: 30 },
    { deskid: null, quarter: quarterOf(now), packs: 2 },
    { deskid: 9, quarter, packs: 4 },
  ]
  expect(
    byDesk(
      rows,
      [
        { id: 1, name: '一号台' },
        { id: 2, name: '二号台' },
      ],
      now,
    ),
  ).toMatchObject([
    { id: 1, packs: 30, pace: 30 },
    { id: 2, packs: 0, pace: 0 },
    { id: null, packs: 2, pace: 0 },
    { id: 9, name: null, packs: 4, pace: 4 },
  ])
  expect(minutesLeft(120, 30)).toBe(60)
  expect(minutesLeft(5, 0)).toBeNull()
  expect(minutesLeft(0, 0)).toBe(0)
  expect(['XL', 'S', '3XL', '均码', 'M', 'XXL', '140', '90'].toSorted(bySize)).toEqual([
    'S',
    'M',
    'XL',
    'XXL',
    '3XL',
    '90',
    '140',
    '均码',
  ])
})
