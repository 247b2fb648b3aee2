import { raceScope } from '#db/sealing/seal.ts'
import { mobileIndex, numberIndex } from '#features/registrations/signup/sealing.service.ts'
import { importResults, publishResults } from '#features/results/service.ts'
import type { World } from '../world.ts'

let serial = 0
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
type Numbered = {
  raceid: number
  /** The account that registered the runner. */
  uid: number
  name: string
  bib: string
  number: string
  mobile: string | null
}
/** Makes a paid registration with the indexes of a document's number and of a mobile. */
export const enterNumbered = async (world: World, { number, mobile, ...row }: Numbered) => {
  const { seal } = world.parts
  await seal.prepare(raceScope(row.raceid))
  const idnum_ix = numberIndex(seal, row.raceid, number)
  const now = world.clock.now()
  await world.db
    .insertInto('registrations')
    .values({
      ...row,
      _key: `${row.raceid.toString(36)}-${String(++serial).replaceAll('0', 'a').padStart(22, 'y')}`,
      eventid: 1,
      state: 'normal',
      gender: 'female',
      idtype: 'idcard',
      idnum: seal.seal(raceScope(row.raceid), 'idnum', number),
      idnum_mask: '*',
      idnum_ix,
      document_ix: idnum_ix,
      mobile_ix: mobile === null ? null : mobileIndex(seal, row.raceid, mobile),
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
  rows: readonly (readonly [bib: string, name: string, time: string, number?: string])[],
) => {
  const now = world.clock.now()
  const lines = rows.map(([bib, name, time, number = '']) => `${bib},${name},F,35,Gulls,${time},${time},${number}`)
  const done = await importResults(world.parts, {
    raceid,
    eventid: 1,
    filename: 'results.csv',
    bytes: Buffer.from(['bib,name,gender,age,club,gun,net,idnum', ...lines, ''].join('\n')),
    staffid: null,
    now,
  } as never)
  if ('refused' in done) throw new Error(JSON.stringify(done))
  await world.db.transaction().execute((tx) => publishResults(tx, raceid, 1, now, now))
}
