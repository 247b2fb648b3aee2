import { raceOfKey } from '#contract/key.ts'
import { nameIn } from '#contract/words.ts'
import { type Limit, countTry, giveTryBack } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readEvent } from '#features/events/service.ts'
import { typedFields } from '#features/fields/lists.rules.ts'
import { lookupsOf, checkDocument } from '#features/people/rules.ts'
import { publishedRace } from '#features/registrations/status/ownership.service.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { keptAnswer, onceKey } from '#seam/server/once.ts'
import { clubComplete, clubPerson, clubJoin } from '../desk/desk.contract.ts'
import { type Completed, type Completing, completeEntry, mayComplete, personOf } from './completing.service.ts'
import { openClubDraft } from './draft.service.ts'
import { memberState } from './members.rules.ts'

/** The limit on wrong document numbers. A person who has only a link must not find the number by many tries. */
const numbersTried: Limit = { kind: 'wrong numbers for club entry', max: 20, seconds: 86_400 }
/**
 * The wrong numbers that each account may send for a link, even after all accounts together have reached the limit of
 * the link. Otherwise a stranger with the link could lock out the person of the link.
 */
const ownTries: Limit = { kind: 'own wrong numbers for club entry', max: 2, seconds: 86_400 }
const completes = rateOf(30, 60, 'clubs people completes')

type Tried = { db: Context<typeof clubJoin>['db']; key: string; uid: number }
const giveNumberBack = async ({ db, key, uid }: Tried) => {
  await giveTryBack(db, numbersTried, key)
  await giveTryBack(db, ownTries, `${key}\n${uid}`)
}
/**
 * Counts a number before it is compared. Otherwise many numbers at once could exceed the limits. Returns the seconds to
 * wait, or 0 if the caller may try; a right number is then given back. `/club/join` and `/club/complete` count together.
 */
const countNumber = async ({ db, key, uid }: Tried, now: Date): Promise<number> => {
  const wait = await countTry(db, numbersTried, key, now)
  const own = await countTry(db, ownTries, `${key}\n${uid}`, now)
  if (wait === 0 || own === 0) return 0
  await giveNumberBack({ db, key, uid })
  return wait
}

type Asking = Pick<Context<typeof clubJoin>, 'db' | 'now'> & {
  key: string
  refuse: (word: 'club_join_unknown') => never
}
/** Finds the person of a link, and the person's race, event and club. */
const linked = async ({ db, now, key, refuse }: Asking) => {
  const raceid = raceOfKey(key) ?? refuse('club_join_unknown')
  const race = (await publishedRace(db, raceid, now)) ?? refuse('club_join_unknown')
  const found = (await personOf(db, race.id, key)) ?? refuse('club_join_unknown')
  const event = (await readEvent(db, race.id, found.row.eventid, now)) ?? refuse('club_join_unknown')
  return { race, event, ...found }
}

export const peopleRoutes = [
  handle(clubPerson, async ({ input, db, now, lang, refuse }) => {
    const { race, event, row, club } = await linked({ db, now, key: input._key, refuse })
    return {
      raceid: race.id,
      race: nameIn(lang, race.name, race.names),
      club: club.name,
      event: nameIn(lang, event.name, event.names),
      state: memberState(row),
    }
  }),

  handle(clubJoin, async ({ input, db, seal, now, who, lang, refuse }) => {
    const { race, event, row, club } = await linked({ db, now, key: input._key, refuse })
    if (!mayComplete(row, club.closed_at !== null)) return refuse('club_join_over')
    await seal.prepare(raceScope(race.id))
    const draft = openClubDraft(seal, race.id, row.draft) ?? refuse('club_join_over')
    const { idtype = 'idcard', idnum = '', country } = draft
    const tried = { db, key: row._key, uid: who.uid! }
    const wait = await countNumber(tried, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const kept = checkDocument({ idtype, idnum, country }, now)
    if (!kept.ok || !lookupsOf(input.idnum).includes(kept.document.lookup)) return refuse('idnum_inconsistent')
    await giveNumberBack(tried)
    return {
      raceid: race.id,
      eventid: event.id,
      race: nameIn(lang, race.name, race.names),
      club: club.name,
      event: nameIn(lang, event.name, event.names),
      replaces: row.replaces !== null,
      values: Object.fromEntries(typedFields.flatMap((name) => (draft[name] ? [[name, draft[name]]] : []))),
    }
  }),

  handle(clubComplete, async ({ input, db, seal, integrations, now, who, once, address, lang, say, save, refuse }) => {
    const repeated = onceKey('/club/complete', { once, who, address })
    const kept = await keptAnswer<Completed>(db, repeated)
    if (kept) return kept
    const wait = completes.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { race, row } = await linked({ db, now, key: input._key, refuse })
    const tried = { db, key: row._key, uid: who.uid! }
    const locked = await countNumber(tried, now)
    if (locked > 0) return refuse('too_often', { retry_after: locked })
    let outcome: Completing | undefined
    try {
      outcome = await completeEntry(
        { db, seal, integrations },
        { race, key: input._key, entry: input.entry, uid: who.uid!, lang, now },
        save,
      )
    } finally {
      if (!outcome || !('refused' in outcome) || outcome.refused !== 'idnum_inconsistent') await giveNumberBack(tried)
    }
    if ('completed' in outcome) return outcome.completed
    if ('wrong' in outcome)
      return refuse('field_wrong', {
        fields: Object.fromEntries(
          Object.entries(outcome.wrong).map(([field, fault]) => [field, say(fault!.message, fault!.values)]),
        ),
      })
    return refuse(outcome.refused)
  }),
]
