import sharp from 'sharp'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  type HallSettings,
  consoleHallSave,
  consoleHallStation,
  hallAction,
  hallFetch,
} from '#features/hall/contract.ts'

export let world: World
export let staff: { token: string }
export let keys: Record<string, string>
export let picture: string

export const settings: HallSettings = {
  open: true,
  seconds: 12,
  casts_most: 3,
  prints_most: 2,
  waiting_most: 200,
  photos: 'checked',
  paper: 'A4',
}
export const set = (change: Partial<HallSettings> = {}) =>
  world.ask(consoleHallSave, { raceid: 7, settings: { ...settings, ...change } }, staff)
/** Makes a station with its own key and the code under which phones find the station. */
export const station = async (kind: 'screen' | 'printer') => {
  const { id, link } = await world.ask(consoleHallStation, { raceid: 7, kind, name: kind }, staff)
  const key = link!.split('#station=')[1]!
  const view = await world.ask(hallFetch, { station: key })
  return { id, key, client: view.station.code }
}
export const act = (
  at: { key: string },
  action: 'next' | 'take' | 'print' | 'done' | 'failed' | 'again',
  id?: number,
) => world.ask(hallAction, { station: at.key, action, id })

export const openHall = async (): Promise<void> => {
  world = await makeWorld()
  const now = world.clock.now()
  for (const id of [7, 8])
    await world.db.transaction().execute(async (tx) => {
      await saveRace(tx, { id, name: '夜跑', city: '杭州', time: now, published_at: now }, now)
      await saveEvent(
        tx,
        {
          raceid: id,
          id: 1,
          name: '半程',
          names: { en: 'Half' },
          type: 'half',
          distance_cm: 2_109_750,
          places: 100,
          start_at: now,
        },
        now,
      )
    })
  await giveStandardCertificates(world.parts, { raceid: 7, primary: '#0a7ea4', city: '杭州' })
  const rows = [
    'bib,name,outcome,gun,net',
    'H1,沈若溪,,1:40:00,1:39:30',
    'H2,周启明,,1:41:00,1:40:30',
    'H3,陆一舟,,1:42:00,1:41:30',
    'H4,山风,DNF,,',
  ]
  for (const raceid of [7, 8])
    await importResults(world.parts, {
      raceid,
      eventid: 1,
      filename: 'r.csv',
      bytes: Buffer.from(rows.join('\n')),
      publish: true,
      now,
    })
  const all = await world.db.selectFrom('results').select(['raceid', 'bib', '_key']).execute()
  keys = Object.fromEntries(all.map((row) => [`${row.raceid}${row.bib}`, row._key]))
  staff = await staffSession(world, [{ raceid: 7, role: 'director' }])
  picture = (
    await sharp({ create: { width: 640, height: 900, channels: 3, background: '#c2410c' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
}
