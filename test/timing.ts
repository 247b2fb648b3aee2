import {
  consoleTimingCourse,
  consoleTimingDevice,
  consoleTimingReads,
  consoleTimingStation,
} from '#features/timing/contract.ts'
import type { CoursePoint } from '#features/timing/course/course.contract.ts'
import { derivationsSettled } from '#features/timing/derive/following.service.ts'
import { deriveRace } from '#features/timing/derive/derive.service.ts'
import { withRanks } from '#features/results/ranking/ranks.service.ts'
import type { ResultOutcome } from '#features/results/rules.ts'
import { RACE } from './entrants.ts'
import type { World } from './world.ts'

export const gun = Date.parse('2026-10-31T23:30:00Z')
export type Reader = { id: number; key: string; stationid: number }

/** Makes a half marathon with a mat at the start, at 10 km and at the finish, each with its reader. */
export const timedHalf = async (
  world: World,
  staff: { token: string },
  change: {
    points?: Partial<CoursePoint>[]
    waves?: { name: string; zones: string[]; gun: string | null }[]
    rules?: object
    live?: boolean
    eventid?: number
    raceid?: number
  } = {},
): Promise<{ start: Reader; ten: Reader; finish: Reader }> => {
  const raceid = change.raceid ?? RACE
  const readers: Reader[] = []
  for (const [at, name] of ['起点', '10公里', '终点'].entries()) {
    const { id: stationid } = await world.ask(consoleTimingStation, { raceid, name, metres: at * 10_000 }, staff)
    const { id, key } = await world.ask(consoleTimingDevice, { raceid, stationid, name: `${name} 1` }, staff)
    readers.push({ id, key: key!, stationid })
  }
  const [start, ten, finish] = readers as [Reader, Reader, Reader]
  const points = [
    { label: '起点', kind: 'start' as const, metres: 0, stationid: start.stationid },
    { label: '10', kind: 'split' as const, metres: 10_000, stationid: ten.stationid },
    { label: '终点', kind: 'finish' as const, metres: 21_097.5, stationid: finish.stationid, cutoff: 3 * 3600 },
  ]
  await world.ask(
    consoleTimingCourse,
    {
      raceid,
      eventid: change.eventid ?? 1,
      points: points.map((point, at) => ({ ...point, ...change.points?.[at] })),
      waves: change.waves ?? [{ name: '1', zones: [], gun: new Date(gun).toISOString() }],
      rules: (change.rules ?? {}) as never,
      live: change.live ?? true,
    },
    staff,
  )
  return { start, ten, finish }
}

/** Sends reads as a reader does: chip and seconds after the gun, numbered from `from` on. */
export const send = async (
  world: World,
  reader: Pick<Reader, 'key'>,
  reads: readonly (readonly [string, number])[],
  from = 0,
): Promise<{ taken: number; known: number }> =>
  world.ask(consoleTimingReads, {
    key: reader.key,
    reads: reads.map(([chip, seconds], at): [number, string, number] => [
      from + at,
      chip,
      gun + Math.round(seconds * 1000),
    ]),
  })

/** Waits until every read is in its result. */
export const worked = async (world: World, raceid = RACE): Promise<void> => {
  await derivationsSettled(world.db)
  await deriveRace(world.db, raceid, 'new', world.clock.now())
}

const after = { finished: 0, running: 0, dnf: 1, dsq: 2, dns: 3 } as const
/** Lists the results as `rank bib outcome gun net [splits] rank-by-gender rank-by-net`, in the order of their ranks. */
export const standings = async (world: World, raceid = RACE, eventid = 1): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('results as r')
    .leftJoin('ranking_inputs as t', (join) =>
      join.onRef('t.raceid', '=', 'r.raceid').onRef('t.eventid', '=', 'r.eventid'),
    )
    .select([
      'r.raceid',
      'r.eventid',
      'r.id',
      'r.bib',
      'r.outcome',
      'r.gun_ms',
      'r.net_ms',
      'r.splits',
      't.version as inputs_version',
    ])
    .where('r.raceid', '=', raceid)
    .where('r.eventid', '=', eventid)
    .execute()
  const placed = await withRanks(
    world.db,
    rows.map((row) => ({ ...row, outcome: row.outcome as ResultOutcome })),
  )
  const position = ({ rank: place, outcome }: (typeof placed)[number]) => place ?? 2e9 + after[outcome]
  return placed
    .toSorted((a, b) => position(a) - position(b) || (a.bib < b.bib ? -1 : 1))
    .map(
      ({ bib, outcome, gun_ms, net_ms, splits, rank: place, gun_gender, net_overall }) =>
        `${place ?? '–'} ${bib} ${outcome} ${gun_ms ?? '–'} ${net_ms ?? '–'} [${splits.join(',')}] ${gun_gender ?? '–'} ${net_overall ?? '–'}`,
    )
}
