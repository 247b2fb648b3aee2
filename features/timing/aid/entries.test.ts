import { describe, expect, test } from 'vitest'
import { type AidEntry, doubtsOfEntry, liveEntries, marginOf } from './entries.rules.ts'
import { momentOfClock } from './clock.rules.ts'

const at = (text: string) => Date.parse(text)
const shown = (ms: number) => new Date(ms).toISOString()
const now = at('2026-03-01T06:10:00Z')
let numbers = 0
const entry = (kind: AidEntry['kind'], minutes: number, more: Partial<AidEntry> = {}): AidEntry => ({
  entry: String(++numbers),
  kind,
  bib: '12',
  stationid: 2,
  at: now + minutes * 60_000,
  undoes: null,
  ...more,
})
const doubts = (one: AidEntry, before: readonly AidEntry[] = [], known: boolean | undefined = true) =>
  doubtsOfEntry(one, { before, known, written: now })

describe('the moment that a time of day means', () => {
  const zone = 'Asia/Shanghai'
  test('today before now, yesterday after midnight, and a few minutes ahead', () => {
    expect(shown(momentOfClock('14:05', now, zone))).toBe('2026-03-01T06:05:00.000Z')
    expect(shown(momentOfClock('14:05:30', now, zone))).toBe('2026-03-01T06:05:30.000Z')
    expect(shown(momentOfClock('14:19', now, zone))).toBe('2026-03-01T06:19:00.000Z')
    expect(shown(momentOfClock('14:30', now, zone))).toBe('2026-02-28T06:30:00.000Z')
    expect(shown(momentOfClock('23:55', at('2026-03-01T16:10:00Z'), zone))).toBe('2026-03-01T15:55:00.000Z')
    expect(shown(momentOfClock('00:05', at('2026-03-01T15:58:00Z'), zone))).toBe('2026-03-01T16:05:00.000Z')
  })
  test('over a change of the clocks in the zone of the race', () => {
    expect(shown(momentOfClock('02:30', at('2026-03-29T06:00:00Z'), 'Europe/Paris'))).toBe('2026-03-29T01:30:00.000Z')
    expect(shown(momentOfClock('03:30', at('2026-10-25T02:40:00Z'), 'Europe/Paris'))).toBe('2026-10-25T02:30:00.000Z')
    expect(shown(momentOfClock('02:30', at('2026-03-29T00:30:00Z'), 'Europe/Paris'))).toBe('2026-03-28T01:30:00.000Z')
  })
  test('a time in minutes is less certain than a tap, and a tap less than a time with seconds', () => {
    expect([marginOf('14:05'), marginOf(null), marginOf('14:05:30')]).toEqual([60, 30, 10])
  })
})

describe('oddities of an entry', () => {
  test('an unknown bib, unless the phone has no list', () => {
    expect(doubts(entry('in', -5), [], false)).toEqual(['bib_unknown'])
    expect(doubts(entry('in', -5), [], undefined)).toEqual([])
    expect(doubts(entry('note', -5), [], false)).toEqual(['bib_unknown'])
  })
  test('the same bib twice at one station, but not at two stations', () => {
    const first = entry('in', -20)
    expect(doubts(entry('in', -5), [first])).toEqual(['bib_twice'])
    expect(doubts(entry('in', -5), [{ ...first, stationid: 3 }])).toEqual([])
    expect(doubts(first, [first])).toEqual([])
  })
  test('in comes before out, in every order in which people write them', () => {
    expect(doubts(entry('out', -5), [entry('in', -20)])).toEqual([])
    expect(doubts(entry('out', -20), [entry('in', -5)])).toEqual(['out_before_in'])
    expect(doubts(entry('in', -5), [entry('out', -20)])).toEqual(['out_before_in'])
    expect(doubts(entry('in', -20), [entry('out', -5)])).toEqual([])
    expect(doubts(entry('out', -5))).toEqual(['no_way_in'])
  })
  test('a passage after a drop-out at any station', () => {
    expect(doubts(entry('in', -5, { stationid: 3 }), [entry('drop', -60)])).toEqual(['after_drop'])
    expect(doubts(entry('in', -90), [entry('drop', -60)])).toEqual([])
    expect(doubts(entry('drop', -5), [entry('drop', -60, { stationid: 3 })])).toEqual([])
  })
  test('a moment ahead, or hours ago', () => {
    expect(doubts(entry('in', 3))).toEqual(['time_ahead'])
    expect(doubts(entry('in', 1))).toEqual([])
    expect(doubts(entry('in', -400))).toEqual(['time_old'])
  })
  test('an entry that was undone counts no longer, even if the undo came first', () => {
    const one = entry('in', -20)
    const undo = entry('undo', -19, { undoes: one.entry })
    expect(liveEntries([one, undo])).toEqual([])
    expect(liveEntries([undo, one])).toEqual([])
    expect(liveEntries([one])).toEqual([one])
    expect(doubts(undo)).toEqual([])
  })
})
