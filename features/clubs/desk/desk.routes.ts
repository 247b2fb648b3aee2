import { createHash } from 'node:crypto'
import { nameIn } from '#contract/words.ts'
import { newKey } from '#db/random.ts'
import { violationOf } from '#db/errors/violation.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readTableFile, tableFacts } from '#features/files/tableFile.service.ts'
import { readColumns, rememberColumns, takeList } from '#features/imports/service.ts'
import { checkDocument, isMobileFor, isName, maskIdnum, normalName } from '#features/people/rules.ts'
import { documentWords, words as peopleWords, wrongName } from '#features/people/words.ts'
import { documentIndex } from '#features/registrations/signup/sealing.service.ts'
import { publishedRace, raceGiven } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { keptAnswer, onceKey } from '#seam/server/once.ts'
import { normalMobile, maskMobile } from '#features/accounts/rules.ts'
import { clubDraftFrom, sealDraft } from '../people/draft.service.ts'
import { memberList } from '../people/memberList.service.ts'
import { memberState, whyNoSwap } from '../people/members.rules.ts'
import { eraseMember, findMember, insertMember, membersOf } from '../people/members.store.ts'
import {
  type ClubRow,
  clubsOfCaptain,
  findClub,
  findInvite,
  insertCaptain,
  isCaptain,
  lockClub,
  spendInvite,
} from '../store.ts'
import { MEMBERS_MOST } from '../contract.ts'
import { sentencesOf } from '../people/sentences.rules.ts'
import {
  clubAccept,
  clubInvited,
  clubMine,
  clubPay,
  clubRead,
  clubRemove,
  clubShow,
  clubSwap,
} from './desk.contract.ts'
import { clubDesk } from './desk.service.ts'
import { type ClubPaid, payForPeople } from './payment.service.ts'

const pays = rateOf(30, 60, 'clubs desk pays')
const reads = rateOf(60, 60)

export const inviteHash = (token: string): Buffer => createHash('sha256').update(`club ${token}`).digest()

type Asking = Pick<Context<typeof clubShow>, 'db' | 'now' | 'who'> & {
  input: { raceid: number; id: number }
  refuse: (word: 'club_not_found') => never
}
/** Finds the club of a call for its captain. Any other caller gets the answer that the club does not exist. */
const ledClub = async ({ db, now, who, input, refuse }: Asking) => {
  const race = (await raceGiven(db, input.raceid, now)) ?? refuse('club_not_found')
  const club = (await findClub(db, race.id, input.id)) ?? refuse('club_not_found')
  if (!(await isCaptain(db, race.id, club.id, who.uid!))) return refuse('club_not_found')
  return { race, club }
}

/** Checks each field of the person who replaces another person. */
const newPerson = (
  {
    name,
    idtype,
    idnum,
    country,
    mobile,
  }: Pick<Context<typeof clubSwap>['input'], 'name' | 'idtype' | 'idnum' | 'country' | 'mobile'>,
  refuseField: Context<typeof clubSwap>['refuseField'],
  now: Date,
) => {
  const verdict = checkDocument({ idtype, idnum, country }, now)
  if (!verdict.ok) return refuseField(verdict.why === 'country' ? 'country' : 'idnum', documentWords[verdict.why])
  const { document } = verdict
  if (!isName(normalName(name), document.kind)) return refuseField('name', wrongName(document.kind))
  if (!isMobileFor(normalMobile(mobile), document.kind)) return refuseField('mobile', peopleWords.mobile_wrong)
  return document
}

