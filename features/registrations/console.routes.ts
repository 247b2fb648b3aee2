import { nameIn } from '#contract/words.ts'
import { hoursText } from '#contract/written.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readEvent } from '#features/events/service.ts'
import { formOf } from '#features/events/rules.ts'
import { ownFieldsOf } from '#features/forms/service.ts'
import { logChange, logOf } from '#features/staff/service.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import {
  type ChangeOutcome,
  consoleRegistrationsDelay,
  consoleRegistrationsList,
  consoleRegistrationsOpen,
  consoleRegistrationsReview,
  consoleRegistrationsShow,
  consoleRegistrationsTag,
  consoleRegistrationsWindow,
  consoleRegistrationsZone,
} from './changes/changes.contract.ts'
import { changesWords } from './changes/changes.words.ts'
import { openKept } from './changes/changes.service.ts'
import { answersRead, openAnswers } from './answers/answers.service.ts'
import type { GivenConsent } from './signup/consents.rules.ts'
import { listedStateOf } from './lookup/listed.rules.ts'
import { cellsFor } from './export/cells.service.ts'
import { filtersPrivate } from './lookup/filterRight.rules.ts'
import { listFor } from './lookup/registrationList.service.ts'
import { countStates } from './lookup/counting.service.ts'
import { raceGiven } from './status/ownership.service.ts'
import { type RaceGiven, statusFactsOf, presentRegistration } from './status/present.service.ts'
import type { Qualified } from './signup/qualifying.rules.ts'
import { delayWordsOf } from './status/delayWords.rules.ts'
import { statusOf } from './rules.ts'
import { destinationOf, mayDeferTo } from './deferral/deferral.service.ts'
import { say as sayIn } from './status/statusText.rules.ts'
import {
  type ReviewOutcome,
  type Reviewing,
  delayByStaff,
  outcomesOf,
  review,
  undoRefusal,
  setTag,
  setWindow,
  setZone,
} from './review/review.service.ts'
import { type ViewRow, findById } from './store.ts'

type Given = Pick<Parts, 'db' | 'seal'> & {
  input: { raceid: number }
  now: Date
  refuse: (word: 'race_not_found') => never
}
/** Finds a race for its staff, published or not, and prepares its key. */
const raceOf = async ({ db, seal, input, now, refuse }: Given): Promise<RaceGiven & { address: string }> => {
  const race = (await raceGiven(db, input.raceid, now)) ?? refuse('race_not_found')
  await seal.prepare(raceScope(race.id))
  return race
}
const qualifyingOf = (row: ViewRow) => row.qualifying as Qualified | null

/**
 * Masks a code and leaves its first two signs. Staff who may only read registrations could otherwise use the code
 * themselves.
 */
const maskedCode = (code: string): string => `${[...code].slice(0, 2).join('')}****`

/**
 * Returns an empty text for each personal answer of a registration, so that only the fields show. Staff open the
 * answers only with a reason.
 */
const masked = ({ sealed_answers }: ViewRow) =>
  Object.fromEntries(Object.keys(sealed_answers ?? {}).map((name) => [name, '']))

/**
 * Handles each registration of a list separately. The order of ids keeps two lists from waiting for each other in a
 * circle.
 */
const eachOf = async (
  ids: readonly number[],
  work: (id: number) => Promise<ReviewOutcome>,
): Promise<(ReviewOutcome & { id: number })[]> => {
  const outcomes = []
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) outcomes.push({ id, ...(await work(id)) })
  return outcomes
}
const outcomeWords =
  (say: (said: (typeof changesWords)['outcome_done']) => string) => (outcome: ChangeOutcome['outcome']) =>
    say(changesWords[`outcome_${outcome}`])

