import type { RefusalFacts } from '#contract/envelope.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { raceOfKey } from '#contract/scalars.ts'
import { rateOf } from '#db/rates.ts'
import { raceScope } from '#db/seal.ts'
import { countersOf, readEvent } from '#features/events/actions.ts'
import { eventIn, formOf, leftIn } from '#features/events/rules.ts'
import { type Parts, type Who, answer } from '#server/answer.ts'
import { registrationDel, registrationDelay, registrationEdit, registrationFetch, registrationGetbykeys, userAuthEdit, userAuthRegitration } from './changes.contract.ts'
import { changeableIn, timeOf } from './changes.rules.ts'
import { changesWords } from './changes.words.ts'
import { canOf, delayRegistration, deleteRegistration, editRegistration, openKept, whyNot } from './changes.ts'
import { isMine, publishedRace, raceGiven, registrationOf, whyNotNumber } from './owner.ts'
import { type RaceGiven, factsOf, presentCard, presentRegistration } from './present.ts'
import { sayStatus, statusOf } from './rules.ts'
import { type ViewRow, listByKeys } from './store.ts'

const writes = rateOf(60, 60)
const reads = rateOf(240, 60)

type Asking = Pick<Parts, 'db' | 'seal'> & { input: { id: string; idnum?: string | undefined }; who: Who; now: Date; refuse: (word: 'registration_not_found' | 'idnum_inconsistent' | 'too_often' | 'no_permission', facts?: RefusalFacts) => never }
/** The registration that a call names, where it knows the number it sends; `mine` says whether the caller is its registrant. */
const asked = async ({ db, seal, input, who, now, refuse }: Asking): Promise<{ row: ViewRow; race: RaceGiven; mine: boolean }> => {
  const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
  await seal.prepare(raceScope(race.id))
  if (input.idnum) {
    const not = await whyNotNumber({ db, seal }, row, input.idnum, now)
    if (not) return 'wait' in not ? refuse('too_often', { retry_after: not.wait }) : refuse('idnum_inconsistent')
  }
  return { row, race, mine: await isMine(db, seal, row, who.uid) }
}
/** The same for its registrant alone. */
const own = async (asking: Asking, rate = writes) => {
  const wait = rate.count(String(asking.who.uid), asking.now)
  if (wait > 0) return asking.refuse('too_often', { retry_after: wait })
  const found = await asked(asking)
  return found.mine ? found : asking.refuse('no_permission')
}

const eventOf = (row: ViewRow) => ({ name: row.e_name, names: row.e_names, state: row.e_state, paystate: row.e_paystate, pay_end: row.e_pay_end, draw_at: row.e_draw_at, signup_from: row.e_signup_from, signup_until: row.e_signup_until })
const cardOf = (lang: Lang, row: ViewRow, race: RaceGiven, now: Date) => presentCard(lang, row, eventOf(row), race, now)

/** The partner's shop asks: whether this account may, and if not, why. */
const authorise = (lang: Lang, { row, race, mine }: Awaited<ReturnType<typeof asked>>, edit: boolean, now: Date) => {
  if (!mine) return { auth: false, why: changesWords.auth_mobile[lang], _key: row._key, registration: null, can: null }
  const can = canOf(row, race, now)
  const why = edit && !can.mend.ok ? whyNot(can.edit) : undefined
  return { auth: why === undefined, why: why?.[lang] ?? null, _key: row._key, registration: cardOf(lang, row, race, now), can: sayStatus(statusOf(factsOf(row, race), now), race.zone, lang).can }
}

