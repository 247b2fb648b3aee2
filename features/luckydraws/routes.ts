import { raceOfKey } from '#contract/key.ts'
import { nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope, type Seal } from '#db/sealing/seal.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import { isVolunteer } from '#features/volunteers/service.ts'
import { handle } from '#seam/server/handle.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import {
  luckeyAward,
  luckeyCheck,
  luckeyDraw,
  luckeyGet,
  luckeyGifts,
  luckeyList,
  luckeyWinning,
  siteDesignFetch,
} from './contract.ts'
import { playTry } from './playing.service.ts'
import { drawDesignOf, presentDraw, presentGift } from './present.service.ts'
import { type PrizeContact, claimPrize, isReturned } from './prizes/claiming.service.ts'
import { presentPrize } from './prizes/prizes.service.ts'
import { changePrize, listPrizesOf, listWinners, lockPrize } from './prizes/prizes.store.ts'
import { chancesOf, maskedName, totalOf } from './rules.ts'
import { stageRoutes } from './stage/stage.routes.ts'
import { isHallCode } from './stage/stage.service.ts'
import { listFinishersOf, isFinisherPresent, notePresence } from './stage/stage.store.ts'
import { type DrawRow, findDraw, listDraws, listGifts } from './store.ts'
import { countShare, ensurePlayers, readFacts } from './tries.store.ts'

/**
 * The limit stops scripts, because no person plays 60 times in a minute. It counts accounts and not addresses, because
 * a whole hall plays behind one address. It need not be exact, because the server counts the tries exactly under the
 * lock of the draw's row.
 */
const playsOfAccount = rateOf(60, 60, 'luckydraws plays of account')
const checksOfAccount = rateOf(120, 60)
/** The code has only six digits and changes each minute, so guesses need a limit. */
const hallsOfAccount = rateOf(10, 60)

export const shownDraw = async (db: Db, raceid: number, id: number, now: Date): Promise<DrawRow | undefined> => {
  const draw = (await publishedRace(db, raceid, now)) && (await findDraw(db, raceid, id))
  return draw && draw.state !== 'draft' ? draw : undefined
}
/** Reads whether the account did volunteer work, if the draw gives chances for it. */
const volunteered = (parts: { db: Db; seal: Seal }, draw: DrawRow, uid: number): Promise<boolean> =>
  draw.chances.volunteered ? isVolunteer(parts, draw.raceid, uid) : Promise.resolve(false)

