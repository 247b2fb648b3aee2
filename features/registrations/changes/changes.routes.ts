import type { RefusalFacts } from '#contract/envelope.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { raceOfKey } from '#contract/key.ts'
import { hoursText } from '#contract/written.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { countersOf, readEvent } from '#features/events/service.ts'
import { eventIn, formOf, leftIn } from '#features/events/rules.ts'
import { type Parts, RefusalError, type Who, handle } from '#seam/server/handle.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { keepAnswer, keptAnswer, onceKey } from '#seam/server/once.ts'
import {
  registrationDel,
  registrationDelay,
  registrationEdit,
  registrationFetch,
  registrationGetbykeys,
  userAuthEdit,
  userAuthRegitration,
} from './changes.contract.ts'
import { changeableIn } from './changes.rules.ts'
import { changesWords } from './changes.words.ts'
import {
  type Beside,
  type EditOutcome,
  canOf,
  deleteRegistration,
  editRegistration,
  openKept,
  reasonAgainst,
} from './changes.service.ts'
import { unaskedRead } from '../answers/answers.service.ts'
import { destinationOf } from '../deferral/deferral.service.ts'
import { type ReservedPlace, delayRegistration } from './reserving.service.ts'
import type { RegistrationState } from '../contract.ts'
import { isMine, publishedRace, raceGiven, registrationOf, whyNotNumber } from '../status/ownership.service.ts'
import { type RaceGiven, statusFactsOf, presentCard, presentRegistration } from '../status/present.service.ts'
import { statusOf } from '../rules.ts'
import { sayStatus } from '../status/statusText.rules.ts'
import { type ViewRow, listByKeys } from '../store.ts'

const writes = rateOf(60, 60, 'registrations changes writes')
const reads = rateOf(240, 60)
const lists = allowanceOf({ own: 120, network: 240 }, 60)

type Asking = Pick<Parts, 'db' | 'seal'> & {
  input: { id: string; idnum?: string | undefined }
  who: Who
  now: Date
  refuse: (
    word: 'registration_not_found' | 'idnum_inconsistent' | 'too_often' | 'no_permission',
    facts?: RefusalFacts,
  ) => never
}
/**
 * Finds the registration of a call. A document number in the call must be the registrant's document number. `mine`
 * tells whether the caller is the registrant.
 */
const changeOf = async ({
  db,
  seal,
  input,
  who,
  now,
  refuse,
}: Asking): Promise<{ row: ViewRow; race: RaceGiven; mine: boolean }> => {
  const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
  await seal.prepare(raceScope(race.id))
  const mine = await isMine(db, seal, row, who.uid)
  if (input.idnum) {
    const not = await whyNotNumber({ db, seal }, row, input.idnum, { mine, uid: who.uid }, now)
    if (not) return 'wait' in not ? refuse('too_often', { retry_after: not.wait }) : refuse('idnum_inconsistent')
  }
  return { row, race, mine }
}
/** Finds the registration of a call for its registrant only. */
const own = async (asking: Asking, rate = writes) => {
  const wait = rate.count(String(asking.who.uid), asking.now)
  if (wait > 0) return asking.refuse('too_often', { retry_after: wait })
  const found = await changeOf(asking)
  return found.mine ? found : asking.refuse('no_permission')
}

type Repeatable = Parameters<typeof onceKey>[1] & { db: Parts['db']; now: Date }
/**
 * Runs a change that closes orders at the gateway between its transactions. The deciding transaction keeps the answer.
 * A repetition (`_once`) gets that answer, though the change itself would be refused the second time.
 */
const answeredOnce = async <Done extends object>(
  path: string,
  call: Repeatable,
  key: string,
  change: (beside: Beside<Done>) => Promise<Done>,
): Promise<Done & { _key: string }> => {
  const once = onceKey(path, call)
  const first = () => keptAnswer<Done & { _key: string }>(call.db, once)
  const kept = await first()
  if (kept) return kept
  try {
    return { _key: key, ...(await change((tx, done) => keepAnswer(tx, once, { _key: key, ...done }, call.now))) }
  } catch (error) {
    const answered = error instanceof RefusalError ? await first() : undefined
    if (answered) return answered
    throw error
  }
}

const eventOf = (row: ViewRow) => ({
  name: row.e_name,
  names: row.e_names,
  state: row.e_state,
  paystate: row.e_paystate,
  pay_end: row.e_pay_end,
  draw_at: row.e_draw_at,
  signup_from: row.e_signup_from,
  signup_until: row.e_signup_until,
})
const cardOf = (lang: Lang, row: ViewRow, race: RaceGiven, now: Date, own: boolean) =>
  presentCard(lang, row, eventOf(row), race, now, own)

/** Answers the partner's shop: whether this account may open or edit the registration, and the reason if it may not. */
const authorise = (lang: Lang, { row, race, mine }: Awaited<ReturnType<typeof changeOf>>, edit: boolean, now: Date) => {
  if (!mine) return { auth: false, why: changesWords.auth_mobile[lang], _key: row._key, registration: null, can: null }
  const can = canOf(row, race, now)
  const why = edit && !can.mend.ok ? reasonAgainst(can.edit) : undefined
  return {
    auth: why === undefined,
    why: why?.[lang] ?? null,
    _key: row._key,
    registration: cardOf(lang, row, race, now, true),
    can: sayStatus(statusOf(statusFactsOf(row, race), now), race.zone, lang).can,
  }
}