export const routes = [
  answer(registrationFetch, async ({ input, db, seal, now, who, lang, refuse }) => {
    const { row, race } = await own({ db, seal, input, who, now, refuse }, reads)
    const event = (await readEvent(db, race.id, row.eventid, now, true))!
    const left = leftIn(await countersOf(db, race.id), row.eventid)
    const holds = (kind: string, name: string) => row.place_held && name === { clothes: row.clothes, packagebus: row.packagebus, zone: row.runnerzone }[kind]
    const leftForMe = (kind: string, name: string) => {
      const n = left(kind, name)
      return n !== null && holds(kind, name) ? n + 1 : n
    }
    const { qualifying } = openKept(seal, row)
    return {
      registration: presentRegistration(lang, row, race, now, seal),
      event: eventIn(lang, event, (await raceGiven(db, race.id, now))!, race.settings.pay_minutes, now, leftForMe),
      changeable: changeableIn(formOf(event)),
      qualifying: qualifying && { race: qualifying.race, day: qualifying.day, time: timeOf(qualifying.seconds), ...(qualifying.proof ? { proof: qualifying.proof } : {}) },
      edited_at: row.edited_at,
    }
  }),

  answer(registrationEdit, async ({ input, now, who, say, tell, refuse, ...parts }) => {
    const { row, race } = await own({ ...parts, input, who, now, refuse })
    const outcome = await editRegistration(parts, race, row, input, now)
    if ('wrong' in outcome) return refuse('field_wrong', { fields: Object.fromEntries(Object.entries(outcome.wrong).map(([field, wrong]) => [field, say(wrong!.says, wrong!.values)])) })
    if ('why' in outcome) return refuse('not_editable', { why: say(outcome.why) })
    if ('refused' in outcome) return refuse(outcome.refused)
    if (row.state === 'auditfail') tell(changesWords.mended)
    else if (outcome.changed.length === 1 && outcome.changed[0] === 'enname') tell(changesWords.name_altered)
    return { _key: row._key, ...outcome }
  }),

  answer(registrationDel, async ({ input, now, who, say, tell, refuse, ...parts }) => {
    const { row, race } = await own({ ...parts, input, who, now, refuse })
    const outcome = await deleteRegistration(parts, race, row._key, now)
    if ('why' in outcome) return refuse('not_deletable', { why: say(outcome.why) })
    if ('refused' in outcome) return refuse(outcome.refused)
    tell(changesWords.deleted)
    return { _key: row._key, ...outcome }
  }),

  answer(registrationDelay, async ({ input, now, who, lang, say, tell, refuse, ...parts }) => {
    const { row, race } = await own({ ...parts, input, who, now, refuse })
    const { delay } = race.settings
    const outcome = await delayRegistration(parts, race, row._key, { tag: nameIn(lang, delay?.tag['zh-cn'] ?? '', delay?.tag) || null, description: nameIn(lang, delay?.description['zh-cn'] ?? '', delay?.description) || null }, now)
    if (!outcome) return refuse('registration_not_found')
    if ('why' in outcome) return refuse('not_delayable', { why: say(outcome.why) })
    tell(changesWords.delayed)
    return { _key: row._key, ...outcome }
  }),

  answer(registrationGetbykeys, async ({ input, db, now, lang, address, refuse }) => {
    const wait = reads.count(address, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const byRace = Map.groupBy(new Set(input.keys), (key) => raceOfKey(key))
    const cards = new Map<string, ReturnType<typeof cardOf>>()
    for (const [raceid, keys] of byRace) {
      const race = raceid === undefined ? undefined : await publishedRace(db, raceid, now)
      if (race) for (const row of await listByKeys(db, race.id, keys)) if (!row.deleted_at) cards.set(row._key, cardOf(lang, row, race, now))
    }
    return input.keys.flatMap((key) => cards.get(key) ?? [])
  }),

  answer(userAuthRegitration, async ({ input, db, seal, now, who, lang, refuse }) => authorise(lang, await asked({ db, seal, input, who, now, refuse }), false, now)),
  answer(userAuthEdit, async ({ input, db, seal, now, who, lang, refuse }) => authorise(lang, await asked({ db, seal, input, who, now, refuse }), true, now)),
]
