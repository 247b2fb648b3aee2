import { readFileSync, readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { describeShared, shared } from '#test/beside.ts'
import { corrected } from '#features/results/corrections/corrections.rules.ts'
import { rankField } from '#features/results/ranking/ranking.rules.ts'
import { rankingOf } from '#features/results/rules.ts'
import { CoursePoint, rulesOf } from './course/course.contract.ts'
import { durationIn, firstAfter, readPassings } from './reads/passings.rules.ts'
import { type RawRead, derive } from './rules.ts'

const file = (path: string) => readFileSync(shared(`data/${path}`))
const rowsOf = (text: string): Record<string, string>[] => {
  const [head = '', ...lines] = text.trim().split('\n')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [head.split(',')[at]!, cell])))
}
const gun = Date.parse('2026-03-01T00:00:00Z')
const point = (label: string, kind: CoursePoint['kind'], metres: number | null, stationid: number, more: object = {}) =>
  CoursePoint.parse({ label, kind, metres, stationid, ...more })

// Results of another program. docs/decisions/2026-11-21-timing.md lists the differences that we want.
describeShared('data/timing', 'cases of another program for hill races (race-timing)', () => {
  const base = 'timing/race-timing/synthetic/'
  const settings = (text: string) =>
    Object.fromEntries(
      text.split('\n').flatMap((line) => {
        const found = /^([A-Z_]+) = (.*)$/.exec(line)
        return found ? [[found[1]!, found[2]!.trim()]] : []
      }),
    ) as Record<string, string | undefined>
  const caseOf = (name: string) => {
    const input = (of: string) => file(`${base}${name}/input/${of}`).toString()
    const expected = readdirSync(shared(`data/${base}${name}/expected/`))
    const overall = expected.find((one) => one.includes('overall'))
    return {
      config: settings(input('config.txt')),
      raw: input('rawtimes.txt'),
      entries: input('entries.txt')
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]!),
      overall:
        overall === undefined
          ? []
          : file(`${base}${name}/expected/${overall}`)
              .toString()
              .trim()
              .split('\n')
              .slice(1)
              .map((line) => line.split(',')),
    }
  }
  const finishers = (name: string) => {
    const { config, raw, entries, overall } = caseOf(name)
    const { passings, problems } = readPassings(raw, 'Europe/London')
    const offset = durationIn(config.OFFSET_RACE_START ?? '0') ?? 0
    const out = new Set((config.DNF_FINISHERS ?? '').split(',').filter(Boolean))
    const heats = new Set((config.DEAD_HEATS ?? '').split(',').filter(Boolean))
    const points = [point('终点', 'finish', null, 1)]
    const known = passings.filter(({ chip }) => entries.includes(chip))
    const results = [...new Set(known.map(({ chip }) => chip))].map((bib) => {
      const own = known.filter(({ chip }) => chip === bib)
      const got = derive(
        { points, rules: rulesOf({}), closed: true },
        gun + offset,
        own.map((one): RawRead => ({ id: one.line, stationid: 1, at: gun + one.elapsed!, ignored: false })),
      )
      const derived = corrected(
        got.original!,
        out.has(bib) ? [{ kind: 'outcome', outcome: 'dnf', rule: null, reason: 'said so at the finish' }] : [],
        [],
      )
      const line = known.find(
        (one) => one.elapsed === own[0]!.elapsed && (heats.has(bib) ? heats.has(one.chip) : one.chip === bib),
      )!.line
      return { bib, ...derived, tiebreak: line, verdicts: got.verdicts }
    })
    const { ranks } = rankField(
      results.map((one) => ({
        field: '',
        gender: null,
        agegroup: null,
        outcome: one.outcome,
        gun_ms: one.gun_ms,
        net_ms: null,
        tiebreak: one.tiebreak,
      })),
      rankingOf({ ties: 'fraction' }),
    )
    const ours = results
      .map((one, at) => ({ bib: one.bib, place: ranks[at]!.gun.overall, ms: one.gun_ms }))
      .filter(({ place }) => place !== null)
    const theirs = overall
      .filter(([place]) => /^\d/.test(place ?? ''))
      .map((row) => ({ bib: row[1]!, place: Number(row[0]!.replace('=', '')), ms: durationIn(row.at(-1)!) }))
    return {
      ours,
      theirs,
      problems,
      results,
      unknown: passings.filter(({ chip }) => !entries.includes(chip)).map(({ chip, line }) => `${chip} ${line}`),
    }
  }
  const byPlace = (list: { bib: string; place: number | null }[]) =>
    list.toSorted((a, b) => a.place! - b.place! || Number(a.bib) - Number(b.bib))
  test.each([
    'dead_heat_1',
    'dead_heat_2',
    'dead_heat_3',
    'dnfs',
    'multiple_time_formats',
    'offset_race_start',
    'results_sort_order_dnfs',
  ])('%s: the same ranks and times', (name) => {
    const { ours, theirs, problems } = finishers(`individual_race/${name}`)
    expect(problems).toEqual([])
    expect(theirs.length).toBeGreaterThan(10)
    expect(byPlace(ours)).toEqual(byPlace(theirs))
  })
  test('lines that end the run of the other program are named here, and the rest is read', () => {
    expect(finishers('individual_race/invalid_raw_result_finish_time').problems).toEqual([
      { line: 4, word: 'no_time', given: '3 XXX' },
    ])
    expect(finishers('individual_race/unregistered_runner').unknown).toEqual(['4 4'])
    expect(finishers('individual_race/results_out_of_order').ours.map(({ bib }) => bib)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ])
    const { ours, results } = finishers('individual_race/duplicate_bib_number_recorded')
    expect(ours.find(({ bib }) => bib === '3')!.ms).toBe(2_699_000)
    expect([...results.find(({ bib }) => bib === '3')!.verdicts.values()]).toEqual(['believed', 'after_finish'])
  })
  const relay = (name: string, raw?: string) => {
    const { config, raw: given, entries, overall } = caseOf(`relay_race/${name}`)
    const legs = Number(config.NUMBER_OF_LEGS)
    const mass = new Map(
      (config.MASS_START_TIMES ?? '')
        .split(',')
        .filter(Boolean)
        .map((one) => one.split('/') as [string, string]),
    )
    const out = new Set(
      (config.DNF_FINISHERS ?? '')
        .split(',')
        .filter(Boolean)
        .map((one) => one.split('/')[0]!),
    )
    const points = Array.from({ length: legs }, (_, at) =>
      point(`棒${at + 1}`, at === legs - 1 ? 'finish' : 'split', null, 1, {
        mass_start: mass.has(String(at + 1)) ? durationIn(mass.get(String(at + 1))!)! / 1000 : null,
      }),
    )
    const { passings, problems } = readPassings(raw ?? given, 'Europe/London')
    const teams = entries.map((bib) => ({
      bib,
      derived: derive(
        { points, rules: rulesOf({ shape: 'relay' }), closed: false },
        gun,
        passings
          .filter(({ chip }) => chip === bib)
          .map((one): RawRead => ({ id: one.line, stationid: 1, at: gun + one.elapsed!, ignored: false })),
      ),
    }))
    const ours = teams
      .filter(({ bib, derived }) => derived.original?.outcome === 'finished' && !out.has(bib))
      .map(({ bib, derived }) => ({ bib, ms: derived.original!.gun_ms! }))
      .toSorted((a, b) => a.ms - b.ms)
    return {
      ours,
      problems,
      teams,
      theirs: overall
        .filter(([place]) => /^\d/.test(place ?? ''))
        .map((row) => ({ bib: row[1]!, ms: durationIn(row.at(-1)!)! })),
    }
  }
  test.each(['simple', 'legs_5', 'mass_start_3_4/all_completed', 'mass_start_none/dnf_leg_2'])(
    'relay %s: teams in their order with their totals',
    (name) => {
      const { ours, theirs, problems } = relay(name)
      expect(problems).toEqual([])
      expect(theirs.length).toBeGreaterThan(3)
      expect(ours).toEqual(theirs)
    },
  )
  test('relay: a bib that nobody wrote down is named and not guessed; once a person says whose it was, the rest follows', () => {
    const { problems, theirs } = relay('guessed_missing_bib_numbers_a')
    expect(problems.map(({ line, word }) => `${line} ${word}`)).toEqual([
      '4 no_chip',
      '9 no_chip',
      '10 no_chip',
      '18 no_chip',
    ])
    const lines = caseOf('relay_race/guessed_missing_bib_numbers_a').raw.split('\n')
    const bibs = file(`${base}relay_race/guessed_missing_bib_numbers_a/expected/simple_times_collated_2020.txt`)
      .toString()
      .split('\n')
      .map((line) => line.split('\t')[0]!)
    expect(
      relay('guessed_missing_bib_numbers_a', lines.map((line, at) => line.replace('?', bibs[at] ?? '')).join('\n'))
        .ours,
    ).toEqual(theirs)
  })
})

