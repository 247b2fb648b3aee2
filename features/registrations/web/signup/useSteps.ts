import { useState } from 'react'
import type { RaceEvent } from '#features/events/contract.ts'
import { useAsk } from '#ui/network/call.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { registrationDocuments } from '../../signup/signup.contract.ts'
import { chargeTogether } from '../../payment/pricing.rules.ts'
import { words as registrationWords } from '../../signup/signup.words.ts'
import type { Draft } from './draft.ts'
import { type Mistakes, mistakesIn } from './mistakes.ts'
import { type StepName, leadOf, partsFor, stepsFor } from './formSteps.ts'
import { holderOfDraft } from './holder.ts'
import { chargesOf } from './prices/charges.ts'
import { usePricedAges } from './prices/usePricedAges.ts'
import { standsTwice } from './party/signUpParty.ts'
import type { useInvitations } from './invitations/useInvitations.ts'
import type { PartyForm } from './party/useParty.ts'

type Given = {
  raceid: number
  events: readonly RaceEvent[]
  group: PartyForm
  invitations: ReturnType<typeof useInvitations>
  loggedIn: boolean
}
/** Returns the steps of the present person, the open step, and the faults in everybody's steps. */
export const useSteps = ({ raceid, events, group, invitations, loggedIn }: Given) => {
  const now = new Date(useNow(30_000))
  const { party, draft } = group
  const eventOf = (one: Draft) =>
    events.find((event) => String(event.id) === one.eventid && ['open', 'wait'].includes(event.signup))
  const event = eventOf(draft)
  const query = useAsk(
    registrationDocuments,
    { raceid, eventid: event?.id ?? 0 },
    { enabled: event !== undefined, staleTime: 300_000 },
  )
  // All events of a race share the same consents.
  const consents = query.data?.consents ?? []
  const mistakesOf = (one: Draft, step: StepName): Mistakes => ({
    ...(step === 'event' ? invitations.mistakeOf(one, eventOf(one)) : {}),
    ...(step === 'who' && standsTwice(party, one.key, now)
      ? { [one.person ? 'person' : 'idnum']: { message: registrationWords.friend_twice } }
      : {}),
    ...mistakesIn(step, one, eventOf(one), consents, now),
  })
  /** Finds the first step before the summary that has a fault. */
  const lacks = (one: Draft): StepName | undefined =>
    stepsFor(eventOf(one), one).find((step) => step !== 'review' && Object.keys(mistakesOf(one, step)).length > 0)

  const steps = stepsFor(event, draft)
  // A link may name a part of a step.
  const wanted = partsFor(event, draft).find((part) => part === group.wanted)
  const stepOfLink = steps.find((one) => one === (wanted ? leadOf(wanted) : group.wanted)) ?? 'event'
  // A step opens only after the earlier steps are filled in, even if the address names the step. The summary of several
  // people always opens and shows each person's faults.
  const blocked = lacks(draft)
  const passes =
    !blocked || steps.indexOf(blocked) >= steps.indexOf(stepOfLink) || (stepOfLink === 'review' && party.length > 1)
  const step = !event && !(stepOfLink === 'review' && party.length > 1) ? 'event' : passes ? stepOfLink : blocked
  const at = steps.indexOf(step)
  const holder = holderOfDraft(draft, event, now)
  // A person who leaves the summary to correct one thing returns to the summary at once.
  const [reviewed, setReviewed] = useState<ReadonlySet<string>>(new Set())
  const returns = reviewed.has(draft.key) && step !== 'review'
  const looked = `${step} ${party.length} ${query.data === undefined}`
  const [seen, setSeen] = useState('')
  if (looked !== seen) {
    setSeen(looked)
    if (step === 'review') setReviewed(new Set(party.filter((one) => !lacks(one)).map(({ key }) => key)))
  }
  const mistakes = mistakesOf(draft, step)
  const savedAge = usePricedAges(party.map(eventOf), loggedIn)
  const ageOf = (one: Draft): number | null => savedAge(one) ?? holderOfDraft(one, eventOf(one), now).age ?? null
  const charges = chargesOf(
    party.map((one) => ({
      event: eventOf(one),
      age: ageOf(one),
      brought: invitations.broughtTo(one),
      addons: one.addons,
    })),
  )
  const people = party.map((one, index) => ({
    draft: one,
    n: index + 1,
    event: eventOf(one),
    holder: holderOfDraft(one, eventOf(one), now),
    charge: charges[index],
    age: ageOf(one),
    brought: invitations.broughtTo(one),
    lacks: lacks(one),
  }))
  const total = chargeTogether(people.flatMap(({ charge }) => charge ?? []))
  return {
    now,
    eventOf,
    event,
    asked: query,
    consents,
    lacks,
    steps,
    step,
    at,
    holder,
    returns,
    mistakes,
    people,
    total,
    /** Another event may ask other things, so the person goes through all steps again. */
    goThroughAgain: () => setReviewed((before) => new Set([...before].filter((key) => key !== draft.key))),
  }
}