export const routes = [
  handle(consoleRegistrationsList, async ({ input, db, seal, now, lang, may, refuse }) => {
    if (filtersPrivate(input) && !may('sealed.open')) return refuse('no_permission')
    const [listed, counted] = await Promise.all([
      listFor({ db, seal, now }, input, input.limit, true),
      input.counts && input.after === undefined ? countStates(db, input.raceid, input.eventid) : null,
    ])
    const { race, rows, after, total } = listed ?? refuse('race_not_found')
    const cellsOf = await cellsFor({ db, seal, now, lang }, race, input.columns, may)
    const items = rows.map((row) => {
      const status = statusOf(statusFactsOf(row, race), now)
      return {
        ...row,
        event: nameIn(lang, row.e_name, row.e_names),
        idnum: row.idnum_mask,
        mobile: row.mobile_mask,
        bib: row.bib === null ? null : `${row.prefix_bib ?? ''}${row.bib}`,
        state: listedStateOf(row),
        tag: row.tag && nameIn(lang, row.tag, delayWordsOf(row, 'tag')),
        status: sayIn(status.title, race.zone, lang),
        icon: status.icon,
        paid: status.paid,
        paid_label: status.paidText[lang],
        age: row.age_on_race_day,
        team: row.t_name,
        proof: Boolean(qualifyingOf(row)?.proof),
        cells: cellsOf({ row, found: status }),
      }
    })
    return { items, after, total, counts: null, counts_paid: null, ...counted }
  }),

  handle(consoleRegistrationsShow, async ({ input, db, seal, now, lang, may, refuse }) => {
    const race = await raceOf({ db, seal, input, now, refuse })
    const row = (await findById(db, race.id, input.id)) ?? refuse('registration_not_found')
    const event = await readEvent(db, race.id, row.eventid, now, true)
    const form = event && formOf(event)
    const own = await ownFieldsOf(db, race.id)
    const qualifying = qualifyingOf(row)
    return {
      registration: {
        ...presentRegistration(lang, row, race, now, null),
        name: row.name,
        enname: row.enname,
        bib: row.bib,
        prefix_bib: row.prefix_bib,
        answers: {},
      },
      uid: row.uid,
      age: row.age_on_race_day,
      closed_at: row.closed_at,
      edited_at: row.edited_at,
      place_held: row.place_held,
      invitation:
        row.inviteid === null || row.invite === null
          ? null
          : { id: row.inviteid, code: may('invitations.edit') ? row.invite : maskedCode(row.invite) },
      qualifying: qualifying && {
        race: qualifying.race,
        day: qualifying.day,
        time: hoursText(qualifying.seconds),
        proof: qualifying.proof,
        meets: qualifying.meets,
      },
      guardian: row.guardian !== null,
      consents: row.consents as Record<string, GivenConsent>,
      answers: [
        ...answersRead(own, openAnswers(row), lang),
        ...answersRead(own, masked(row), lang).map((one) => ({ ...one, answer: '****', personal: true })),
      ],
      zones: form?.zones.map(({ name }) => name) ?? [],
      history: (await logOf(db, race.id, `registration ${row.id}`)).map(({ at, staff, what, before, after }) => ({
        at,
        who: staff,
        what,
        before,
        after,
      })),
    }
  }),

  handle(consoleRegistrationsOpen, async ({ input, db, seal, now, who, lang, refuse }) => {
    const race = await raceOf({ db, seal, input, now, refuse })
    const row = (await findById(db, race.id, input.id)) ?? refuse('registration_not_found')
    await db.transaction().execute((tx) =>
      logChange(tx, {
        who,
        now,
        raceid: race.id,
        what: 'registration opened',
        target: `registration ${row.id}`,
        after: { why: input.why },
      }),
    )
    const kept = openKept(seal, row)
    const own = await ownFieldsOf(db, race.id)
    const personal = Object.entries(kept.answers).filter(([name]) => kept.sealed.includes(name))
    return { ...kept, answers: answersRead(own, Object.fromEntries(personal), lang) }
  }),

  handle(consoleRegistrationsReview, async ({ input, now, who, say, refuse, refuseField, ...parts }) => {
    if (input.verdict === 'refuse' && input.reason === '') return refuseField('reason', changesWords.reason_needed)
    const reviewing: Reviewing = { ...parts, who, race: await raceOf({ ...parts, input, now, refuse }) }
    await parts.seal.prepare('accounts')
    return outcomesOf(
      await eachOf(input.ids, (id) =>
        input.verdict === 'reopen'
          ? undoRefusal(reviewing, id, { reason: input.reason, place: true }, now)
          : review(reviewing, id, input.verdict, input.reason, now),
      ),
      outcomeWords(say),
    )
  }),

  handle(consoleRegistrationsTag, async ({ input, now, who, say, refuse, ...parts }) => {
    const reviewing = { ...parts, who, race: await raceOf({ ...parts, input, now, refuse }) }
    return outcomesOf(await eachOf(input.ids, (id) => setTag(reviewing, id, input, now)), outcomeWords(say))
  }),

  handle(consoleRegistrationsDelay, async ({ input, now, who, say, refuse, ...parts }) => {
    const reviewing = { ...parts, who, race: await raceOf({ ...parts, input, now, refuse }) }
    if (input.to && !mayDeferTo(who, input.to.race)) return refuse('deferral_no_right')
    const target = input.to ?? reviewing.race.settings.delay?.to
    const to = await destinationOf(parts.db, parts.seal, reviewing.race.id, target, now)
    if (input.to && !to) return refuse('deferral_race_unknown')
    return outcomesOf(await eachOf(input.ids, (id) => delayByStaff(reviewing, id, input, to, now)), outcomeWords(say))
  }),

  handle(consoleRegistrationsWindow, async ({ input, now, who, say, refuse, ...parts }) => {
    const reviewing = { ...parts, who, race: await raceOf({ ...parts, input, now, refuse }) }
    return outcomesOf(await eachOf(input.ids, (id) => setWindow(reviewing, id, input.window, now)), outcomeWords(say))
  }),

  handle(consoleRegistrationsZone, async ({ input, now, who, say, refuse, ...parts }) => {
    const reviewing = { ...parts, who, race: await raceOf({ ...parts, input, now, refuse }) }
    return outcomesOf(await eachOf(input.ids, (id) => setZone(reviewing, id, input.zone, now)), outcomeWords(say))
  }),
]
