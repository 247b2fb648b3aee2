import { keyFrom } from '#contract/scalars.ts'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults, publishResults } from '#features/results/service.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { saveCertificate } from '#features/certificates/service.ts'
import { drawStandard } from '#features/certificates/template/standard.rules.ts'

export let world: World
export let editor: { token: string }
export let scores: Map<string, { id: number; key: string }>
export let entryKey: string
export let certificateid: number

export const table =
  'bib,name,gender,age,gun,net\nA1,李䶮,M,36,3:25:41,3:24:18\nA2,韩梅梅,F,31,3:40:00,3:39:00\nA3,王退赛,M,40,DNF,\n'
const importTable = (csv: string) =>
  importResults(world.parts, {
    raceid: 7,
    eventid: 1,
    filename: 'results.csv',
    bytes: Buffer.from(csv),
    staffid: null,
    now: world.clock.now(),
  } as never)

export const openCertificates = async (): Promise<void> => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    for (const id of [7, 8])
      await saveRace(
        tx,
        {
          id,
          name: '江城马拉松',
          names: { en: 'Jiangcheng Marathon' },
          city: '江城',
          time: '2026-02-01T00:00:00Z',
          published_at: now,
        },
        now,
      )
    for (const raceid of [7, 8])
      await saveEvent(
        tx,
        {
          raceid,
          id: 1,
          name: '全程马拉松',
          names: { en: 'Marathon' },
          type: 'full',
          places: 100,
          distance_cm: 4_219_500,
        },
        now,
      )
  })
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
  const imported = await importTable(table)
  if ('refused' in imported) throw new Error(JSON.stringify(imported))
  await world.db.transaction().execute((tx) => publishResults(tx, 7, 1, now, now))
  const rows = await world.db.selectFrom('results').select(['id', '_key', 'bib']).where('raceid', '=', 7).execute()
  scores = new Map(rows.map(({ id, _key, bib }) => [bib, { id, key: _key }]))
  entryKey = keyFrom(7, crypto.getRandomValues(new Uint8Array(22)))
  const sealed = Buffer.from('sealed')
  await world.db
    .insertInto('registrations')
    .values({
      raceid: 7,
      _key: entryKey,
      eventid: 1,
      uid: 1,
      state: 'normal',
      name: '赵报名',
      gender: 'female',
      idtype: 'id',
      idnum: sealed,
      idnum_mask: '*',
      idnum_ix: sealed,
      document_ix: sealed,
      bib: 'B9',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await world.db.transaction().execute(async (tx) => {
    for (const kind of ['timing', 'reg'] as const) {
      const { boxes, width, height } = drawStandard({ kind, primary: '#c8102e', city: '江城' })
      const { id } = await saveCertificate(
        tx,
        7,
        { eventid: null, kind, name: '标准证书', boxes, width, height, bg: null, published_at: now },
        now,
      )
      if (kind === 'timing') certificateid = id
    }
  })
}