export const deskRoutes = [
  handle(clubInvited, async ({ input, db, lang, now, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('club_link_over')
    const invite = await findInvite(db, race.id, inviteHash(input.token))
    if (!invite || invite.used_at !== null || invite.expires_at <= now) return refuse('club_link_over')
    const club = (await findClub(db, race.id, invite.clubid)) ?? refuse('club_link_over')
    return { race: nameIn(lang, race.name, race.names), name: club.name, kind: club.kind }
  }),

  handle(clubAccept, async ({ input: { raceid, token }, now, who, refuse, save }) =>
    save(async (tx) => {
      const clubid = (await spendInvite(tx, raceid, inviteHash(token), now)) ?? refuse('club_link_over')
      await insertCaptain(tx, { raceid, clubid, uid: who.uid!, joined_at: now })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'club captain joined',
        target: `club ${clubid}`,
        after: { uid: who.uid },
      })
      return { id: clubid }
    }),
  ),

  handle(clubMine, async ({ db, who, lang }) => ({
    items: (await clubsOfCaptain(db, who.uid!)).map(({ race, names, ...club }) => ({
      ...club,
      race: nameIn(lang, race, names),
    })),
  })),

  handle(clubShow, async ({ input, db, seal, now, who, lang, refuse }) => {
    const { race, club } = await ledClub({ input, db, now, who, refuse })
    return clubDesk({ db, seal }, { race, club, lang, now })
  }),

  handle(clubRead, async ({ input, files, db, seal, now, lang, who, refuse }) => {
    const { race, club } = await ledClub({ input, db, now, who, refuse })
    if (club.closed_at !== null) return refuse('club_closed')
    const wait = reads.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const file = files[0] ?? refuse('import_file_missing')
    const whole = await readTableFile(file.bytes, { sheet: input.sheet })
    if ('unreadable' in whole) return refuse(whole.unreadable, tableFacts(whole))
    const { table } = whole
    if (table.rows.length === 0) return refuse('list_empty')
    if (table.rows.length > MEMBERS_MOST) return refuse('import_too_long', { most: String(MEMBERS_MOST) })
    const work = { db, seal, raceid: race.id, zone: race.zone, of: '', now, lang, who }
    const kind = memberList(club.id)
    const reading = await readColumns(work, kind, table, input.mapping)
    const done = await takeList(work, kind, table, reading, input.dry)
    if (!input.dry && done.missing.length > 0)
      return refuse('import_columns_missing', { names: done.missing.join(', ') })
    if (!input.dry) await rememberColumns(work, kind, table, input.mapping)
    return { filename: file.filename, remembered: reading.remembered, ...done, dry: input.dry }
  }),

  handle(clubRemove, async ({ input, db, now, who, refuse, save }) => {
    const { race, club } = await ledClub({ input, db, now, who, refuse })
    return save(async (tx) => {
      await lockClub(tx, race.id, club.id)
      const row = await findMember(tx, race.id, input.member)
      if (!row || row.clubid !== club.id) return refuse('club_member_not_found')
      if (['unpaid', 'entered'].includes(memberState(row))) return refuse('club_member_registered')
      await eraseMember(tx, race.id, row.id, now)
      await logChange(tx, {
        who,
        now,
        raceid: race.id,
        what: 'club person removed',
        target: `club ${club.id}`,
        before: { member: row.id },
      })
      return { id: row.id }
    })
  }),

  handle(clubPay, async ({ input, db, seal, integrations, now, who, once, address, lang, say, save, refuse }) => {
    const repeated = onceKey('/club/pay', { once, who, address })
    const { race, club } = await ledClub({ input, db, now, who, refuse })
    const wait = pays.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { members } = input
    const kept = await keptAnswer<ClubPaid>(db, repeated)
    if (kept) return kept
    if (club.closed_at !== null) return refuse('club_closed')
    const outcome = await payForPeople(
      { db, seal, integrations },
      { race, club, uid: who.uid!, members, lang, now },
      save,
    )
    if ('paid' in outcome) return outcome.paid
    if ('wrong' in outcome) return refuse('field_wrong', { fields: sentencesOf(outcome.wrong, outcome.people, say) })
    if (!('people' in outcome)) return refuse(outcome.refused, outcome.refused === 'too_many_friends' ? { n: 50 } : {})
    const { refused, person, people } = outcome
    if (refused === 'too_often') return refuse('too_often', { retry_after: 86_400 })
    return refuse(refused, { person: people[person]!.id, name: people[person]!.name })
  }),

  handle(clubSwap, async ({ input, db, seal, now, who, refuse, refuseField, save }) => {
    const { race, club } = await ledClub({ input, db, now, who, refuse })
    const document = newPerson(input, refuseField, now)
    await seal.prepare(raceScope(race.id))
    const draft = clubDraftFrom({ ...input, eventid: 0 })
    try {
      return await save(async (tx) => {
        const held: ClubRow = (await lockClub(tx, race.id, club.id)) ?? refuse('club_not_found')
        const members = await membersOf(tx, race.id, club.id)
        const former = members.find(({ id }) => id === input.member) ?? refuse('club_member_not_found')
        const pending = members.some(({ replaces }) => replaces === former.id)
        const why = whyNoSwap({ ...held, state: memberState(former), pending }, now)
        if (why) return refuse(why)
        const _key = newKey(race.id)
        const id = await insertMember(
          tx,
          {
            raceid: race.id,
            clubid: club.id,
            eventid: former.eventid,
            _key,
            name: normalName(input.name),
            idnum_mask: maskIdnum(document.idnum),
            mobile_mask: maskMobile(normalMobile(input.mobile)),
            document_ix: documentIndex(seal, race.id, document.identity),
            draft: sealDraft(seal, race.id, { ...draft, eventid: former.eventid }),
            replaces: former.id,
          },
          now,
        )
        await logChange(tx, {
          who,
          now,
          raceid: race.id,
          what: 'club person replaced',
          target: `club ${club.id}`,
          before: { member: former.id },
          after: { member: id },
        })
        return { id, _key }
      })
    } catch (error) {
      if (violationOf(error)?.constraint === 'one_member_of_a_document') return refuse('club_person_listed')
      throw error
    }
  }),
]
