import { createHmac, randomBytes } from 'node:crypto'
import type { Tx } from '#db/db.ts'
import { eachInTurn } from '#db/jobs/jobs.ts'
import { logChange } from '#features/staff/service.ts'
import { publishedRace } from '#features/registrations/status/ownership.service.ts'
import { BeaconDown, BeaconWrong, roundAt, timeOfRound } from '#integrations/beacon/client.ts'
import { servesPeople } from '#integrations/integrations.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { givePrizes } from '../prizes/prizes.service.ts'
import { type DrawRow, changeDraw, countWon, findDraw, listGifts, lockDraw } from '../store.ts'
import {
  HALL_STEP_MS,
  SOURCE_SECONDS,
  type StageSource,
  entryId,
  hallDigits,
  hallStep,
  listHash,
  nextGift,
  rankEntries,
  stageHead,
  stageSeed,
} from './stage.rules.ts'
import {
  insertEntries,
  listCalled,
  listEntries,
  listToDraw,
  listToSeed,
  saveStageOutcome,
  saveRanks,
} from './stage.store.ts'

type Working = Pick<Parts, 'db' | 'integrations'>
type DrawKey = { raceid: number; id: number }
const DAY = 86_400_000

/** Returns the code of the hall for one step of time, computed from the key of the big screen. */
export const hallCode = ({ stage_key, id }: DrawRow, step: number): string =>
  hallDigits(createHmac('sha256', stage_key).update(`hall ${id} ${step}`).digest())
export const isHallCode = (draw: DrawRow, code: string, now: Date): boolean =>
  [0, 1].some((back) => hallCode(draw, hallStep(now) - back) === code)
export const hallUntil = (now: Date): Date => new Date((hallStep(now) + 1) * HALL_STEP_MS)

const sourceOf = (draw: DrawRow): StageSource =>
  draw.source === 'beacon'
    ? { kind: 'beacon', chain: draw.chain_hash!, round: draw.round! }
    : { kind: 'number', says: 'number called in the hall' }
/** Writes the beginning of the list of a frozen draw: the name of the method, and the rules. */
const headOf = async (tx: Parts['db'] | Tx, draw: DrawRow): Promise<string> =>
  stageHead({
    race: draw.raceid,
    draw: draw.id,
    gifts: (await listGifts(tx, draw.raceid, draw.id)).map(({ gift, pieces }) => ({ gift, pieces })),
    source: sourceOf(draw),
  })

/**
 * Tells whether the beacon is a sandbox although the race is published and the installation serves real people. Nobody
 * could verify such a draw.
 */
export const isPretendBeacon = async ({ db, integrations }: Working, raceid: number, now: Date): Promise<boolean> =>
  integrations.beacon.sandbox && servesPeople(integrations) && (await publishedRace(db, raceid, now)) !== undefined

/**
 * Finds the beacon's round that decides the draw: the first round that is at least `SOURCE_SECONDS` after `now`.
 * Returns undefined if the beacon does not answer.
 */
export const nextRound = async ({ integrations }: Pick<Working, 'integrations'>, now: Date) => {
  try {
    const chain = await integrations.beacon.chain()
    return { chain_hash: chain.hash, round: roundAt(chain, new Date(now.getTime() + SOURCE_SECONDS * 1000)) }
  } catch {
    return undefined
  }
}
/** Lets a number that somebody calls in the hall decide a published draw, because the beacon cannot. */
export const takeNumber = async (tx: Tx, key: DrawKey, who: Who, now: Date): Promise<void> => {
  const draw = await lockDraw(tx, key.raceid, key.id)
  if (draw?.kind !== 'stage' || draw.state !== 'published' || draw.source !== 'beacon') return
  await changeDraw(tx, key, { source: 'number' }, now)
  await logChange(tx, {
    who,
    now,
    raceid: key.raceid,
    what: 'lucky draw changed',
    target: `luckydraw ${key.id}`,
    before: { source: 'beacon' },
    after: { source: 'number' },
  })
}
/** Fixes the list of entries and publishes the hash of the list. */
export const freezeStage = async (
  tx: Tx,
  key: DrawKey,
  source: { chain_hash: string; round: number } | undefined,
  who: Who,
  now: Date,
): Promise<{ refused: 'draw_not_found' | 'draw_not_gathering' | 'nobody_to_draw' } | { draw: DrawRow }> => {
  const { raceid, id } = key
  const draw = await lockDraw(tx, raceid, id)
  if (draw?.kind !== 'stage') return { refused: 'draw_not_found' }
  if (draw.state !== 'published') return { refused: 'draw_not_gathering' }
  const people = await listToDraw(tx, raceid, id, draw.present)
  if (people.length === 0) return { refused: 'nobody_to_draw' }
  const entries = people.map(({ id: registrationid, _key, uid }) => {
    const salt = randomBytes(16).toString('hex')
    return { entry: Buffer.from(entryId(salt, _key)), registrationid, uid, salt }
  })
  await insertEntries(tx, raceid, id, entries)
  const frozen = { ...draw, ...source }
  const ids = entries.map(({ entry }) => entry).toSorted((a, b) => Buffer.compare(a, b))
  const list_hash = Buffer.from(listHash(await headOf(tx, frozen), ids))
  const after = await changeDraw(
    tx,
    key,
    { state: 'frozen', ...source, entries: entries.length, list_hash, frozen_at: now, problem: null },
    now,
  )
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'lucky draw frozen',
    target: `luckydraw ${id}`,
    after: { entries: entries.length, list_hash: list_hash.toString('hex') },
  })
  return { draw: after }
}

/**
 * Takes the seed of a frozen draw, once, and gives every entry its rank. Returns undefined if the draw is not frozen.
 */
