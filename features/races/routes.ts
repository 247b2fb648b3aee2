import { type Text, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { logChange, ownerNames } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { createRace, readRace, saveRace } from './service.ts'
import { cityCodes } from './cities/cities.contract.ts'
import cities from './cities/cityCodes.json' with { type: 'json' }
import {
  type DeferralTarget,
  consoleRacesCreate,
  consoleRacesList,
  consoleRacesSave,
  consoleRacesShow,
  raceShow,
} from './contract.ts'
import { isPublished, menuOf, placeIn, raceIn, settingsOf, skinsOf } from './rules.ts'
import { eventsMove, raceLacks } from './publishing.service.ts'
import { blankWords, successorWords, raceLackWords, refusals } from './words.ts'
import { blankWording } from './wording.rules.ts'
import { daysBetween, proposedRaceTime, zoneIn } from './zone.rules.ts'
import { type RaceRow, findRace, listRaces, lockRace, nextNumber } from './store.ts'

const edited = (row: RaceRow, now: Date) => ({
  ...row,
  names: row.names as Record<string, string>,
  kind: row.kind === 'trail' ? ('trail' as const) : ('road' as const),
  updated_at: row.updated_at.toISOString(),
  skins: skinsOf(row),
  menu: menuOf(row),
  settings: settingsOf(row),
  published: isPublished(row, now),
})

/**
 * Checks the race and event to which reserved places lead. Returns a sentence if this call sets a wrong race or event,
 * and undefined otherwise.
 */
const whyNotDeferred = async (
  tx: Tx,
  before: RaceRow,
  to: DeferralTarget | undefined,
  mayInvite: (raceid: number) => boolean,
): Promise<Text | undefined> => {
  const kept = settingsOf(before).delay?.to
  if (!to || (kept?.race === to.race && kept.event === to.event)) return undefined
  if (to.race === before.id || !(await findRace(tx, to.race))) return successorWords.unknown
  return mayInvite(to.race) ? undefined : successorWords.no_right
}

export const routes = [
  handle(raceShow, async ({ input, db, now, lang, refuse }) => {
    const row = await readRace(db, input.raceid, now)
    return row && isPublished(row, now) ? raceIn(lang, row) : refuse('race_not_found')
  }),

  handle(cityCodes, async () => cities),

  handle(consoleRacesList, async ({ db, who, now, lang, may }) => {
    const everywhere = who.roles.some(({ raceid }) => raceid === null)
    const rows = await listRaces(
      db,
      everywhere ? 'all' : who.roles.flatMap(({ raceid }) => (raceid === null ? [] : [raceid])),
    )
    const may_create = may('race.edit', null)
    return {
      may_create,
      next_number: may_create ? await nextNumber(db) : null,
      askable: may('staff.manage', null) ? [] : await ownerNames(db),
      items: rows.map((row) => ({
        ...row,
        ...placeIn(lang, row),
        name: nameIn(lang, row.name, row.names),
        published: isPublished(row, now),
        archived: row.archived_at !== null,
        skins: skinsOf(row),
      })),
    }
  }),

  handle(consoleRacesShow, async ({ input, db, now, refuse }) =>
    edited((await findRace(db, input.raceid)) ?? refuse('race_not_found'), now),
  ),

  handle(consoleRacesCreate, async ({ input, now, who, say, refuse, save }) => {
    const { number, name, names, kind, time } = input
    const zone = zoneIn(input.zone) ?? refuse('zone_unknown', { fields: { zone: say(refusals.zone_unknown.message) } })
    const day = time === undefined ? proposedRaceTime(now, zone) : new Date(time)
    return save(async (tx) => {
      const made = await createRace(tx, { id: number, name, names, kind, zone, time: day }, now)
      if (!made) return refuse('race_number_taken', { number })
      await logChange(tx, {
        who,
        now,
        raceid: number,
        what: 'race created',
        target: `race ${number}`,
        after: { name, names, kind, zone, time: day },
      })
      return edited(made, now)
    })
  }),

  handle(consoleRacesSave, async ({ input, db, integrations, now, who, say, may, refuse, refuseField, save }) => {
    const { raceid, updated_at, more, move_events, free, ...change } = input
    const blank = blankWording(change.settings.consents)
    if (blank) return refuseField(`settings.consents.${blank.name}.${blank.part}`, blankWords[blank.part])
    return save(async (tx) => {
      const before = (await lockRace(tx, raceid)) ?? refuse('race_not_found')
      const elsewhere = await whyNotDeferred(tx, before, change.settings.delay?.to, (other) =>
        may('invitations.edit', other),
      )
      if (elsewhere) return refuseField('settings.delay.to', elsewhere)
      if (updated_at !== undefined && before.updated_at.toISOString() !== updated_at)
        return refuse('race_changed_meanwhile')
      const { published, time, ...rest } = more ?? {
        published: isPublished(before, now),
        time: before.time.toISOString(),
      }
      Object.assign(change, rest, {
        time: new Date(time),
        published_at: published ? (isPublished(before, now) ? before.published_at : now) : null,
      })
      const next = { ...before, ...change } as RaceRow
      if (published && !isPublished(before, now)) {
        const lacks = await raceLacks.get()({ db, integrations }, next, now)
        const missing = lacks.filter(({ what }) => !(free && what === 'price'))
        const named = missing.map(({ what, of }) =>
          of.length === 0
            ? say(raceLackWords[what])
            : say(raceLackWords.named, { what: say(raceLackWords[what]), of: of.join(say(raceLackWords.comma)) }),
        )
        if (missing.length > 0)
          return refuse('race_not_sellable', {
            what: named.join(say(raceLackWords.comma)),
            missing: missing.map(({ what }) => what),
          })
      }
      const after = await saveRace(tx, next, now)
      const days = daysBetween(before.time, after.time, before.zone)
      if (move_events && days !== 0) await eventsMove.get()(tx, { raceid, days, zone: before.zone, who, now })
      await logChange(tx, { who, now, raceid, what: 'race changed', target: `race ${raceid}`, before, after })
      return edited(after, now)
    })
  }),
]
