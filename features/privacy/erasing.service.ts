import { longDayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { fill } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { addJob, removeJob } from '#db/jobs/jobs.ts'
import { closeSessionsOf } from '#db/sessions.ts'
import { removeBytes } from '#features/files/personal.service.ts'
import { eraseSaved } from '#features/people/public.store.ts'
import { readRace } from '#features/races/service.ts'
import { type Erasable, lockErasable, registrationsOfAccount } from '#features/registrations/erasing.public.store.ts'
import { ownRegistrations } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type GoneFile, type UnsentThing, everyPersonal } from '#seam/server/personal.ts'
import { erasableAt, erasureGraceDays, goesAt, ordersYears } from './rules.ts'
import { type ErasureRow, insertErasure, lockErasure, saveErasure } from './store.ts'
import { plan } from './words.ts'

export const ERASE = 'privacy erase'

type Needed = { raceid: number; until: Date }
/** Returns the date at which data can be erased, and the races that need the data until this date. */
export const dueFor = async (
  parts: Pick<Parts, 'db' | 'seal'>,
  uid: number,
  of:
    | {
        scope: 'registration'
        row: Pick<Erasable, 'state' | 'refundid' | 'deleted_at' | 'closed_at'> & { raceid: number }
      }
    | { scope: 'person' }
    | { scope: 'account' },
  now: Date,
): Promise<{ due: Date; needed: Needed[] }> => {
  const rows =
    of.scope === 'registration'
      ? [of.row]
      : of.scope === 'account'
        ? await ownRegistrations(parts.db, parts.seal, uid, { limit: 500 }, now)
        : []
  const needed: Needed[] = []
  let due = goesAt(now, erasureGraceDays)
  for (const row of rows) {
    const race = await readRace(parts.db, row.raceid, now)
    if (!race) continue
    const { at, needed: still } = erasableAt(row, race.time, now)
    if (still) needed.push({ raceid: row.raceid, until: at })
    if (at > due) due = at
  }
  return { due, needed }
}

/**
 * Lists the things of an account, or of one registration, that are not sent yet. Their addresses stay until the things
 * are sent.
 */
export const unsentOf = async (
  db: Db,
  of: { uid: number; raceid?: number; registrationid?: number },
): Promise<UnsentThing[]> =>
  (await Promise.all(everyPersonal.get().map(({ unsent }) => unsent?.list(db, of) ?? []))).flat()

/** Lists the data that would be erased and the data that would stay, in sentences. */
export const erasurePlanOf = async (
  db: Db,
  lang: Lang,
  scope: ErasureRow['scope'],
  { anonymous, needed, unsent }: { anonymous: boolean; needed: readonly Needed[]; unsent: readonly UnsentThing[] },
  now: Date,
): Promise<{ gone: string[]; kept: string[] }> => {
  const say = (said: (typeof plan)[keyof typeof plan], values: Record<string, string | number> = {}) =>
    fill(said[lang], values)
  if (scope === 'person') return { gone: [say(plan.gone_person)], kept: [say(plan.kept_others)] }
  const gone = [
    ...(scope === 'account' ? [say(plan.gone_account)] : []),
    say(plan.gone_sealed),
    say(plan.gone_emergency),
    say(plan.gone_name),
    ...(anonymous ? [say(plan.gone_result)] : []),
  ]
  const waits = []
  for (const { raceid, until } of needed) {
    const race = (await readRace(db, raceid, now))!
    waits.push(
      say(race.time > now ? plan.kept_race : plan.kept_settling, {
        race: nameIn(lang, race.name, race.names),
        day: longDayIn(lang, race.zone, until),
      }),
    )
  }
  const parcels = []
  for (const [raceid, things] of Map.groupBy(unsent, (one) => one.raceid)) {
    const race = (await readRace(db, raceid, now))!
    const names = things.map(({ name }) => name[lang]).join(lang === 'en' ? ', ' : '、')
    parcels.push(
      say(plan.kept_parcels, {
        race: nameIn(lang, race.name, race.names),
        things: names.replace(/^(?=\d)/, lang === 'en' ? '' : ' '),
      }),
    )
  }
  return {
    gone,
    kept: [
      ...waits,
      ...parcels,
      say(anonymous ? plan.kept_result : plan.kept_result_named),
      say(plan.kept_orders, { n: ordersYears }),
      say(plan.kept_log),
      ...(scope === 'registration' ? [say(plan.kept_others)] : []),
    ],
  }
}

