import { type Lang, type Text, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { metresOf } from '#features/events/rules.ts'
import { type EventRow, eventsOf } from '#features/events/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { readRace } from '#features/races/service.ts'
import { sayTime } from '#features/registrations/status/statusText.rules.ts'
import type { DisruptionRow } from './store.ts'
import { planTermWords as words } from './words.ts'

/** Returns the text of the reason in a language. A language without a text gets the Simplified Chinese text. */
export const disruptionReason = ({ reason }: Pick<DisruptionRow, 'reason'>, lang: Lang): string =>
  reason[lang] || reason['zh-cn']

/** Tells in each language what a plan does, such as "postponed to 6 December". */
export const whatIn = ({ kind, new_start }: Pick<DisruptionRow, 'kind' | 'new_start'>, zone: string): Text => {
  if (kind === 'cancel') return words.is_cancelled
  if (kind === 'shorten') return words.is_shortened
  return new_start
    ? eachLang((lang) => words.to_day[lang].replace('{when}', sayTime(new_start, zone, lang)))
    : words.to_unknown
}

/** Finds the name of the race to which a plan defers places; null if there is no such race. */
const targetName = async (db: Db, { deferral }: DisruptionRow, lang: Lang, now: Date): Promise<string | null> => {
  const race = deferral && (await readRace(db, deferral.race, now))
  return race ? nameIn(lang, race.name, race.names) : null
}

const shownEvent = (event: EventRow, lang: Lang) => ({
  id: event.id,
  name: nameIn(lang, event.name, event.names),
  distance: metresOf(event),
  start_at: event.start_at,
})

export const presentPlans = async (
  db: Db,
  raceid: number,
  plans: readonly DisruptionRow[],
  { lang, now }: { lang: Lang; now: Date },
) => {
  const events = await eventsOf(db, raceid)
  return Promise.all(
    plans.map(async (plan) => ({
      id: plan.id,
      kind: plan.kind,
      whole: plan.whole,
      events: events.filter(({ id }) => plan.eventids.includes(id)).map((event) => shownEvent(event, lang)),
      reason: disruptionReason(plan, lang),
      new_start: plan.new_start,
      choices: plan.choices,
      fallback: plan.fallback,
      kept_percent: plan.kept_percent,
      defer_to: await targetName(db, plan, lang, now),
      until: plan.until,
      created_at: plan.created_at,
    })),
  )
}
