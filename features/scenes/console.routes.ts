import { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { lockAll } from '#db/locks.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { logChange } from '#features/staff/service.ts'
import { streamedZip } from '#integrations/archives/streamedZip.ts'
import { dispositionOf } from '#seam/server/disposition.ts'
import { handle, hasRight, raw } from '#seam/server/handle.ts'
import {
  consoleScenesChange,
  consoleScenesCreate,
  consoleScenesDays,
  consoleScenesList,
  type SceneLine,
} from './console.contract.ts'
import { addressOfScene, picturesOf } from './pictures.service.ts'
import { type ScenePage, pageOfScene, sceneFrom, stateOfScene } from './scene.rules.ts'
import { countScan, paramsOf, scenePath, resolveScene } from './service.ts'
import {
  type SceneRow,
  insertScenes,
  listBatch,
  listDays,
  listScenes,
  lockScene,
  nextBatch,
  sumScenes,
  updateScene,
} from './store.ts'

const lineOf = (row: SceneRow, origin: string, now: Date) => ({
  ...row,
  params: paramsOf(row),
  state: stateOfScene(row, now) satisfies SceneLine['state'],
  address: addressOfScene(origin, row),
})
type Refusing = (word: 'scene_page_elsewhere' | 'scene_page_personal') => never
const checked = (page: string, refuse: Refusing): ScenePage => {
  const read = pageOfScene(page)
  return typeof read === 'string' ? refuse(`scene_page_${read}`) : read
}

export const routes = [
  handle(consoleScenesList, async ({ input, db, now, origin, integrations }) => {
    const { raceid, q, batch } = input
    const [rows, sums, race] = await Promise.all([
      listScenes(db, raceid, { q, batch, before: idIn(input.after), limit: rowsFor(input.limit) }),
      sumScenes(db, raceid),
      readRace(db, raceid, now),
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    const mini = race !== undefined && integrations.miniPrograms[settingsOf(race).qr_app] !== undefined
    return { items: items.map((row) => lineOf(row, origin, now)), after, ...sums, mini }
  }),
  handle(consoleScenesCreate, async ({ input, now, who, origin, refuse, save }) => {
    const { raceid, labels } = input
    const { page, params } = checked(input.page, refuse)
    const expires_at = input.expires_at === undefined ? null : new Date(input.expires_at)
    if (expires_at && expires_at <= now) return refuse('scene_expired')
    return save(async (tx) => {
      await lockAll(tx, [{ kind: 'scenes', raceid, id: 0 }])
      const batch = await nextBatch(tx, raceid)
      const rows = await insertScenes(
        tx,
        labels.map((label) => ({
          raceid,
          scene: sceneFrom(raceid, randomBytes(32)),
          batch,
          label,
          page,
          params: JSON.stringify(params),
          expires_at,
          created_at: now,
          updated_at: now,
        })),
      )
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'scenes made',
        target: `scenes ${batch}`,
        after: { page, params, count: rows.length, expires_at },
      })
      return { batch, items: rows.map((row) => lineOf(row, origin, now)) }
    })
  }),
  handle(consoleScenesChange, async ({ input, now, who, origin, refuse, save }) => {
    const { raceid, id, label, stopped, expires_at } = input
    const page = input.page === undefined ? undefined : checked(input.page, refuse)
    return save(async (tx) => {
      const before = (await lockScene(tx, raceid, id)) ?? refuse('scene_unknown')
      const after = await updateScene(tx, raceid, id, {
        updated_at: now,
        ...(label === undefined ? {} : { label }),
        ...(page && { page: page.page, params: JSON.stringify(page.params) }),
        ...(expires_at === undefined ? {} : { expires_at: expires_at === '' ? null : new Date(expires_at) }),
        ...(stopped === undefined ? {} : { stopped_at: stopped ? (before.stopped_at ?? now) : null }),
      })
      await logChange(tx, { who, now, raceid, what: 'scene changed', target: `scene ${id}`, before, after })
      return { scene: lineOf(after, origin, now) }
    })
  }),
  handle(consoleScenesDays, async ({ input, db, refuse }) => {
    const items = await listDays(db, input.raceid, input.id)
    if (items.length === 0 && !(await db.transaction().execute((tx) => lockScene(tx, input.raceid, input.id))))
      return refuse('scene_unknown')
    return { items }
  }),
]

export const rawRoutes = [
  raw(
    'GET',
    '/s/:scene',
    "The address in an ordinary QR code of a scene. It counts the scan and leads to the scene's page. An ended or unknown scene leads to the list of races.",
    async ({ db, origin, clock }, request, reply) => {
      const { scene } = request.params as { scene: string }
      const now = clock()
      const found = await resolveScene({ db, now }, scene.slice(0, 96), 'zh-cn')
      const known = typeof found === 'string' ? undefined : found
      if (known?.row) await countScan({ db, now }, known.row, known.race.zone)
      const path = known?.row ? scenePath(known.row) : '/'
      return reply
        .code(302)
        .header('cache-control', 'no-store')
        .header('location', origin + path)
        .send()
    },
  ),
  raw(
    'GET',
    '/console/scenes/pictures/:raceid/:file',
    'Returns the pictures of the scenes of one batch as a ZIP archive (`{batch}.zip`) with a list as CSV, to staff ' +
      'who edit the race. Each picture is a code of the mini-program, or an ordinary code if no mini-program can make ' +
      'a code.',
    async (parts, request, reply, callers) => {
      const { raceid, file } = request.params as { raceid: string; file: string }
      const gone = () => reply.code(404).header('cache-control', 'no-store').send()
      const batch = /^(\d{1,9})\.zip$/.exec(file)?.[1]
      if (!batch || !/^[1-9]\d{0,9}$/.test(raceid) || Number(raceid) > 2_147_483_647) return gone()
      const { staff } = await callers()
      if (!hasRight(staff, 'race.edit', Number(raceid))) return gone()
      const now = parts.clock()
      const race = await readRace(parts.db, Number(raceid), now)
      const rows = await listBatch(parts.db, Number(raceid), Number(batch))
      if (!race || rows.length === 0) return gone()
      return reply
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', dispositionOf('attachment', `scenes-${raceid}-${batch}.zip`))
        .type('application/zip')
        .send(Readable.from(streamedZip(picturesOf(parts, race, rows, now), now)))
    },
  ),
]
