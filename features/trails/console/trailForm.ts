import type { InputOf } from '#contract/endpoint.ts'
import type { Lang } from '#contract/words.ts'
import type { ConsoleTrail, consoleTrailsSave } from '../console.contract.ts'

type Said = Partial<Record<Lang, string>>
export type PointForm = Omit<ConsoleTrail['points'][number], 'point' | 'name' | 'names'> & { name: Said }
/** A trail as the console edits it: with its name in three languages, and the points in their order. */
export type TrailForm = Omit<ConsoleTrail, 'id' | 'name' | 'names' | 'published_at' | 'updated_at' | 'points'> & {
  name: Said
  published: boolean
  points: PointForm[]
}

const saidOf = (name: string, names: Readonly<Record<string, string>>): Said => ({ 'zh-cn': name, ...names })
export const newPoint: PointForm = {
  name: {},
  lat: null,
  lon: null,
  radius: 50,
  accuracy: 50,
  ways: ['code', 'position'],
  rotating: false,
  points: 1,
  opens_at: null,
  closes_at: null,
}
export const formOfTrail = (trail: ConsoleTrail | undefined): TrailForm =>
  trail
    ? {
        name: saidOf(trail.name, trail.names),
        description: trail.description,
        eventid: trail.eventid,
        ordered: trail.ordered,
        ranking: trail.ranking,
        rounds: trail.rounds,
        opens_at: trail.opens_at,
        closes_at: trail.closes_at,
        published: trail.published_at !== null,
        points: trail.points.map(({ point: _point, name, names, ...rest }) => ({ ...rest, name: saidOf(name, names) })),
      }
    : {
        name: {},
        description: '',
        eventid: null,
        ordered: false,
        ranking: 'time',
        rounds: 1,
        opens_at: null,
        closes_at: null,
        published: false,
        points: [newPoint],
      }

const namesOf = ({ 'zh-cn': zh = '', ...others }: Said) => {
  const names = Object.fromEntries(
    Object.entries(others).flatMap(([lang, said]) => (said?.trim() ? [[lang, said.trim()]] : [])),
  )
  // If a trail has only an English name, all languages show the English name.
  return { name: zh.trim() || Object.values(names)[0] || '', names }
}
/** Returns the first reason why a form cannot be saved: a word, and the point to which it belongs. */
export const faultOf = (
  form: TrailForm,
): { word: 'needs_name' | 'needs_points' | 'point_wrong' | 'place_wrong'; n?: number } | undefined => {
  if (namesOf(form.name).name === '') return { word: 'needs_name' }
  if (form.points.length === 0) return { word: 'needs_points' }
  for (const [at, point] of form.points.entries()) {
    if (namesOf(point.name).name === '' || point.ways.length === 0) return { word: 'point_wrong', n: at + 1 }
    const placed = point.lat !== null && point.lon !== null
    if (!placed && point.ways.some((way) => way !== 'code')) return { word: 'place_wrong', n: at + 1 }
    if ((point.lat === null) !== (point.lon === null)) return { word: 'place_wrong', n: at + 1 }
  }
  return undefined
}
export const inputOf = (form: TrailForm): Omit<InputOf<typeof consoleTrailsSave>, 'raceid' | 'id' | 'updated_at'> => ({
  ...form,
  ...namesOf(form.name),
  points: form.points.map((point) => ({ ...point, ...namesOf(point.name) })),
})