const KEY = /(?:^|[?&#/=])([0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{22})(?=$|[&#/?])/

export const routes = [
  handle(luckeyList, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const draws = (await listDraws(db, race.id)).filter(({ state }) => state !== 'draft')
    return { zone: race.zone, items: draws.map((draw) => presentDraw(lang, draw)) }
  }),

  handle(luckeyGifts, async ({ input, db, lang, now, refuse }) => {
    const draw = (await shownDraw(db, input.raceid, input.id, now)) ?? refuse('draw_not_found')
    const race = (await raceGiven(db, input.raceid, now))!
    const gifts = await listGifts(db, draw.raceid, draw.id)
    return {
      zone: race.zone,
      draw: presentDraw(lang, draw),
      gifts: gifts.map((gift) => presentGift(lang, gift)),
      design: drawDesignOf(lang, draw),
    }
  }),

  handle(siteDesignFetch, async ({ input, db, lang, now, refuse }) => {
    const draw = (await shownDraw(db, input.raceid, input.id, now)) ?? refuse('draw_not_found')
    return { id: draw.id, kind: draw.kind, design: drawDesignOf(lang, draw) }
  }),

  handle(luckeyCheck, async ({ input, db, seal, now, who, refuse }) => {
    const uid = who.uid!
    const wait = checksOfAccount.count(String(uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const draw = (await shownDraw(db, input.raceid, input.id, now)) ?? refuse('draw_not_found')
    const { raceid, id } = draw
    const finishers = await listFinishersOf(db, raceid, uid)
    const ids = finishers.map((one) => one.id)
    if (input.hall !== undefined) {
      const late = hallsOfAccount.count(String(uid), now)
      if (late > 0) return refuse('too_often', { retry_after: late })
      if (draw.kind !== 'stage' || draw.state !== 'published' || !isHallCode(draw, input.hall, now))
        return refuse('hall_code_wrong')
      await notePresence(db, raceid, id, ids, null, now)
    }
    if (input.from !== undefined && draw.state === 'published')
      await countShare(db, raceid, id, Buffer.from(input.from, 'hex'), uid, now)
    const [player] = await ensurePlayers(db, raceid, id, [uid], now)
    const [facts] = await readFacts(db, draw, [uid])
    const chances = chancesOf(draw.chances, { ...facts!, volunteered: await volunteered({ db, seal }, draw, uid) })
    const total = totalOf(chances)
    const { used, wins, person } = player!
    return {
      chances,
      total,
      used,
      left: Math.max(0, total - used),
      wins,
      person: person.toString('hex'),
      present: await isFinisherPresent(db, raceid, id, ids),
      finisher: ids.length > 0,
    }
  }),

  handle(luckeyDraw, async ({ input, db, seal, lang, now, who, refuse }) => {
    const uid = who.uid!
    const wait = playsOfAccount.count(String(uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { raceid, id } = input
    const draw = (await shownDraw(db, raceid, id, now)) ?? refuse('draw_not_found')
    await seal.prepare(raceScope(raceid))
    const outcome = await playTry(
      { db, seal },
      {
        raceid,
        drawid: id,
        uid,
        own: Buffer.from(input.own, 'hex'),
        volunteered: await volunteered({ db, seal }, draw, uid),
        now,
      },
    )
    if ('refused' in outcome) return refuse(outcome.refused)
    const { row, person, left, prize } = outcome.played
    return {
      n: row.n,
      k: row.k,
      person: person.toString('hex'),
      fate: row.fate,
      gift: row.fell,
      left,
      chain: row.chain.toString('hex'),
      prize: prize ? presentPrize(prize, lang) : null,
    }
  }),

  handle(luckeyWinning, async ({ input, db, lang, now, refuse }) => {
    const draw = (await shownDraw(db, input.raceid, input.id, now)) ?? refuse('draw_not_found')
    const rows = await listWinners(db, draw.raceid, { room: 'luckydraws', source: draw.id, limit: 50 })
    return {
      items: rows.map((row) => ({
        name: maskedName(row.winner ?? ''),
        gift: nameIn(lang, row.name, row.names),
        icon: row.icon,
        at: row.created_at,
      })),
    }
  }),

  handle(luckeyGet, async ({ input, db, seal, lang, now, who, refuse, save }) => {
    const uid = who.uid!
    const { id, name, mobile, address } = input
    const raceid = id === undefined ? input.raceid : raceOfKey(id)
    if (id !== undefined) {
      await seal.prepare(raceScope(raceid!))
      const contact: PrizeContact | undefined = name && mobile && address ? { name, mobile, address } : undefined
      await save(async (tx) => {
        const row = (await lockPrize(tx, raceid!, id)) ?? refuse('prize_not_found')
        if (row.uid !== uid) return refuse('prize_not_found')
        const claimed = await claimPrize(tx, seal, row, { uid, contact, now })
        if ('refused' in claimed) return refuse(claimed.refused)
        return {} as never
      })
    }
    const race = raceid === undefined ? undefined : await raceGiven(db, raceid, now)
    const rows = await listPrizesOf(db, uid, raceid ?? null)
    return { zone: race?.zone ?? 'Asia/Shanghai', items: rows.map((row) => presentPrize(row, lang)) }
  }),

  handle(luckeyAward, async ({ input, lang, now, who, refuse, save }) => {
    const { raceid, undo } = input
    const key = KEY.exec(input.code.trim())?.[1] ?? refuse('prize_not_found')
    return save(async (tx) => {
      const row = (await lockPrize(tx, raceid, key)) ?? refuse('prize_not_found')
      if (row.way !== 'scan') return refuse('prize_not_by_hand')
      if (undo) {
        if (row.state !== 'handed') return { prize: presentPrize(row, lang), again: false }
      } else {
        if (row.state === 'handed') return refuse('prize_handed')
        if (isReturned(row, now)) return refuse('prize_returned')
      }
      const { staffid } = who
      const set = undo
        ? { state: 'won' as const, done_at: null, staffid: null }
        : { state: 'handed' as const, done_at: now, staffid }
      const after = await changePrize(tx, row, set, now)
      const what = undo ? 'prize taken back' : 'prize handed out'
      await logChange(tx, { who, now, raceid, what, target: `prize ${row.id}` })
      return { prize: presentPrize(after, lang), again: undo }
    })
  }),

  ...stageRoutes,
  ...consoleRoutes,
]
