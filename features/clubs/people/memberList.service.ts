import { newKey } from '#db/random.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type EventRow, eventsOf } from '#features/events/service.ts'
import { type FieldsWith, fields } from '#features/fields/fields.rules.ts'
import {
  birthTitles,
  emergencyNameTitles,
  emergencyPhoneTitles,
  eventTitles,
  genderTitles,
  mobileTitles,
  shirtTitles,
} from '#features/imports/titles.rules.ts'
import { listedGender } from '#features/people/listed.rules.ts'
import { type ListedFault, listedColumns, listedDocument } from '#features/people/listedPerson.rules.ts'
import { listedWords } from '#features/people/listedPerson.words.ts'
import { type Document, isName, maskIdnum, normalName } from '#features/people/rules.ts'
import { wrongName } from '#features/people/words.ts'
import { documentIndex } from '#features/registrations/signup/sealing.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { sameText, text } from '#contract/words.ts'
import { lockInvitationsById } from '#features/invitations/service.ts'
import { normalMobile, maskMobile } from '#features/accounts/rules.ts'
import { heldQuotas } from '../quotas.service.ts'
import { lockClub } from '../store.ts'
import { type ClubDraft, clubDraftFrom, firstFault, sealDraft, wrongIn } from './draft.service.ts'
import { placesLeft } from './members.rules.ts'
import { insertMember, membersOf, updateMember } from './members.store.ts'
import { memberWords as words } from './members.words.ts'

type Checked = { draft: ClubDraft; document: Document; document_ix: Buffer; eventid: number }
type Item = Checked & { id: number | undefined }
type There = { id: number; eventid: number; open: boolean; same: (draft: ClubDraft) => boolean }
type Known = {
  checked: ReadonlyMap<number, Checked | ListedFault>
  there: ReadonlyMap<string, There>
  left: ReadonlyMap<number, number>
}

/** The fields that a list may bring in addition to the identity. */
const beside = ['gender', 'birth', 'clothes', 'emername', 'emertel'] as const
/** The fields whose faults refuse a row. The person completes the other fields. */
const refusing = new Set(['idtype', 'idnum', 'country', 'name', 'mobile', 'birth', 'gender', 'clothes', 'emertel'])

type Around = { events: ReadonlyMap<string, EventRow>; race: RaceGiven }
const check = ({ cells }: ImportRow, work: ImportWork, { events, race }: Around): Checked | ListedFault => {
  const cell = (name: string) => cells[name] ?? ''
  const { now } = work
  const whole = [...new Set(events.values())]
  const event = cell('event') === '' && whole.length === 1 ? whole[0] : events.get(cell('event').toLowerCase())
  if (!event) return { why: words.event_unknown, values: { given: cell('event').slice(0, 60) } }
  const found = listedDocument(cells, now)
  if ('why' in found) return found
  if (!isName(normalName(cell('name')), found.document.kind)) return { why: wrongName(found.document.kind) }
  const gender = listedGender(cell('gender'))
  if (gender === undefined) return { why: words.gender_unknown }
  const given = Object.fromEntries(
    beside.flatMap((name) => (cell(name) === '' || name === 'gender' ? [] : [[name, cell(name)]])),
  )
  const draft = clubDraftFrom({
    eventid: event.id,
    ...given,
    ...(given.birth ? { birth: given.birth.replaceAll(/[/.]/g, '-') } : {}),
    ...(gender === '' ? {} : { gender }),
    idtype: found.document.idtype,
    idnum: cell('idnum'),
    country: found.country,
    name: cell('name'),
    mobile: cell('mobile'),
  })
  const wrong = wrongIn(draft, event, race, now)
  // The person fills in a missing value. The captain corrects a wrong value.
  const faulty = Object.fromEntries(
    Object.entries(wrong).filter(([name]) => refusing.has(name) && (draft[name as 'name'] ?? '') !== ''),
  )
  const fault = firstFault(faulty)
  if (fault) return fault
  const document_ix = documentIndex(work.seal, work.raceid, found.document.identity)
  return { draft, document: found.document, document_ix, eventid: event.id }
}

const eventNamed = (events: readonly EventRow[]): Map<string, EventRow> =>
  new Map(
    events.flatMap((event) =>
      [event.name, ...Object.values((event.names ?? {}) as Record<string, string>)].map(
        (name) => [name.trim().toLowerCase(), event] as const,
      ),
    ),
  )

const plan = (rows: readonly ImportRow[], { checked, there, left }: Known): RowPlan<Item>[] => {
  const seen = new Set<string>()
  const free = new Map(left)
  return rows.map(({ line }): RowPlan<Item> => {
    const one = checked.get(line)!
    if ('why' in one) return { line, state: 'refused', ...one }
    const key = one.document_ix.toString('hex')
    if (seen.has(key)) return { line, state: 'refused', why: listedWords.twice }
    seen.add(key)
    const was = there.get(key)
    if (was && !was.open) return { line, state: 'same' }
    if (was && was.eventid === one.eventid)
      return { line, state: was.same(one.draft) ? 'same' : 'changed', item: { ...one, id: was.id } } as RowPlan<Item>
    const places = free.get(one.eventid) ?? 0
    if (places <= 0) return { line, state: 'refused', why: words.quota_full }
    free.set(one.eventid, places - 1)
    if (was) free.set(was.eventid, (free.get(was.eventid) ?? 0) + 1)
    return { line, state: was ? 'changed' : 'added', item: { ...one, id: was?.id } }
  })
}

