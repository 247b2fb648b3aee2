import { hoursText } from '#contract/written.ts'
import { chanceFrom } from './chance.ts'
import { clubsFor } from './clubs.ts'
import { type DemoPerson, personFrom } from './people.ts'

const clock = (seconds: number): string => hoursText(Math.floor(seconds))

const roadPoints = {
  full: {
    kilometres: [5, 10, 15, 20, 21.0975, 25, 30, 35, 40],
    labels: ['5', '10', '15', '20', '半程', '25', '30', '35', '40'],
    goal: 42.195,
    mean: 15_900,
    deviation: 2_300,
    fastest: 7_790,
    limit: 22_200,
  },
  half: {
    kilometres: [5, 10, 15, 20],
    labels: ['5', '10', '15', '20'],
    goal: 21.0975,
    mean: 7_050,
    deviation: 960,
    fastest: 3_690,
    limit: 10_800,
  },
}

/**
 * Returns the time that has passed when a runner has run a share of the course. Runners lose speed on the way. The
 * larger `fade` is, the more speed they lose.
 */
const elapsed = (share: number, total: number, fade: number): number =>
  total * ((1 - fade / 2) * share + (fade / 2) * share * share)

type Road = (typeof roadPoints)[keyof typeof roadPoints]
type Chance = ReturnType<typeof chanceFrom>
/**
 * Returns a runner's time. The first 40 runners are the invited elite. The time of any other runner depends on talent,
 * sex and age.
 */
const netTime = ({ fastest, mean, deviation }: Road, chance: Chance, at: number, person: DemoPerson): number => {
  const slower = person.gender === 'female' ? 1.085 : 1
  const talent = chance.normal(0, 1)
  const usual = Math.max(
    fastest * 1.16,
    (mean + deviation * (talent + Math.abs(talent) * 0.16)) * slower * (1 + Math.max(0, person.age - 40) * 0.0028),
  )
  return at < 40 ? fastest * slower * (1 + at * 0.0045 + chance.between(0, 0.02)) : usual
}

/**
 * Returns the outcome and times of a runner, as cells of a row. With `surely`, the runner finishes unless the time is
 * over the limit.
 */
const roadCells = (road: Road, chance: Chance, at: number, count: number, person: DemoPerson, surely: boolean) => {
  const { kilometres, goal, mean, limit } = road
  const net = netTime(road, chance, at, person)
  const offset = at < 60 ? chance.between(0, 2) : Math.min(1_080, at * (1_050 / count) + chance.between(0, 60))
  const fade = 0.02 + Math.abs(chance.normal(0, 0.05)) * Math.min(1.6, net / mean)
  const luck = surely ? 1 : chance.next()
  const outcome = luck < 0.028 ? 'DNS' : luck < 0.052 || net > limit ? 'DNF' : luck < 0.0523 ? 'DSQ' : 'FINISH'
  const stopped = outcome === 'DNF' ? chance.between(0.3, 0.97) : 1
  const splits = kilometres.map((km) =>
    outcome === 'DNS' || km / goal > stopped || chance.next() < 0.002
      ? ''
      : clock(offset + elapsed(km / goal, net, fade)),
  )
  const done = outcome === 'FINISH' || outcome === 'DSQ'
  return [outcome, done ? clock(net + offset) : '', done ? clock(net) : '', ...splits]
}

/**
 * The row of the half marathon at which the search for a finisher with all splits begins. The first such finisher wears
 * two chips with two bibs, so the next row has the same times under the next bib.
 */
const TWO_BIBS = 10_800

/**
 * Returns a result file in the form of a timing firm, with `count` invented runners and splits like those of a real
 * race. Bibs rise from `firstBib`. `known` gives the people of certain rows, by the index of the row.
 */
export const roadResults = (
  kind: keyof typeof roadPoints,
  count: number,
  firstBib: number,
  seed: number,
  year: number,
  known: ReadonlyMap<number, DemoPerson> = new Map(),
): string => {
  const chance = chanceFrom(seed)
  const clubOf = clubsFor(seed, 0.06)
  const road = roadPoints[kind]
  const points = road.labels.map((label) => (label === '半程' ? label : `${label}公里`))
  const lines = [['参赛号', '姓名', '性别', '年龄', '跑团', '状态', '枪成绩', '净成绩', ...points].join(',')]
  let before: readonly string[] | undefined
  let carried = false
  for (let at = 0; at < count; at++) {
    const drawn = personFrom(chance, at, year)
    const person = known.get(at) ?? (at < 40 ? { ...drawn, age: 21 + ((at * 7) % 15) } : drawn)
    const gender = person.gender === 'male' ? '男' : '女'
    const own = roadCells(road, chance, at, count, person, known.has(at))
    // The chips of both bibs pass each mat together, so both bibs have the same times.
    const cells = before ?? own
    const carries: boolean = kind === 'half' && at >= TWO_BIBS && !carried && own[0] === 'FINISH' && !own.includes('')
    before = carries ? own : undefined
    carried ||= carries
    lines.push([String(firstBib + at), person.name, gender, String(person.age), clubOf(at), ...cells].join(','))
  }
  return `${lines.join('\n')}\n`
}

export const checkpoints = ['CP1', 'CP1+', 'CP2', 'CP3', 'CP4', 'CP5', 'CP6', 'CP7', 'CP8', 'CP9']
export const shares = [0.09, 0.125, 0.21, 0.31, 0.42, 0.53, 0.64, 0.76, 0.87, 0.95]

/**
 * Returns the result file of a trail race of 100 km with its checkpoints CP1, CP1+, CP2 … CP9. Many of its runners do
 * not finish.
 */
export const trailResults = (count: number, firstBib: number, seed: number, year: number): string => {
  const chance = chanceFrom(seed)
  const clubOf = clubsFor(seed, 0.4)
  const lines = [['参赛号', '姓名', '性别', '年龄', '跑团', '状态', '枪成绩', ...checkpoints].join(',')]
  for (let at = 0; at < count; at++) {
    const person = personFrom(chance, 40_000 + at, year)
    const total = Math.max(38_400 + at * 31, chance.normal(82_000, 15_000)) * (person.gender === 'female' ? 1.06 : 1)
    const luck = chance.next()
    const outcome = luck < 0.04 ? 'DNS' : total > 108_000 || luck < 0.2 ? 'DNF' : 'FINISH'
    const stopped = outcome === 'DNF' ? chance.between(0.2, 0.94) : 1
    const splits = shares.map((share) =>
      outcome === 'DNS' || share > stopped ? '' : clock(elapsed(share, total, 0.28)),
    )
    lines.push(
      [
        `T${firstBib + at}`,
        person.name,
        person.gender === 'male' ? '男' : '女',
        String(person.age),
        clubOf(at),
        outcome,
        outcome === 'FINISH' ? clock(total) : '',
        ...splits,
      ].join(','),
    )
  }
  return `${lines.join('\n')}\n`
}
