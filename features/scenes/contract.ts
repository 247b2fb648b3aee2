import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { RaceId, Time } from '#contract/scalars.ts'
import { MenuEntry, Skins } from '#features/races/contract.ts'
import { nextSteps } from './next.rules.ts'

const MyRegistration = z.object({
  _key: z.string(),
  name: z.string(),
  event: z.string(),
  bib: z.nullable(z.string()),
  /** The heading of the registration's status page, in the caller's language. */
  status: z.string(),
  next: z.object({
    step: z.enum(nextSteps),
    /** True if the runner must act. */
    needs: z.boolean(),
    says: z.string(),
    /** The moment by which the runner must act. */
    until: z.nullable(Time),
    /** The page of the step, as a path of ours with its query. */
    page: z.string(),
  }),
})
export type MyRegistration = z.output<typeof MyRegistration>
const MyRace = z.object({
  id: z.number(),
  name: z.string(),
  city: z.string(),
  time: Time,
  zone: z.string(),
  cover: z.nullable(z.string()),
  skins: Skins,
  /** The runner's registrations, the most urgent registration first. */
  registrations: z.array(MyRegistration),
})
export type MyRace = z.output<typeof MyRace>
const my = {
  access: 'runner',
  input: z.object({}),
  output: z.object({ items: z.array(MyRace) }),
  description:
    "Lists the races of the account's newest 100 registrations, each with its next step: the first open step " +
    'of its check list, or wait, run, or see the result. Races that need something come first, then coming races, ' +
    'then past ones.',
} as const
export const racesMy = post('/races/my', my)
export const apiHelperRacesMy = post('/api/helper/races/my', my)

const menu = {
  access: 'anyone',
  shared: 30,
  /** The id of the race, after the path or in the body. `raceid` has the same meaning. */
  input: z.object({ id: z.optional(RaceId), raceid: z.optional(RaceId) }),
  output: z.object({
    race: z.object({ id: z.number(), name: z.string(), time: Time, zone: z.string(), skins: Skins }),
    items: z.array(
      z.object({
        key: MenuEntry.shape.key,
        label: z.string(),
        page: z.nullable(z.string()),
        /** The full address: one of our pages with the race, or a page on another site. */
        link: z.string(),
        outside: z.boolean(),
      }),
    ),
  }),
  refusals: ['race_not_found', 'race_missing'],
  description: "Returns the menu of a race as data: each entry with its label in the caller's language and its link.",
} as const
export const menuShow = post('/menu/show/', menu)
export const apiHelperMenuShow = post('/api/helper/menu/show/', menu)

/** The text that a mini-program gets from a QR code. It may be escaped. */
const SceneText = z.string().check(z.trim(), z.minLength(1), z.maxLength(96))
const resolved = {
  scene: z.string(),
  raceid: z.number(),
  race: z.string(),
  page: z.string(),
  params: z.record(z.string(), z.string()),
  /** The whole address that the mini-program opens. */
  link: z.string(),
}
const show = {
  access: 'anyone',
  /** The scene, after the path or in the body. */
  input: z.object({ id: z.optional(SceneText), scene: z.optional(SceneText) }),
  output: z.object({ ...resolved, expires_at: z.nullable(Time) }),
  refusals: ['scene_unknown', 'scene_over'],
  description:
    'Resolves a scene to its race, page and parameters, without counting. It knows scenes of the console and scenes ' +
    'of /wechat/mini/qrcode.',
} as const
export const sceneShow = post('/scene/show/', show)
export const apiHelperSceneShow = post('/api/helper/scene/show/', show)
const fetch = {
  access: 'anyone',
  input: z.object({ scene: z.optional(SceneText), id: z.optional(SceneText) }),
  output: z.object(resolved),
  refusals: ['scene_unknown', 'scene_over'],
  description: 'Resolves a scanned scene as /scene/show/ does, and counts the scan.',
} as const
export const sceneFetch = post('/scene/fetch', fetch)
export const apiHelperSceneFetch = post('/api/helper/scene/fetch', fetch)
