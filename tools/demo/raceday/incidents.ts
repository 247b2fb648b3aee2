import { raceScope } from '#db/sealing/seal.ts'
import { type Details, sealDetails } from '#features/racecontrol/incidents/details.service.ts'
import type { IncidentState } from '#features/racecontrol/incidents/incidents.contract.ts'
import { insertIncident } from '#features/racecontrol/incidents/incidents.store.ts'
import type { Parts } from '#seam/server/handle.ts'
import { sundayIn } from '../races.ts'

const RACE = 226
const minute = 60_000
type Incident = Details & {
  after: number
  eventid: number
  metres: number
  place: string
  bib: string | null
  state: IncidentState
  informed: boolean
}
const incidents: readonly Incident[] = [
  {
    after: 95,
    eventid: 1,
    metres: 18_400,
    place: '滨海大道医疗点 4',
    bib: '12018',
    state: 'closed',
    informed: false,
    happened: '右小腿抽筋，意识清楚',
    measure: '冰敷、拉伸，休息 15 分钟后继续比赛',
    hospital: '',
    family: '',
    notes: '',
  },
  {
    after: 171,
    eventid: 1,
    metres: 33_900,
    place: '渔港路口，AED 点 7',
    bib: null,
    state: 'hospital',
    informed: true,
    happened: '头晕、呕吐，体温 39.8 ℃，疑似热射病',
    measure: '阴凉处降温、补液，急救车 2 号转运',
    hospital: '海屿市第一人民医院',
    family: '已电话告知配偶',
    notes: '号码布丢失，姓名由家属确认',
  },
  {
    after: 228,
    eventid: 1,
    metres: 42_195,
    place: '终点医疗帐篷',
    bib: '12017',
    state: 'closed',
    informed: false,
    happened: '低血糖，乏力',
    measure: '口服糖水，观察 30 分钟后自行离开',
    hospital: '',
    family: '',
    notes: '',
  },
]

/** Writes the medical register of the road race, as its medical team filled it on the day. The people are invented. */
export const seedIncidents = async ({ db, seal }: Pick<Parts, 'db' | 'seal'>, now: Date): Promise<void> => {
  await seal.prepare(raceScope(RACE))
  const start = sundayIn(-13, now).getTime()
  const bibs = incidents.flatMap(({ bib }) => bib ?? [])
  const worn = await db
    .selectFrom('registrations')
    .select(['id', 'bib'])
    .where('raceid', '=', RACE)
    .where('bib', 'in', bibs)
    .execute()
  await db.transaction().execute(async (tx) => {
    for (const { after, informed, eventid, metres, place, bib, state, ...details } of incidents) {
      const at = new Date(start + after * minute)
      const registrationid = worn.find((one) => one.bib === bib)?.id ?? null
      const family_at = informed ? new Date(at.getTime() + 20 * minute) : null
      const sealed = sealDetails(seal, RACE, details)
      const where = { eventid, metres, lat: null, lon: null, place }
      const fields = { at, ...where, bib, registrationid, state, family_at, details: sealed }
      await insertIncident(tx, RACE, fields, { staffid: null, now: at })
    }
  })
}