export const seedStage = async (
  tx: Tx,
  key: DrawKey,
  said: { source: string; signature: string | null },
  who: Who | undefined,
  now: Date,
): Promise<DrawRow | undefined> => {
  const draw = await lockDraw(tx, key.raceid, key.id)
  if (draw?.state !== 'frozen') return undefined
  const seed = Buffer.from(stageSeed(draw.list_hash!, draw.source, said.source))
  const entries = await listEntries(tx, key.raceid, key.id)
  const ranked = rankEntries(
    seed,
    entries.map(({ entry }) => entry),
  )
  await saveRanks(
    tx,
    key.raceid,
    key.id,
    ranked.map((id) => Buffer.from(id)),
  )
  const set = { state: 'seeded' as const, seed, source_text: said.source, signature: said.signature, problem: null }
  const seeded = await changeDraw(tx, key, { ...set, seeded_at: now }, now)
  await logChange(tx, {
    who,
    now,
    raceid: key.raceid,
    what: 'lucky draw seeded',
    target: `luckydraw ${key.id}`,
    after: { source: said.source, seed: seed.toString('hex') },
  })
  return seeded
}

const seedByBeacon = async ({ db, integrations }: Working, key: DrawKey, now: Date): Promise<void> => {
  const draw = await findDraw(db, key.raceid, key.id)
  if (draw?.state !== 'frozen' || draw.round === null) return
  const { round } = draw
  let problem: string
  try {
    const chain = await integrations.beacon.chain()
    if (chain.hash === draw.chain_hash) {
      if (timeOfRound(chain, round) > now) return
      // Staff may have frozen the list while the race was not published.
      if (!(await isPretendBeacon({ db, integrations }, key.raceid, now))) {
        const said = await integrations.beacon.round(round)
        if (!said) return
        const spoken = { source: said.randomness, signature: said.signature }
        await db.transaction().execute((tx) => seedStage(tx, key, spoken, undefined, now))
        return
      }
      problem = 'beacon_pretend'
    } else problem = 'beacon_other'
  } catch (error) {
    if (error instanceof BeaconWrong) problem = 'beacon_wrong'
    else if (error instanceof BeaconDown) problem = 'beacon_down'
    else throw error
  }
  if (problem !== draw.problem) await db.transaction().execute((tx) => changeDraw(tx, key, { problem }, now))
}
/** Asks the beacon for every frozen draw on stage whose round is due. */
export const seedDueStages = async (parts: Working, now: Date): Promise<void> =>
  eachInTurn(await listToSeed(parts.db), (key) => seedByBeacon(parts, key, now))

type WhyNoCall = 'draw_not_found' | 'draw_not_seeded' | 'rank_not_next' | 'nothing_left'
/**
 * Calls the entry of the next rank. This entry wins the next gift. If the entry is absent, the next rank wins this
 * gift.
 */
export const callNext = async (
  tx: Tx,
  key: DrawKey,
  { rank, absent }: { rank: number; absent: boolean },
  who: Who,
  now: Date,
): Promise<{ refused: WhyNoCall } | { winner: { rank: number; name: string; bib: string } | null }> => {
  const { raceid, id } = key
  const draw = await lockDraw(tx, raceid, id)
  if (draw?.kind !== 'stage') return { refused: 'draw_not_found' }
  if (draw.state !== 'seeded') return { refused: 'draw_not_seeded' }
  const rows = await listCalled(tx, raceid, id, true)
  const next = rows.at(-1)?.fate === null ? rows.at(-1) : undefined
  const gifts = await listGifts(tx, raceid, id)
  const gift = nextGift(gifts, new Map(gifts.map((one) => [one.gift, one.won])))
  if (!next || gift === undefined) return { refused: 'nothing_left' }
  if (next.rank !== rank) return { refused: 'rank_not_next' }
  const fate = absent ? ('absent' as const) : ('won' as const)
  await saveStageOutcome(tx, raceid, id, { rank, fate, gift: absent ? null : gift }, now)
  const winner = { rank, name: next.name, bib: next.bib }
  const after = { rank, gift: absent ? null : gift, fate }
  await logChange(tx, { who, now, raceid, what: 'lucky draw called', target: `luckydraw ${id}`, after })
  if (absent) return { winner: null }
  await countWon(tx, raceid, id, [{ gift, n: 1 }])
  const { name, names, icon, value, way, settings } = gifts.find((one) => one.gift === gift)!
  const prize = { gift, name, names, icon, value, way, settings, uid: next.uid, registrationid: next.registrationid }
  const claim_until = new Date(now.getTime() + draw.claim_days * DAY)
  await givePrizes(tx, raceid, [{ room: 'luckydraws', sourceid: id, ...prize, claim_until }], now)
  return { winner }
}

/** Writes the frozen list as it is published. */
export const stageListText = async (db: Parts['db'], draw: DrawRow): Promise<string> =>
  `${await headOf(db, draw)}${(await listEntries(db, draw.raceid, draw.id))
    .map(({ entry }) => `${entry.toString('hex')}\n`)
    .join('')}`
/** Writes the outcome of a draw on stage as it is published (docs/luckydraw.md). */
export const stageOutcomeText = async (db: Parts['db'], draw: DrawRow): Promise<string> => {
  const rows = await listEntries(db, draw.raceid, draw.id)
  const lines = rows
    .toSorted((a, b) => a.rank! - b.rank!)
    .map(({ rank, entry, fate, gift }) => {
      const end = fate === 'won' ? `g${gift}` : fate === 'absent' ? 'absent' : '-'
      return `${rank} ${entry.toString('hex')} ${end}\n`
    })
  return `startline-stage-outcome 1\n${draw.list_hash!.toString('hex')} ${draw.seed!.toString('hex')}\n${lines.join('')}`
}
