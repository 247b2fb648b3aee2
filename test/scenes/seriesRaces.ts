import { importResults, publishResults } from '#features/results/service.ts'
import type { World } from '../world.ts'

let serial = 0
/** Makes a paid registration of an account, with a bib. */
export const enterRunner = async (world: World, raceid: number, uid: number, name: string, bib: string) => {
  const document = Buffer.from(`series ${++serial}`)
  const now = world.clock.now()
  await world.db
    .insertInto('registrations')
    .values({
      raceid,
      _key: `${raceid.toString(36)}-${String(serial).replaceAll('0', 'a').padStart(22, 'z')}`,
      eventid: 1,
      uid,
      state: 'normal',
      name,
      gender: 'female',
      idtype: 'idcard',
      idnum: document,
      idnum_mask: '*',
      idnum_ix: document,
      document_ix: document,
      bib,
      pay_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
/** Imports the results of one race as a timing firm's file, and publishes them. A second file corrects the first. */
export const finishRace = async (
  world: World,
  raceid: number,
  rows: readonly (readonly [bib: string, name: string, time: string])[],
) => {
  const now = world.clock.now()
  const lines = rows.map(([bib, name, time]) => `${bib},${name},F,35,Gulls,${time},${time}`)
  const done = await importResults(world.parts, {
    raceid,
    eventid: 1,
    filename: 'results.csv',
    bytes: Buffer.from(['bib,name,gender,age,club,gun,net', ...lines, ''].join('\n')),
    staffid: null,
    now,
  } as never)
  if ('refused' in done) throw new Error(JSON.stringify(done))
  await world.db.transaction().execute((tx) => publishResults(tx, raceid, 1, now, now))
}
