import { byId, idIn, pageOf } from '#db/pages.ts'
import { pickColumns } from '#features/files/table.rules.ts'
import type { Db } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { readTableFile, tableFacts } from '#features/files/tableFile.service.ts'
import { documentWords } from '#features/people/words.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Who, handle } from '#seam/server/handle.ts'
import { type VolunteerDraft, volunteerDraftOf, isDocument, isMobile } from './drafts.rules.ts'
import { enlistVolunteer, sealVolunteer } from './service.ts'
import {
  type VolunteerColumn,
  consoleVolunteersCalendar,
  consoleVolunteersImport,
  consoleVolunteersList,
  consoleVolunteersOpen,
  consoleVolunteersRemove,
  consoleVolunteersSave,
} from './contract.ts'
import { calendarsOfShifts, headers, shiftOf, wallText } from './rules.ts'
import {
  type VolunteerRow,
  countVolunteers,
  findVolunteer,
  listShifts,
  listVolunteers,
  lockShift,
  lockVolunteer,
  removeVolunteer,
  saveVolunteer,
} from './store.ts'
import { signingRoutes } from './signing/signing.routes.ts'
import { words } from './words.ts'

/** Presents a shift with all sealed values masked. */
const shown = (row: VolunteerRow, zone: string) => ({
  ...row,
  idnum: row.idnum_mask,
  mobile: row.mobile_mask,
  leader_mobile: row.leader_mask,
  from: wallText(row.starts_at, zone),
  until: wallText(row.ends_at, zone),
})
/**
 * Returns the values of a row that the log may hold. These values contain no masks, no leader and no notes, because the
 * server erases them one year after the race and keeps the log longer. The log names a sealed value only as changed.
 */
const logged = ({
  _key,
  idnum_mask: _idnum,
  mobile_mask: _mobile,
  leader_mask: _leader,
  leader: _name,
  notes: _notes,
  created_at: _created,
  updated_at: _updated,
  ...row
}: VolunteerRow) => row
/** Returns for the leader and for the notes, if one of them changed, only that it changed. */
const loggedTexts = (before: VolunteerRow | undefined, after: VolunteerRow): Record<string, string> =>
  Object.fromEntries(
    (['leader', 'notes'] as const)
      .filter((name) => before && before[name] !== after[name])
      .map((name) => [name, 'changed']),
  )

const needed = ['name', 'idnum', 'post'] as const
const LISTED = 200
const ON_CALENDAR = 5000

/** Saves all volunteers of a list in one transaction. With `dry` it writes nothing. */
const enlistAll = async (
  db: Db,
  seal: Seal,
  raceid: number,
  drafts: readonly VolunteerDraft[],
  { who, now, dry, refused }: { who: Who; now: Date; dry: boolean; refused: number },
): Promise<{ added: number; changed: number }> => {
  let [added, changed] = [0, 0]
  const undo = new Error('only read')
  await db
    .transaction()
    .execute(async (tx) => {
      for (const draft of drafts) {
        if ((await enlistVolunteer(tx, seal, raceid, draft, now)).added) added++
        else changed++
      }
      if (dry) throw undo
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'volunteers imported',
        target: `race ${raceid}`,
        after: { added, changed, refused },
      })
    })
    .catch((thrown: unknown) => {
      if (thrown !== undo) throw thrown
    })
  return { added, changed }
}

