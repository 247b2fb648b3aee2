import { nameIn } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { momentFrom } from '#contract/days.ts'
import { roundOf } from './check.rules.ts'
import { STEP_MS, codeStepOf } from './codes.rules.ts'
import {
  consoleTrailsChecks,
  consoleTrailsCodes,
  consoleTrailsDecide,
  consoleTrailsList,
  consoleTrailsRanks,
  consoleTrailsSave,
} from './console.contract.ts'
import { decideOn, findTrailCheck, hasCheckIns, listChecks } from './console.store.ts'
import { codeOfPoint, presentCheck, rankedWalkers } from './service.ts'
import {
  findTrail,
  listCounted,
  listPoints,
  listTrails,
  lockSignup,
  lockTrail,
  renewCode,
  savePoints,
  saveTrail,
} from './store.ts'

export const routes = [
  handle(consoleTrailsList, async ({ input, db }) => {
    const points = Map.groupBy(await listPoints(db, input.raceid), ({ trailid }) => trailid)
    const trails = await listTrails(db, input.raceid)
    return { items: trails.map((trail) => ({ ...trail, points: points.get(trail.id) ?? [] })) }
  }),
  handle(consoleTrailsSave, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, points, published, updated_at, ...given } = input
    const spans = points.map((one) => ({
      ...one,
      opens_at: momentFrom(one.opens_at),
      closes_at: momentFrom(one.closes_at),
    }))
    return save(async (tx) => {
      const before = id === undefined ? undefined : ((await lockTrail(tx, raceid, id)) ?? refuse('trail_not_found'))
      if (before && updated_at !== undefined && before.updated_at.toISOString() !== updated_at)
        return refuse('trail_changed_meanwhile')
      const former = before ? await listPoints(tx, raceid, before.id) : []
      if (before && former.length !== points.length && (await hasCheckIns(tx, raceid, before.id)))
        return refuse('trail_walked')
      const published_at = published ? (before?.published_at ?? now) : null
      const moments = { opens_at: momentFrom(given.opens_at), closes_at: momentFrom(given.closes_at), published_at }
      const trail = await saveTrail(tx, { ...given, ...moments, raceid, id }, now)
      await savePoints(tx, raceid, trail.id, spans)
      const after = await listPoints(tx, raceid, trail.id)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'trail changed' : 'trail written',
        target: `trail ${trail.id}`,
        before: before && { ...before, points: former },
        after: { ...trail, points: after },
      })
      return { trail: { ...trail, points: after } }
    })
  }),
  handle(consoleTrailsCodes, async ({ input, db, seal, now, who, lang, origin, refuse }) => {
    const { raceid, id, renew } = input
    const trail = (await findTrail(db, raceid, id)) ?? refuse('trail_not_found')
    if (renew !== undefined) {
      if (!(await listPoints(db, raceid, id)).some(({ point }) => point === renew)) refuse('trail_point_unknown')
      await db.transaction().execute(async (tx) => {
        await renewCode(tx, raceid, id, renew)
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'trail code renewed',
          target: `trail ${id}`,
          after: { point: renew },
        })
      })
    }
    await seal.prepare(raceScope(raceid))
    const step = codeStepOf(now)
    const points = (await listPoints(db, raceid, id)).filter(({ ways }) => ways.includes('code'))
    return {
      now,
      items: points.map((point) => {
        const code = codeOfPoint({ seal }, raceid, point, point.rotating ? step : null)
        return {
          point: point.point,
          name: nameIn(lang, point.name, point.names),
          rotating: point.rotating,
          code,
          address: `${origin}/trail?raceid=${raceid}&id=${trail.id}&code=${code}`,
          until: point.rotating ? new Date((step + 1) * STEP_MS) : null,
        }
      }),
    }
  }),
  handle(consoleTrailsChecks, async ({ input, db, lang, refuse }) => {
    const { raceid, id, only } = input
    if (!(await findTrail(db, raceid, id))) refuse('trail_not_found')
    return { items: (await listChecks(db, raceid, id, only)).map((row) => presentCheck(row, lang)) }
  }),
  handle(consoleTrailsRanks, async ({ input, db, refuse }) => {
    const { raceid, id, by } = input
    if (!(await findTrail(db, raceid, id))) refuse('trail_not_found')
    return { items: (await rankedWalkers(db, raceid, id, by)).slice(0, 500) }
  }),
  handle(consoleTrailsDecide, async ({ input, now, who, lang, refuse, save }) => {
    const { raceid, id, checkid, counts } = input
    return save(async (tx) => {
      const trail = (await lockTrail(tx, raceid, id)) ?? refuse('trail_not_found')
      const seen = (await findTrailCheck(tx, raceid, id, checkid)) ?? refuse('trail_check_not_found')
      await lockSignup(tx, raceid, seen.signupid)
      const before = (await findTrailCheck(tx, raceid, id, checkid))!
      if (counts === (before.reason === null)) return { check: presentCheck(before, lang) }
      const points = await listPoints(tx, raceid, id)
      const own = points.find(({ point }) => point === before.point)
      const round = own
        ? roundOf({ ...trail, ordered: false }, points, await listCounted(tx, raceid, before.signupid), {
            point: own.point,
            at: before.at,
          })
        : 'known'
      if (counts && typeof round !== 'number') return refuse('trail_check_cannot_count')
      const change =
        counts && typeof round === 'number'
          ? { round, points: own!.points, reason: null }
          : { round: null, points: 0, reason: 'undone' as const }
      await decideOn(tx, raceid, { id: checkid, ...change }, who.staffid, now)
      const after = (await findTrailCheck(tx, raceid, id, checkid))!
      const said = ({ round: of, reason, points: worth }: typeof after) => ({ round: of, reason, points: worth })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: counts ? 'trail check taken' : 'trail check taken back',
        target: `trail ${id}`,
        before: said(before),
        after: said(after),
      })
      return { check: presentCheck(after, lang) }
    })
  }),
]
