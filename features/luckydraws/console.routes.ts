import type { ParsedOf } from '#contract/endpoint.ts'
import { idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { momentFrom } from '#contract/days.ts'
import {
  consoleLuckydrawsClose,
  consoleLuckydrawsFreeze,
  consoleLuckydrawsList,
  consoleLuckydrawsNext,
  consoleLuckydrawsNumber,
  consoleLuckydrawsOpen,
  consoleLuckydrawsPresent,
  consoleLuckydrawsPublish,
  consoleLuckydrawsSave,
  consoleLuckydrawsSend,
  consoleLuckydrawsWinners,
} from './console.contract.ts'
import { drawForStaff, drawsForStaff } from './console.service.ts'
import { openContact } from './prizes/claiming.service.ts'
import { presentPrize } from './prizes/prizes.service.ts'
import { changePrize, countWinners, listWinners, lockPrizeById } from './prizes/prizes.store.ts'
import { publishDraw } from './offering.service.ts'
import { whyNoGifts } from './rules.ts'
import { callNext, freezeStage, isPretendBeacon, nextRound, seedStage, takeNumber } from './stage/stage.service.ts'
import { countPresent, finisherByBib, notePresence } from './stage/stage.store.ts'
import { type DrawRow, changeDraw, findDraw, insertDraw, lockDraw, saveGifts } from './store.ts'

type Given = ParsedOf<typeof consoleLuckydrawsSave>
/** Returns the reason why a draft cannot be saved, or undefined if it can. */
const whyNotKept = ({ kind, gifts, chances, opens_at, closes_at }: Given) => {
  if (opens_at !== null && closes_at !== null && Date.parse(closes_at) <= Date.parse(opens_at))
    return 'draw_closes_before_opening'
  if (kind !== 'stage' && Object.values(chances).every((n) => !n)) return 'draw_without_chances'
  return whyNoGifts(kind, gifts)
}
const changedBy = (given: Given) => ({
  kind: given.kind,
  name: given.name,
  names: given.names as Record<string, string>,
  about: given.about,
  ...(given.abouts ? { abouts: given.abouts as Record<string, string> } : {}),
  design: given.design,
  chances: given.chances,
  wins_each: given.wins_each,
  present: given.present,
  source: given.source,
  opens_at: momentFrom(given.opens_at),
  closes_at: momentFrom(given.closes_at),
  claim_days: given.claim_days,
})
const numbered = ({ kind, gifts }: Given) =>
  gifts.map((gift, at) => ({
    ...gift,
    gift: at + 1,
    odds: kind === 'stage' ? 0 : gift.odds,
    names: gift.names as Record<string, string>,
    settings: gift.settings as { couponid?: number; eventid?: number },
  }))

const editing = [
  handle(consoleLuckydrawsList, async ({ input, db, now, refuse }) => {
    const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
    return { zone: race.zone, items: await drawsForStaff(db, race.id) }
  }),
  handle(consoleLuckydrawsSave, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, updated_at } = input
    const why = whyNotKept(input)
    if (why) return refuse(why)
    let kept: DrawRow | undefined
    await save(async (tx) => {
      const before = id === undefined ? undefined : ((await lockDraw(tx, raceid, id)) ?? refuse('draw_not_found'))
      if (before && before.state !== 'draft') return refuse('draw_is_published')
      if (before && updated_at !== undefined && before.updated_at.toISOString() !== updated_at)
        return refuse('draw_changed_meanwhile')
      const set = changedBy(input)
      kept = before ? await changeDraw(tx, before, set, now) : await insertDraw(tx, raceid, set, now)
      await saveGifts(tx, raceid, kept.id, numbered(input))
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'lucky draw changed' : 'lucky draw written',
        target: `luckydraw ${kept.id}`,
        after: {
          name: kept.name,
          gifts: input.gifts.map(({ name, pieces, odds, value }) => ({ name, pieces, odds, value })),
        },
      })
      return { id: kept.id } as never
    })
    return drawForStaff(db, kept ?? (await findDraw(db, raceid, id ?? 0)) ?? refuse('draw_not_found'))
  }),
  handle(consoleLuckydrawsPublish, async ({ input, db, seal, integrations, now, who, refuse, save }) => {
    const { raceid, id } = input
    await seal.prepare(raceScope(raceid))
    const isPretend = await isPretendBeacon({ db, integrations }, raceid, now)
    await save(async (tx) => {
      const draw = (await lockDraw(tx, raceid, id)) ?? refuse('draw_not_found')
      if (draw.state !== 'draft') return refuse('draw_is_published')
      if (isPretend && draw.kind === 'stage' && draw.source === 'beacon') return refuse('beacon_pretend')
      const after = await publishDraw(tx, seal, draw, now)
      await logChange(tx, { who, now, raceid, what: 'lucky draw published', target: `luckydraw ${id}`, after })
      return {} as never
    })
    return drawForStaff(db, (await findDraw(db, raceid, id))!)
  }),
  handle(consoleLuckydrawsClose, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, id } = input
    await seal.prepare(raceScope(raceid))
    await save(async (tx) => {
      const draw = (await lockDraw(tx, raceid, id)) ?? refuse('draw_not_found')
      if (draw.state === 'draft') return refuse('draw_not_published')
      if (draw.state === 'closed') return {} as never
      const opened = draw.secret
        ? Buffer.from(seal.open(raceScope(raceid), 'draw seed', draw.secret), 'hex')
        : draw.seed
      await changeDraw(tx, draw, { state: 'closed', seed: opened, secret: null, closed_at: now }, now)
      const after = { tries: draw.tries, seed: opened?.toString('hex') ?? null }
      await logChange(tx, { who, now, raceid, what: 'lucky draw closed', target: `luckydraw ${id}`, after })
      return {} as never
    })
    return drawForStaff(db, (await findDraw(db, raceid, id))!)
  }),
]

