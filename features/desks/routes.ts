import { dayIn } from '#contract/days.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readRace } from '#features/races/service.ts'
import { dayStart } from '#features/races/refund.rules.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { checkinRunnerQuery, checkinRunnerSign, checkinRunnerSigned, checkinRunnerVerify } from './contract.ts'
import { deviceRoutes } from './device/device.routes.ts'
import { faceRoutes } from './face/face.routes.ts'
import { figureRoutes } from './figures/figures.routes.ts'
import { listMatchingRunners } from './find.service.ts'
import { deskOf, presentHandout, showPack } from './packs.service.ts'
import { medicalRoutes } from './medical/medical.routes.ts'
import { proxyRoutes } from './proxies/proxies.routes.ts'
import { setupRoutes } from './setup/setup.routes.ts'
import { writeEntry } from './sign.service.ts'
import { stockRoutes } from './stock/stock.routes.ts'
import { countPacksSince, listOfDesk } from './store.ts'

type Asking = Pick<Context<typeof checkinRunnerVerify>, 'who' | 'lang' | 'may' | 'now' | 'integrations'>
const lookingFrom = ({ who, lang, may, now, integrations }: Asking, desk: number | undefined) => ({
  lang,
  now,
  by: { deskid: desk ?? null, deviceid: null, staffid: who.staffid },
  supervisor: may('desk.manage'),
  faces: integrations.faces !== undefined,
})

export const routes = [
  handle(checkinRunnerQuery, async ({ input: { raceid, q }, refuse, ...parts }) => {
    const { items, more, proxy } = await listMatchingRunners(parts, raceid, q)
    if (proxy?.withdrawn_at) return refuse('proxy_withdrawn')
    return { items, proxy: proxy ? { key: proxy._key, name: proxy.name } : null, more }
  }),

  handle(checkinRunnerVerify, async (context) => {
    const { raceid, id, desk } = context.input
    return (
      (await showPack(context.db, raceid, id, lookingFrom(context, desk))) ?? context.refuse('registration_not_found')
    )
  }),

  handle(checkinRunnerSign, async (context) => {
    const { input, db, seal, now, who, may, refuse } = context
    const { raceid, desk: deskid, ...given } = input
    const desk = await deskOf(db, raceid, deskid, now)
    if (deskid !== undefined && !desk) return refuse('desk_not_found')
    await seal.prepare(raceScope(raceid))
    const supervisor = may('desk.manage')
    const moment = { device_at: now, offset_ms: 0, now }
    const written = await writeEntry({ db, seal }, given, {
      raceid,
      desk,
      deviceid: null,
      who,
      supervisor,
      late: false,
      doubts: [],
      ...moment,
    })
    if (!written.known && written.wrong) return refuse(written.wrong.word, written.wrong.facts)
    const row = written.known ? undefined : written.row
    const pack = await showPack(db, raceid, given.id, lookingFrom(context, deskid), row)
    return { known: written.known, pack: pack ?? refuse('registration_not_found') }
  }),

  handle(checkinRunnerSigned, async (context) => {
    const { input, db, now } = context
    const { raceid, desk, limit } = input
    const { by, supervisor } = lookingFrom(context, desk)
    const zone = (await readRace(db, raceid, now))?.zone ?? 'Asia/Shanghai'
    const [rows, today] = await Promise.all([
      listOfDesk(db, raceid, by, limit),
      countPacksSince(db, raceid, by, dayStart(dayIn(zone, now), zone)),
    ])
    let newer = 0
    const items = rows.map((row) => presentHandout(row, by, supervisor, row.kind === 'undo' ? newer : newer++))
    return { items, today }
  }),

  ...setupRoutes,
  ...deviceRoutes,
  ...proxyRoutes,
  ...stockRoutes,
  ...figureRoutes,
  ...faceRoutes,
  ...medicalRoutes,
]