const longest = (name: FieldsWith<{ longest: number }>) => ({ most: fields[name].longest })
const columns = [
  { ...listedColumns.name, ...longest('name') },
  { ...listedColumns.idnum, ...longest('idnum') },
  {
    name: 'mobile',
    label: words.mobile,
    titles: mobileTitles,
    needed: true,
    ...longest('mobile'),
    example: sameText('13800000000'),
  },
  {
    name: 'event',
    label: words.event,
    titles: eventTitles,
    example: text('半程马拉松', '半程馬拉松', 'Half marathon'),
  },
  listedColumns.idtype,
  listedColumns.country,
  { name: 'gender', label: words.gender, titles: genderTitles, example: text('男', '男', 'male') },
  {
    name: 'birth',
    label: words.birth,
    titles: birthTitles,
    ...longest('birth'),
    example: sameText('1990-01-31'),
  },
  {
    name: 'clothes',
    label: words.clothes,
    titles: shirtTitles,
    ...longest('clothes'),
    example: sameText('M'),
  },
  {
    name: 'emername',
    label: words.emername,
    titles: emergencyNameTitles,
    ...longest('emername'),
    example: text('王家人', '王家人', 'Wang Jiaren'),
  },
  {
    name: 'emertel',
    label: words.emertel,
    titles: emergencyPhoneTitles,
    ...longest('emertel'),
    example: sameText('13900000000'),
  },
] as const

const knownOf = async (clubid: number, on: Db | Tx, work: ImportWork, rows: readonly ImportRow[]): Promise<Known> => {
  const { db, raceid, now } = work
  const race = (await raceGiven(db, raceid, now))!
  const quotas = await heldQuotas(on, raceid, [clubid])
  const events = eventNamed(
    (await eventsOf(db, raceid)).filter(({ id }) => quotas.some(({ eventid }) => eventid === id)),
  )
  const members = await membersOf(on, raceid, clubid)
  return {
    checked: new Map(rows.map((row) => [row.line, check(row, work, { events, race })])),
    there: new Map(
      members.map((one) => [
        one.document_ix.toString('hex'),
        {
          id: one.id,
          eventid: one.eventid,
          open: one.registrationid === null && one.completed_at === null && one.replaces === null,
          same: (draft) => one.name === normalName(draft.name ?? ''),
        },
      ]),
    ),
    left: new Map(
      quotas.map(({ eventid, listed, invitation }) => [
        eventid,
        placesLeft({ places: invitation.uses ?? 0, used: invitation.used, listed }),
      ]),
    ),
  }
}

/**
 * Makes the import of the people of one club. Only the club's captain imports these people, so the console does not
 * offer this import. The import changes no person who has completed the entry or is to replace somebody.
 */
export const memberList = (clubid: number) =>
  importKind<Known, Item>({
    name: `club ${clubid}`,
    label: words.label,
    description: words.description,
    right: 'clubs.manage',
    logged: 'club people listed',
    columns,
    prepare: ({ seal, raceid }) => seal.prepare(raceScope(raceid)),
    hold: async (tx, { raceid }) => {
      await lockClub(tx, raceid, clubid)
      const quotas = await heldQuotas(tx, raceid, [clubid])
      await lockInvitationsById(
        tx,
        raceid,
        quotas.map(({ inviteid }) => inviteid),
      )
    },
    known: (on, work, rows) => knownOf(clubid, on, work, rows),
    plan,
    apply: async (tx, { raceid, seal, now }, items) => {
      for (const { draft, document, document_ix, eventid, id } of items) {
        const values = {
          eventid,
          name: normalName(draft.name ?? ''),
          idnum_mask: maskIdnum(document.idnum),
          mobile_mask: maskMobile(normalMobile(draft.mobile ?? '')),
          document_ix,
          draft: sealDraft(seal, raceid, draft),
        }
        if (id === undefined)
          await insertMember(tx, { raceid, clubid, _key: newKey(raceid), replaces: null, ...values }, now)
        else await updateMember(tx, raceid, id, values, now)
      }
    },
  })

/** Returns the name and the columns of the list for the captain's page. */
export const shownMemberList = (lang: 'zh-cn' | 'zh-tw' | 'en') => ({
  name: 'club',
  label: words.label[lang],
  description: words.description[lang],
  columns: columns.map((column) => ({
    name: column.name,
    label: column.label[lang],
    needed: 'needed' in column,
    example: column.example[lang],
  })),
  into: null,
})