describeShared('data/timing', 'cases of another program for ultras (OpenSplitTime)', () => {
  test('started, finished and stopped runners; rounds; the finishing times, and the time at every point', () => {
    const read = (name: string) => rowsOf(file(`timing/opensplittime/${name}.csv`).toString())
    const [efforts, times, splits, events] = [read('efforts'), read('split_times'), read('splits'), read('events')]
    const differs: string[] = []
    const apart: string[] = []
    let alike = 0
    for (const effort of efforts) {
      const event = events.find((one) => one.event === effort.event)!
      const laps = event.course === 'rufa_course'
      const course = splits
        .filter((one) => one.course === event.course)
        .toSorted(
          (a, b) =>
            Number(a.distance_m) - Number(b.distance_m) || Number(a.kind === 'finish') - Number(b.kind === 'finish'),
        )
      const stations = new Map(
        course.flatMap((one, at) => [
          [`${one.split} in`, at * 2 + 1],
          [`${one.split} out`, at * 2 + 2],
        ]),
      )
      const kind = (given: string): CoursePoint['kind'] => (given === 'start' || given === 'finish' ? given : 'in')
      const points = course.flatMap((one, n) => [
        point(`${n}`, kind(one.kind!), Number(one.distance_m), stations.get(`${one.split} in`)!),
        ...(one.sub_split_bitmap === '65'
          ? [point(`${n} out`, 'out', Number(one.distance_m), stations.get(`${one.split} out`)!)]
          : []),
      ])
      const own = times.filter((one) => one.effort === effort.effort)
      const began =
        own.find((one) => one.split!.endsWith('_start') && one.lap === '1')?.absolute_time ??
        effort.scheduled_start_time!
      const closed = effort.finished === 'True' || effort.dropped === 'True' || effort.started === 'False'
      const reads = own.map((one, id): RawRead => ({
        id,
        stationid: stations.get(`${one.split} ${one.in_out}`)!,
        at: Date.parse(one.absolute_time!),
        ignored: false,
      }))
      const got = derive(
        {
          points,
          closed,
          rules: rulesOf({ shape: laps ? 'laps' : 'course', min_lap: 0, fastest: 60, start_window: 0 }),
        },
        began ? Date.parse(began) : null,
        reads,
      )
      for (const [id, one] of own.entries()) {
        const found = got.times.find(({ read: taken }) => taken === id)
        if (typeof found?.at === 'number' && found.at - Date.parse(began!) === Number(one.elapsed_seconds) * 1000)
          alike++
        else apart.push(`${one.effort} ${one.split} ${one.in_out}: ${got.verdicts.get(id)}`)
      }
      const expected =
        effort.started === 'False'
          ? 'dns'
          : effort.finished === 'True'
            ? 'finished'
            : effort.dropped === 'True'
              ? 'dnf'
              : 'running'
      const finish = own
        .filter((one) => one.split!.endsWith('_finish'))
        .map((one) => Number(one.elapsed_seconds))
        .sort((a, b) => b - a)[0]
      if (got.original?.outcome !== expected)
        differs.push(`${effort.effort}: ${got.original?.outcome ?? 'unseen'}, theirs ${expected}`)
      else if (expected === 'finished' && got.original.gun_ms !== finish! * 1000)
        differs.push(`${effort.effort}: ${got.original.gun_ms}, theirs ${finish}`)
      else if (laps && expected !== 'dns' && (got.laps ?? 0) !== Number(effort.completed_laps))
        differs.push(`${effort.effort}: ${got.laps} laps, theirs ${effort.completed_laps}`)
    }
    expect(efforts).toHaveLength(33)
    expect(differs).toEqual([])
    // The times 94,149 s at the fourth aid station and 51,060 s at the sixth cannot both be true. The derivation takes
    // the longer sequence of points, and staff see the other read as a doubt.
    expect({ alike, apart }).toEqual({
      alike: 226,
      apart: ['in', 'out'].map((way) => `sum_100k_drop_anvil sum_100k_course_anvil_cg_aid6 ${way}: not_placed`),
    })
  })
  test('entries of people at aid stations (raw_times): each line is read or named, with the moment of its matched split', () => {
    const { format, passings, problems } = readPassings(
      file('timing/opensplittime/raw_times.csv').toString(),
      'America/Denver',
    )
    expect([format, passings.length, problems]).toEqual([
      'csv',
      35,
      [{ line: 16, word: 'no_time', given: expect.stringContaining('09:mm:ss') }],
    ])
    const read = (name: string) => rowsOf(file(`timing/opensplittime/${name}.csv`).toString())
    const [raw, times, efforts] = [read('raw_times'), read('split_times'), read('efforts')]
    const differs: string[] = []
    let [same, nobody] = [0, 0]
    for (const { line, chip, clock, point: where, way } of passings) {
      const effort = efforts.find((one) => one.bib === chip && one.event!.startsWith('sum'))
      const own = times.filter((one) => one.effort === effort?.effort)
      const start = own.find((one) => one.split!.endsWith('_start'))?.absolute_time
      if (!start) nobody++
      else if (raw[line - 2]!.matched_split_time !== '') {
        const split = own.find(
          (one) =>
            one.split!.endsWith(
              where!
                .toLowerCase()
                .replaceAll(/[^a-z0-9]+/g, '_')
                .replace(/_$/, ''),
            ) && one.in_out === way,
        )
        if (firstAfter(Date.parse(start), clock!, 'America/Denver') === Date.parse(split!.absolute_time!)) same++
        else differs.push(`${chip} ${where} ${way} ${clock}`)
      }
    }
    // 14 lines have bibs that nobody wears or whose runner never started; we list them as chips of nobody. The other
    // program matched some lines whose split has another time: four lines of bib 101 and one line of bib 999. It also
    // placed two lines of bib 999 a day later than the next point.
    expect({ same, nobody, differs }).toEqual({
      same: 9,
      nobody: 14,
      differs: [
        '101 Rolling Pass (Aid2) in 21:30:00',
        '101 Rolling Pass (Aid2) in 22:30:00',
        '101 Rolling Pass (Aid2) out 21:40:00',
        '101 Rolling Pass (Aid2) out 22:35:00',
        '999 Engineer Mtn TH (Aid4) in 09:09:00',
        '999 Engineer Mtn TH (Aid4) out 09:09:09',
        '999 Rolling Pass (Aid2) out 09:10:00',
      ],
    })
  })
})

