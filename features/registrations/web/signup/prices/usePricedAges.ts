import type { RaceEvent } from '#features/events/contract.ts'
import { documentsMy } from '#features/people/contract.ts'
import { useAsk } from '#ui/network/call.ts'
import type { Draft } from '../signUpForm.ts'
import { goesByAge } from './charges.ts'

/**
 * The ages of saved people on race day, asked where a price goes by them. Null while they are not known, undefined where
 * somebody is not saved.
 */
export const usePricedAges = (events: readonly (RaceEvent | undefined)[], loggedIn: boolean) => {
  const event = events.find((one) => one !== undefined && goesByAge(one))
  const people = useAsk(
    documentsMy,
    { on: event?.race_day },
    { enabled: loggedIn && event !== undefined, quiet: true, staleTime: 60_000 },
  )
  return ({ person }: Pick<Draft, 'person'>): number | null | undefined =>
    person === '' ? undefined : (people.data?.find(({ _key }) => _key === person)?.age ?? null)
}