/** Saves the request for an erasure. A job does the erasure on its date. */
export const askErasure = async (tx: Tx, row: Parameters<typeof insertErasure>[1]): Promise<ErasureRow> => {
  const erasure = await insertErasure(tx, row)
  await addJob(tx, ERASE, { id: erasure.id }, { key: `${ERASE} ${erasure.id}`, runAt: erasure.due_at })
  return erasure
}
export const withdrawErasure = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await saveErasure(tx, id, { withdrawn_at: now })
  await removeJob(tx, `${ERASE} ${id}`)
}

/**
 * Erases one registration with everything that belongs to it. The registration keeps its event, state and money, which
 * name no person.
 */
const eraseRegistration = async (
  tx: Tx,
  raceid: number,
  id: number,
  { anonymous, over }: { anonymous: boolean; over: boolean },
  now: Date,
): Promise<GoneFile[]> => {
  const row = await lockErasable(tx, raceid, id)
  if (!row || row.erased_at) return []
  const files: GoneFile[] = []
  for (const { erase } of everyPersonal.get().toReversed())
    files.push(...((await erase?.registration?.(tx, { ...row, raceid, anonymous, over }, now)) ?? []))
  await logChange(tx, { who: undefined, now, raceid, what: 'registration erased', target: `registration ${id}` })
  return files
}
/**
 * Erases log-ins, saved people, messages, bindings and pictures. The row of the account stays with its `uid`, but names
 * no person.
 */
const eraseAccount = async (tx: Tx, uid: number, now: Date): Promise<GoneFile[]> => {
  const files: GoneFile[] = []
  for (const { erase } of everyPersonal.get().toReversed())
    files.push(...((await erase?.account?.(tx, uid, now)) ?? []))
  return files
}

/**
 * Does an erasure on its date. A repetition after a crash does no harm. If a race needs the data again, the erasure
 * waits.
 */
export const doErasure = async (
  parts: Pick<Parts, 'db' | 'seal' | 'integrations'>,
  id: number,
  now: Date,
): Promise<void> => {
  const { db } = parts
  const done = await db.transaction().execute(async (tx) => {
    const erasure = await lockErasure(tx, id)
    if (!erasure || erasure.done_at || erasure.withdrawn_at || erasure.due_at > now) return undefined
    const registrations =
      erasure.scope === 'registration'
        ? [{ raceid: erasure.raceid!, id: erasure.registrationid! }]
        : erasure.scope === 'account'
          ? await registrationsOfAccount(tx, erasure.uid)
          : []
    let later: Date | undefined
    const over = new Map<number, boolean>()
    for (const one of registrations) {
      const row = await lockErasable(tx, one.raceid, one.id)
      const race = await readRace(tx as unknown as Db, one.raceid, now)
      if (!row || !race) continue
      over.set(one.raceid, race.time <= now)
      const { at, needed } = erasableAt(row, race.time, goesAt(now, -erasureGraceDays))
      if (needed && at > now && (!later || at > later)) later = at
    }
    if (later) {
      await saveErasure(tx, id, { due_at: later })
      await addJob(tx, ERASE, { id }, { key: `${ERASE} ${id}`, runAt: later })
      return undefined
    }
    const files: GoneFile[] = []
    for (const one of registrations)
      files.push(
        ...(await eraseRegistration(
          tx,
          one.raceid,
          one.id,
          { anonymous: erasure.anonymous, over: over.get(one.raceid) ?? true },
          now,
        )),
      )
    if (erasure.scope === 'person') await eraseSaved(tx, erasure.uid, erasure.person!)
    if (erasure.scope === 'account') files.push(...(await eraseAccount(tx, erasure.uid, now)))
    await saveErasure(tx, id, { done_at: now, report: { registrations: registrations.length, files: files.length } })
    return { erasure, files }
  })
  if (!done) return
  for (const file of done.files) await removeBytes(parts, file)
  if (done.erasure.scope === 'account') await closeSessionsOf(db, { uid: done.erasure.uid })
}
