import { useAsk } from '#ui/network/call.ts'
import { disruptionMine, disruptionNow } from '../contract.ts'
import { ChoiceCard } from './ChoiceCard.tsx'
import { PlanCard } from './PlanCard.tsx'

/** The change of the race on the status page of a registration. Only the runner of the registration gets the choice. */
export const StatusChoice = ({
  raceid,
  id,
  eventid,
  mine,
}: {
  raceid: number
  id: string
  eventid: number
  mine: boolean
}) => {
  const now = useAsk(disruptionNow, { raceid }, { quiet: true, staleTime: 30_000 })
  const plans = now.data?.items.filter(({ events }) => events.some((event) => event.id === eventid)) ?? []
  const own = useAsk(disruptionMine, { raceid }, { enabled: mine && plans.length > 0, quiet: true, staleTime: 0 })
  const one = own.data?.items.find(({ _key }) => _key === id)
  const plan = plans.find(({ id: planid }) => planid === one?.disruptionid) ?? plans[0]
  if (!plan || !now.data) return null
  return (
    <>
      <PlanCard plan={plan} zone={now.data.zone} />
      {one && one.disruptionid === plan.id ? (
        <ChoiceCard plan={plan} own={one} zone={now.data.zone} onChosen={() => void own.refetch()} />
      ) : null}
    </>
  )
}