describeShared('data/timing', 'a marathon rebuilt from its passings', () => {
  test('all 8,811 runners who were seen at every point have the published times', () => {
    const passings = gunzipSync(file('timing/tcm_2013_passings_derived.csv.gz')).toString()
    const { format, passings: read, problems } = readPassings(passings, 'America/Chicago')
    expect({ format, n: read.length, problems }).toEqual({ format: 'csv', n: 70_562, problems: [] })
    const names = ['START', '5K', '10K', 'HALF', '30K', '21M', '24M', 'FINISH']
    const metres = [0, 5000, 10_000, 21_097.5, 30_000, 33_796, 38_624, 42_195]
    const points = names.map((name, at) =>
      point(name, at === 0 ? 'start' : at === 7 ? 'finish' : 'split', metres[at]!, at + 1),
    )
    const byRunner = Map.groupBy(read, ({ chip }) => chip)
    const published = rowsOf(gunzipSync(file('results/tcm_2013.csv.gz')).toString())
    let [same, whole] = [0, 0]
    for (const row of published) {
      const segments = Array.from({ length: 7 }, (_, at) => Number(row[`split_${at + 1}_segment_time`] || Number.NaN))
      if (segments.some(Number.isNaN) || !row.chipstart) continue
      whole++
      const reads = byRunner.get(row.runner_id!)!.map((one, id): RawRead => ({
        id,
        stationid: names.indexOf(one.point!) + 1,
        at: gun + one.elapsed!,
        ignored: false,
      }))
      const { original: base } = derive({ points, closed: true, rules: rulesOf({}) }, gun, reads)
      const net = segments.reduce((sum, one) => sum + one, 0) * 1000
      const start = Number(row.chipstart) * 1000
      let at = start
      const splits = segments.slice(0, -1).map((one) => (at += one * 1000))
      if (
        base?.outcome === 'finished' &&
        base.net_ms === net &&
        base.gun_ms === net + start &&
        JSON.stringify(base.splits) === JSON.stringify(splits)
      )
        same++
    }
    expect({ whole, same }).toEqual({ whole: 8811, same: 8811 })
  })
})
