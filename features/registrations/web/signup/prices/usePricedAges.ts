import type { RaceEvent } from '#features/events/contract.ts'
import { documentsMy } from '#features/people/contract.ts'
import { useAsk } from '#ui/network/call.ts'
import type { Draft } from '../draft.ts'
import { goesByAge } from './charges.ts'

/**
 * Asks the server for the ages of saved people on race day, if ages decide a price. An age is null while it is unknown,
 * and undefined for a person who is not saved.
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