const onStage = [
  handle(consoleLuckydrawsPresent, async ({ input, db, now, who, refuse }) => {
    const { raceid, id, bib } = input
    const draw = await findDraw(db, raceid, id)
    if (draw?.kind !== 'stage') return refuse('draw_not_found')
    if (draw.state !== 'published') return refuse('draw_not_gathering')
    const found = (await finisherByBib(db, raceid, bib)) ?? refuse('finisher_not_found')
    await notePresence(db, raceid, id, [found.id], who.staffid, now)
    return { name: found.name, bib: found.bib, present: await countPresent(db, raceid, id) }
  }),
  handle(consoleLuckydrawsFreeze, async ({ input, db, integrations, now, who, refuse, save }) => {
    const { raceid, id } = input
    const seen = (await findDraw(db, raceid, id)) ?? refuse('draw_not_found')
    const isByBeacon = seen.source === 'beacon'
    const isPretend = isByBeacon && (await isPretendBeacon({ db, integrations }, raceid, now))
    const round = isByBeacon && !isPretend ? await nextRound({ integrations }, now) : undefined
    const isByNumber = isByBeacon && !round && input.source === 'number'
    if (isByBeacon && !round && !isByNumber) return refuse(isPretend ? 'beacon_pretend' : 'beacon_silent')
    await save(async (tx) => {
      if (isByNumber) await takeNumber(tx, { raceid, id }, who, now)
      const done = await freezeStage(tx, { raceid, id }, round, who, now)
      if ('refused' in done) return refuse(done.refused)
      return {} as never
    })
    return drawForStaff(db, (await findDraw(db, raceid, id))!)
  }),
  handle(consoleLuckydrawsNumber, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, number } = input
    const seen = (await findDraw(db, raceid, id)) ?? refuse('draw_not_found')
    if (seen.source !== 'number') return refuse('draw_not_frozen')
    await save(async (tx) => {
      const said = { source: number, signature: null }
      if (!(await seedStage(tx, { raceid, id }, said, who, now))) return refuse('draw_not_frozen')
      return {} as never
    })
    return drawForStaff(db, (await findDraw(db, raceid, id))!)
  }),
  handle(consoleLuckydrawsNext, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, rank, absent } = input
    let winner: { rank: number; name: string; bib: string } | null = null
    await save(async (tx) => {
      const done = await callNext(tx, { raceid, id }, { rank, absent }, who, now)
      if ('refused' in done) return refuse(done.refused)
      winner = done.winner
      return {} as never
    })
    return { winner, ...(await drawForStaff(db, (await findDraw(db, raceid, id))!)) }
  }),
]

const awarding = [
  handle(consoleLuckydrawsWinners, async ({ input, db, lang }) => {
    const { raceid, limit, after, ...wanted } = input
    const rows = await listWinners(db, raceid, { ...wanted, after: idIn(after), limit: rowsFor(limit) })
    const page = pageOf(rows, limit, ({ id }) => id)
    return {
      items: page.rows.map((row) => ({
        ...presentPrize(row, lang),
        winner: row.winner ?? '',
        bib: row.bib ?? '',
        contact_mask: row.contact_mask ?? '',
      })),
      after: page.after,
      total: await countWinners(db, raceid, wanted),
    }
  }),
  handle(consoleLuckydrawsOpen, async ({ input, db, seal, now, who, refuse }) => {
    const { raceid, id } = input
    await seal.prepare(raceScope(raceid))
    // The server never stores an answer that contains an address, not even for a repeated call.
    return db.transaction().execute(async (tx) => {
      const row = (await lockPrizeById(tx, raceid, id)) ?? refuse('prize_not_found')
      await logChange(tx, { who, now, raceid, what: 'prize address opened', target: `prize ${id}` })
      return openContact(seal, row)
    })
  }),
  handle(consoleLuckydrawsSend, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, carrier, number } = input
    return save(async (tx) => {
      const row = (await lockPrizeById(tx, raceid, id)) ?? refuse('prize_not_found')
      if (row.way !== 'post' || (row.state !== 'claimed' && row.state !== 'sent')) return refuse('prize_not_claimed')
      const set = { state: 'sent' as const, carrier, number, done_at: now, staffid: who.staffid }
      const { state } = await changePrize(tx, row, set, now)
      await logChange(tx, { who, now, raceid, what: 'prize sent', target: `prize ${id}`, after: { carrier, number } })
      return { state }
    })
  }),
]
export const routes = [...editing, ...onStage, ...awarding]
