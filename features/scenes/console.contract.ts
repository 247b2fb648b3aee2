import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, Page, RaceId, Search, Time, GivenMoment } from '#contract/scalars.ts'
import { MOST_AT_ONCE, sceneStates } from './scene.rules.ts'

const SceneLine = z.object({
  id: z.number(),
  scene: z.string(),
  batch: z.number(),
  label: z.string(),
  page: z.string(),
  params: z.record(z.string(), z.string()),
  scans: z.number(),
  first_at: z.nullable(Time),
  last_at: z.nullable(Time),
  expires_at: z.nullable(Time),
  created_at: Time,
  state: z.enum(sceneStates),
  /** The address in an ordinary QR code. It opens the page in any browser. */
  address: z.string(),
})
export type SceneLine = z.output<typeof SceneLine>
const moment = z.optional(GivenMoment)

export const consoleScenesList = post('/console/scenes/list', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId, q: z._default(Search, ''), batch: z.optional(Int), ...Page }),
  output: z.object({
    items: z.array(SceneLine),
    after: z.nullable(z.string()),
    /** The number of the race's scenes, and the number of their scans. The search does not change these numbers. */
    total: z.number(),
    scans: z.number(),
    /** True if the race's mini-program makes codes. Otherwise pictures hold ordinary codes. */
    mini: z.boolean(),
  }),
  description: 'Lists the scenes of a race, newest first, with their scans.',
})
export const consoleScenesCreate = post('/console/scenes/create', {
  access: { right: 'race.edit' },
  input: z.object({
    raceid: RaceId,
    /** The label of each scene. The number of labels is the number of scenes. */
    labels: z.array(Line(60)).check(z.minLength(1), z.maxLength(MOST_AT_ONCE)),
    /** A page of ours as a path, with or without its query. */
    page: Line(600),
    expires_at: moment,
  }),
  output: z.object({ batch: z.number(), items: z.array(SceneLine) }),
  refusals: ['scene_page_elsewhere', 'scene_page_personal', 'scene_expired'],
  description: 'Makes scenes in bulk: one for each label, all with the same page and end.',
})
export const consoleScenesChange = post('/console/scenes/change', {
  access: { right: 'race.edit' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    label: z.optional(Line(60)),
    page: z.optional(Line(600)),
    expires_at: z.optional(z.union([GivenMoment, z.literal('')])),
    stopped: z.optional(Flag),
  }),
  output: z.object({ scene: SceneLine }),
  refusals: ['scene_unknown', 'scene_page_elsewhere', 'scene_page_personal'],
  description:
    'Changes the label, page or end of a scene, or stops it. Printed codes keep their text and lead to the new page. ' +
    'An empty `expires_at` removes the end.',
})
export const consoleScenesDays = post('/console/scenes/days', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ items: z.array(z.object({ day: z.string(), scans: z.number() })) }),
  refusals: ['scene_unknown'],
  description: 'Counts the scans of one scene by day, in the time zone of the race.',
})
