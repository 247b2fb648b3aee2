import { timingSafeEqual } from 'node:crypto'
import { nameIn } from '#contract/words.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { type Parts, handle, raw } from '#seam/server/handle.ts'
import { luckydrawsHall, luckydrawsStage } from '../contract.ts'
import { drawDesignOf, presentDraw, presentGift } from '../present.service.ts'
import { maskedName } from '../rules.ts'
import { findDraw, listGifts } from '../store.ts'
import { hallStep } from './stage.rules.ts'
import { hallCode, hallUntil, stageListText, stageOutcomeText } from './stage.service.ts'
import { countPresent, listCalled } from './stage.store.ts'
import { logText } from '../log.service.ts'

const isKey = (known: string, given: string): boolean =>
  known.length === given.length && timingSafeEqual(Buffer.from(known), Buffer.from(given))

export const stageRoutes = [
  handle(luckydrawsStage, async ({ input, db, lang, now, refuse }) => {
    const { raceid, id } = input
    const race = (await publishedRace(db, raceid, now)) ?? refuse('draw_not_found')
    const draw = await findDraw(db, raceid, id)
    if (draw?.kind !== 'stage' || draw.state === 'draft') return refuse('draw_not_found')
    const [gifts, present, called] = await Promise.all([
      listGifts(db, raceid, id),
      countPresent(db, raceid, id),
      listCalled(db, raceid, id),
    ])
    return {
      race: nameIn(lang, race.name, race.names),
      draw: presentDraw(lang, draw),
      design: drawDesignOf(lang, draw),
      gifts: gifts.map((gift) => presentGift(lang, gift)),
      present,
      entries: draw.entries,
      list_hash: draw.list_hash?.toString('hex') ?? '',
      source: draw.source,
      round: draw.round,
      source_text: draw.source_text ?? '',
      winners: called.map(({ rank, gift, name, bib, fate, at }) => ({
        rank,
        gift,
        name: maskedName(name),
        bib,
        absent: fate === 'absent',
        at: at!,
      })),
    }
  }),

  handle(luckydrawsHall, async ({ input, db, now, origin, refuse }) => {
    const { raceid, id, key } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('draw_not_found')
    const draw = await findDraw(db, race.id, id)
    if (draw?.kind !== 'stage' || draw.state === 'draft' || !isKey(draw.stage_key, key)) return refuse('draw_not_found')
    const code = hallCode(draw, hallStep(now))
    return { code, until: hallUntil(now), address: `${origin}/luckydraw?raceid=${raceid}&id=${id}&hall=${code}` }
  }),
]

const files = ['rules', 'log', 'list', 'outcome'] as const
type FileName = (typeof files)[number]
/** Returns the text of a published file of a draw. Returns undefined if the file is not public yet. */
const fileOf = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  given: { raceid: string; id: string },
  which: FileName,
): Promise<string | undefined> => {
  if (!/^\d{1,9}$/.test(given.raceid) || !/^\d{1,9}$/.test(given.id)) return undefined
  const raceid = Number(given.raceid)
  const draw = (await publishedRace(db, raceid, clock())) && (await findDraw(db, raceid, Number(given.id)))
  if (!draw || draw.state === 'draft') return undefined
  if (which === 'rules') return draw.rules ?? undefined
  if (which === 'log') return draw.kind !== 'stage' && draw.seed ? logText(db, draw) : undefined
  if (which === 'list') return draw.list_hash ? stageListText(db, draw) : undefined
  return draw.kind === 'stage' && draw.seed ? stageOutcomeText(db, draw) : undefined
}
const described: Readonly<Record<FileName, string>> = {
  rules: 'The published rules of a lucky draw (docs/luckydraw.md): gifts, odds and numbers.',
  log: 'The log of all tries of a closed draw on the spot, with its opened seed. It holds no names.',
  list: 'The frozen list of a draw on stage: salted hashes that tell nobody who somebody is.',
  outcome: 'The order that the seed gave to the entries of a draw on stage, with gifts and absences.',
}
export const rawRoutes = files.map((which) =>
  raw('GET', `/luckydraws/:raceid/:id/${which}.txt`, described[which], async (parts, request, reply) => {
    const said = await fileOf(parts, request.params as { raceid: string; id: string }, which)
    if (said === undefined) return reply.code(404).type('text/plain').send('There is no such file (yet).\n')
    return reply
      .header('cache-control', 'public, max-age=5')
      .header('x-content-type-options', 'nosniff')
      .header('access-control-allow-origin', '*')
      .type('text/plain; charset=utf-8')
      .send(said)
  }),
)
