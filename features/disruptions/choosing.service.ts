import { type Lang, nameIn } from '#contract/words.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { DisruptionChoice, OwnDisruption } from './contract.ts'
import { refundsOf, takesPart } from './ending.service.ts'
import { choicesFor, fallbackFor, hasNoPlace } from './rules.ts'
import { type ChoiceRow, type DisruptionRow, choicesOf, listDisruptions, lockDisruption, saveChoice } from './store.ts'

type Reading = Pick<Parts, 'db' | 'integrations'> & { race: RaceGiven; lang: Lang; now: Date }

/** Presents the choices of some registrations. Registrations that no plan is about are left out. */
export const ownChoices = async (
  { db, integrations, race, lang, now }: Reading,
  rows: readonly RegistrationRow[],
): Promise<OwnDisruption[]> => {
  const plans = new Map((await listDisruptions(db, race.id, false)).map((plan) => [plan.id, plan]))
  if (plans.size === 0) return []
  const kept = await choicesOf(
    db,
    race.id,
    rows.map(({ id }) => id),
  )
  const items: OwnDisruption[] = []
  for (const row of rows) {
    const one = kept.find(({ registrationid }) => registrationid === row.id)
    const plan = one && plans.get(one.disruptionid)
    if (!one || !plan || (plan.state === 'open' && !takesPart(row, race))) continue
    const offered = plan.state === 'open' ? choicesFor(plan, row) : []
    const refund = offered.includes('refund')
      ? ((await refundsOf({ on: db, integrations }, { race, plan, now }, [row])).get(row.id)?.fen ?? 0)
      : 0
    items.push({
      _key: row._key,
      disruptionid: plan.id,
      name: row.name,
      event: nameIn(lang, row.e_name, row.e_names),
      paid: row.price,
      waits: hasNoPlace(row),
      choice: one.choice,
      applied: one.applied,
      fallback: fallbackFor(plan, row),
      options: offered.map((choice) => ({
        choice,
        refund: row.price === 0 ? null : choice === 'refund' ? refund : 0,
      })),
    })
  }
  return items
}

export type ChoiceOutcome =
  | { done: true }
  | { refused: 'disruption_none' | 'disruption_over' | 'choice_not_offered' }
  | { amount: number }
/**
 * Records a choice. The transaction shares the plan's lock with other runners and keeps the plan from ending meanwhile.
 * A second call with the same choice changes nothing.
 */
export const choose = (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  { race, row, now }: { race: RaceGiven; row: RegistrationRow; now: Date },
  { choice, amount }: { choice: DisruptionChoice; amount?: number | undefined },
): Promise<ChoiceOutcome> =>
  db.transaction().execute(async (tx): Promise<ChoiceOutcome> => {
    const [one] = await choicesOf(tx, race.id, [row.id])
    const plan: DisruptionRow | undefined = one && (await lockDisruption(tx, race.id, one.disruptionid, true))
    if (!one || !plan || plan.state === 'undone') return { refused: 'disruption_none' }
    if (plan.state !== 'open' || plan.until <= now) return { refused: 'disruption_over' }
    const fresh = await registrationById(tx, race.id, row.id)
    if (!fresh || !takesPart(fresh, race)) return { refused: 'disruption_none' }
    if (!choicesFor(plan, fresh).includes(choice)) return { refused: 'choice_not_offered' }
    if (choice === 'refund' && amount !== undefined) {
      const fen = (await refundsOf({ on: tx, integrations }, { race, plan, now }, [fresh])).get(row.id)?.fen ?? 0
      if (fen !== amount) return { amount: fen }
    }
    await recordChoice(tx, race.id, one, choice, now)
    return { done: true }
  })

const recordChoice = async (
  tx: Parameters<typeof saveChoice>[0],
  raceid: number,
  one: ChoiceRow,
  choice: DisruptionChoice,
  now: Date,
): Promise<void> => {
  if (one.choice === choice) return
  await saveChoice(tx, raceid, one, choice, now)
  await logChange(tx, {
    who: undefined,
    now,
    raceid,
    what: 'disruption choice made',
    target: `registration ${one.registrationid}`,
    before: { choice: one.choice },
    after: { choice },
  })
}