export const routes = [
  handle(consoleVolunteersList, async ({ input, db, now, refuse }) => {
    const race = (await readRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const seen = idIn(input.after)
    const [rows, total] = await Promise.all([
      listVolunteers(db, { ...input, after: seen }),
      countVolunteers(db, input.raceid, input.q),
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return {
      items: items.map((row) => shown(row, race.zone)),
      after,
      total,
    }
  }),

  handle(consoleVolunteersCalendar, async ({ input: { raceid }, db, now, refuse }) => {
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const [shifts, total] = await Promise.all([listShifts(db, raceid, ON_CALENDAR), countVolunteers(db, raceid, '')])
    return { posts: calendarsOfShifts(shifts, race.zone), more: Math.max(0, total - shifts.length) }
  }),

  handle(consoleVolunteersSave, async ({ input, db, seal, now, who, refuse, refuseField, save }) => {
    const { raceid, id, from, until, idnum, mobile, leader_mobile, ...rest } = input
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    if (idnum ? !isDocument(idnum, now) : id === undefined)
      return refuseField('idnum', documentWords[idnum ? 'format' : 'empty'])
    if (mobile && !isMobile(mobile)) return refuseField('mobile', words.row_mobile)
    if (leader_mobile && !isMobile(leader_mobile)) return refuseField('leader_mobile', words.row_mobile)
    const shift = shiftOf(from, until, race.zone)
    if ('wrong' in shift) return refuseField(shift.wrong, from && until ? words.wrong_order : words.wrong_time)
    await seal.prepare(raceScope(raceid))
    const open = (field: string, bytes: Buffer | null) => (bytes ? seal.open(raceScope(raceid), field, bytes) : '')
    return save(async (tx) => {
      const before =
        id === undefined ? undefined : ((await lockVolunteer(tx, raceid, id)) ?? refuse('volunteer_not_found'))
      // A sealed field that nobody typed again keeps its present value.
      const draft: VolunteerDraft = {
        ...rest,
        ...shift,
        idnum: idnum || open('volunteer idnum', before!.idnum),
        mobile: mobile || open('volunteer mobile', before?.mobile ?? null),
        leader_mobile: leader_mobile || open('volunteer leader', before?.leader_mobile ?? null),
      }
      const sealed = sealVolunteer(seal, raceid, draft, now)
      const twin = await lockShift(tx, { ...sealed, raceid })
      if (twin && twin.id !== before?.id) return refuse('shift_twice')
      if (before) await saveVolunteer(tx, raceid, before.id, sealed)
      const { id: kept } = before ?? (await enlistVolunteer(tx, seal, raceid, draft, now))
      const after = (await findVolunteer(tx, raceid, kept))!
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'volunteer changed' : 'volunteer added',
        target: `volunteer ${kept}`,
        before: before && logged(before),
        after: { ...logged(after), ...loggedTexts(before, after) },
      })
      return shown(after, race.zone)
    })
  }),

  handle(consoleVolunteersImport, async ({ input, db, seal, now, who, files, say, refuse }) => {
    const { raceid, mapping, dry } = input
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const [file] = files
    const whole = await readTableFile(file?.bytes ?? Buffer.from(input.text), { sheet: input.sheet })
    if ('unreadable' in whole) return refuse(whole.unreadable, tableFacts(whole))
    const { table } = whole
    if (table.rows.length === 0) return refuse('list_empty')
    const columns = pickColumns(table.header, headers, mapping as Record<string, string>)
    const answered = {
      header: table.header,
      columns: Object.fromEntries([...columns].map(([meaning, at]) => [meaning, table.header[at]!])),
      rows: table.rows.length,
      dry,
    }
    const missing = needed.filter((meaning) => !columns.has(meaning))
    // A dry run shows the recognised columns even if some are missing, so that staff can correct them.
    if (missing.length > 0 && dry)
      return {
        ...answered,
        added: 0,
        changed: 0,
        refused: [
          {
            line: 1,
            says: say(words.columns_missing, { names: missing.map((meaning) => say(words[meaning])).join(' · ') }),
          },
        ],
      }
    if (missing.length > 0)
      return refuse('list_without_columns', { names: missing.map((meaning) => say(words[meaning])).join(' · ') })
    const read = table.rows.map((row, at) => {
      const cell = (meaning: VolunteerColumn) => (columns.has(meaning) ? (row[columns.get(meaning)!] ?? '').trim() : '')
      return { line: table.lines[at]!, draft: volunteerDraftOf(cell, race.zone, now) }
    })
    const drafts = read.flatMap(({ draft }) => ('why' in draft ? [] : [draft]))
    const refused = read.flatMap(({ line, draft }) => ('why' in draft ? [{ line, says: say(draft.why) }] : []))
    await seal.prepare(raceScope(raceid))
    const { added, changed } = await enlistAll(db, seal, raceid, drafts, { who, now, dry, refused: refused.length })
    return { ...answered, added, changed, refused: refused.slice(0, LISTED) }
  }),

  handle(consoleVolunteersOpen, async ({ input, db, seal, now, who, refuse }) => {
    const { raceid, id } = input
    const row = (await findVolunteer(db, raceid, id)) ?? refuse('volunteer_not_found')
    await seal.prepare(raceScope(raceid))
    await db
      .transaction()
      .execute((tx) => logChange(tx, { who, now, raceid, what: 'volunteer opened', target: `volunteer ${id}` }))
    const open = (field: string, bytes: Buffer | null) => bytes && seal.open(raceScope(raceid), field, bytes)
    return {
      idnum: open('volunteer idnum', row.idnum)!,
      mobile: open('volunteer mobile', row.mobile),
      leader_mobile: open('volunteer leader', row.leader_mobile),
    }
  }),

  handle(consoleVolunteersRemove, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id } = input
    const before = (await findVolunteer(db, raceid, id)) ?? refuse('volunteer_not_found')
    return save(async (tx) => {
      await removeVolunteer(tx, raceid, id)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'volunteer removed',
        target: `volunteer ${id}`,
        before: logged(before),
      })
      return { id }
    })
  }),

  ...signingRoutes,
]