export const routes = [
  handle(registrationFetch, async ({ input, db, seal, now, who, lang, refuse }) => {
    const { row, race } = await own({ db, seal, input, who, now, refuse }, reads)
    const event = (await readEvent(db, race.id, row.eventid, now, true))!
    const left = leftIn(await countersOf(db, race.id), row.eventid)
    const holds = (kind: string, name: string) =>
      row.place_held && name === { clothes: row.clothes, packagebus: row.packagebus, zone: row.runnerzone }[kind]
    const leftForMe = (kind: string, name: string) => {
      const n = left(kind, name)
      return n !== null && holds(kind, name) ? n + 1 : n
    }
    const { qualifying } = openKept(seal, row)
    const registration = presentRegistration(lang, row, race, now, seal)
    return {
      registration,
      event: eventIn(lang, event, (await raceGiven(db, race.id, now))!, race.settings.pay_minutes, now, leftForMe),
      changeable: changeableIn(formOf(event)),
      qualifying: qualifying && {
        race: qualifying.race,
        day: qualifying.day,
        time: hoursText(qualifying.seconds),
        ...(qualifying.proof ? { proof: qualifying.proof } : {}),
      },
      unasked: await unaskedRead(db, row, registration.answers, formOf(event), lang),
      edited_at: row.edited_at,
    }
  }),

  handle(registrationEdit, async ({ input, now, who, once, address, say, setMessage, refuse, ...parts }) => {
    const { row, race } = await own({ ...parts, input, who, now, refuse })
    const done = await answeredOnce<EditOutcome>(
      registrationEdit.path,
      { once, who, address, db: parts.db, now },
      row._key,
      async (beside) => {
        const outcome = await editRegistration(parts, race, row, input, now, beside)
        if ('wrong' in outcome)
          return refuse('field_wrong', {
            fields: Object.fromEntries(
              Object.entries(outcome.wrong).map(([field, wrong]) => [field, say(wrong!.message, wrong!.values)]),
            ),
          })
        if ('why' in outcome) return refuse('not_editable', { why: say(outcome.why) })
        return 'refused' in outcome ? refuse(outcome.refused) : outcome
      },
    )
    if (row.state === 'auditfail') setMessage(changesWords.mended)
    else if (done.changed.length === 1 && done.changed[0] === 'enname') setMessage(changesWords.name_altered)
    return done
  }),

  handle(registrationDel, async ({ input, now, who, once, address, say, setMessage, refuse, ...parts }) => {
    const { row, race } = await own({ ...parts, input, who, now, refuse })
    const done = await answeredOnce<{ deleted_at: Date; orderid: number | null }>(
      registrationDel.path,
      { once, who, address, db: parts.db, now },
      row._key,
      async (beside) => {
        const outcome = await deleteRegistration(parts, race, row._key, now, beside)
        if ('why' in outcome) return refuse('not_deletable', { why: say(outcome.why) })
        return 'refused' in outcome ? refuse(outcome.refused) : outcome
      },
    )
    setMessage(changesWords.deleted)
    return done
  }),

  handle(registrationDelay, async ({ input, now, who, once, address, lang, say, setMessage, refuse, ...parts }) => {
    const { row, race } = await own({ ...parts, input, who, now, refuse })
    const { delay } = race.settings
    const to = await destinationOf(parts.db, parts.seal, race.id, delay?.to, now)
    const said = {
      tag: nameIn(lang, delay?.tag['zh-cn'] ?? '', delay?.tag) || null,
      description: nameIn(lang, delay?.description['zh-cn'] ?? '', delay?.description) || null,
    }
    const done = await answeredOnce<{ state: RegistrationState } & ReservedPlace>(
      registrationDelay.path,
      { once, who, address, db: parts.db, now },
      row._key,
      async (beside) => {
        const outcome =
          (await delayRegistration(parts, race, row._key, said, to, now, beside)) ?? refuse('registration_not_found')
        return 'why' in outcome ? refuse('not_delayable', { why: say(outcome.why) }) : outcome
      },
    )
    setMessage(changesWords.delayed)
    return done
  }),

  handle(registrationGetbykeys, async ({ input, db, now, who, lang, address, refuse, device }) => {
    const wait = lists.count({ address, who, device }, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const byRace = Map.groupBy(new Set(input.keys), (key) => raceOfKey(key))
    const cards = new Map<string, ReturnType<typeof cardOf>>()
    for (const [raceid, keys] of byRace) {
      const race = raceid === undefined ? undefined : await publishedRace(db, raceid, now)
      if (race)
        for (const row of await listByKeys(db, race.id, keys))
          if (!row.deleted_at) cards.set(row._key, cardOf(lang, row, race, now, row.uid === who.uid))
    }
    return input.keys.flatMap((key) => cards.get(key) ?? [])
  }),

  handle(userAuthRegitration, async ({ input, db, seal, now, who, lang, refuse }) =>
    authorise(lang, await changeOf({ db, seal, input, who, now, refuse }), false, now),
  ),
  handle(userAuthEdit, async ({ input, db, seal, now, who, lang, refuse }) =>
    authorise(lang, await changeOf({ db, seal, input, who, now, refuse }), true, now),
  ),
]
