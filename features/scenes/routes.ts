import { readPublishedRace } from '#features/races/service.ts'
import { menuLabelOf, raceIn } from '#features/races/rules.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import {
  apiHelperMenuShow,
  apiHelperRacesMy,
  apiHelperSceneFetch,
  apiHelperSceneShow,
  menuShow,
  racesMy,
  sceneFetch,
  sceneShow,
} from './contract.ts'
import { routes as staff } from './console.routes.ts'
import { myRaces } from './my.service.ts'
import { countScan, resolveScene } from './service.ts'

type My = Pick<Context<typeof racesMy>, 'db' | 'seal' | 'now' | 'lang' | 'who'>
const my = async ({ db, seal, now, lang, who }: My) => ({
  items: await myRaces({ db, seal, now, lang }, who.uid!),
})

type Common = 'input' | 'db' | 'now' | 'lang' | 'origin' | 'refuse'
type Menu = Pick<Context<typeof menuShow>, Common>
const menu = async ({ input, db, now, lang, origin, refuse }: Menu) => {
  const raceid = input.id ?? input.raceid ?? refuse('race_missing')
  const row = (await readPublishedRace(db, raceid, now)) ?? refuse('race_not_found')
  const race = raceIn(lang, row)
  return {
    race,
    items: race.menu.map((entry) => {
      const page = new URL(entry.page ?? '/', origin)
      page.searchParams.set('raceid', String(race.id))
      return {
        key: entry.key,
        label: menuLabelOf(entry, lang),
        page: entry.page ?? null,
        link: entry.address ?? page.href,
        outside: entry.address !== undefined,
      }
    }),
  }
}

type Resolving = Pick<Context<typeof sceneShow>, Common>
const resolved = async (context: Resolving) => {
  const { input, db, now, lang, refuse } = context
  const found = await resolveScene({ db, now }, input.id ?? input.scene ?? refuse('scene_unknown'), lang)
  return typeof found === 'string' ? refuse(found) : found
}
const show = async (context: Resolving) => {
  const { row, race, path, ...found } = await resolved(context)
  return { ...found, race: race.name, link: context.origin + path, expires_at: row?.expires_at ?? null }
}
const fetch = async (context: Resolving) => {
  const { row, race, path, ...found } = await resolved(context)
  if (row) await countScan(context, row, race.zone)
  return { ...found, race: race.name, link: context.origin + path }
}

export const routes = [
  handle(racesMy, my),
  handle(apiHelperRacesMy, my),
  handle(menuShow, menu),
  handle(apiHelperMenuShow, menu),
  handle(sceneShow, show),
  handle(apiHelperSceneShow, show),
  handle(sceneFetch, fetch),
  handle(apiHelperSceneFetch, fetch),
  ...staff,
]
