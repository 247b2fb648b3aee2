import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleWalkinsOffer } from '../contract.ts'
import { words } from '../words.ts'
import { type EnteredWalkIn, EnteredCard } from './EnteredCard.tsx'
import { RangeForm } from './RangeForm.tsx'
import { WalkInForm } from './WalkInForm.tsx'

/** The page on which a desk enters runners on race day. */
export const WalkInPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const { may } = useMe(raceid)
  const offer = useAsk(consoleWalkinsOffer, { raceid })
  const [entered, setEntered] = useState<EnteredWalkIn>()
  const [turn, setTurn] = useState(0)
  const again = () => {
    setEntered(undefined)
    setTurn((before) => before + 1)
    void offer.refetch()
  }
  return (
    <DeskPage title={t(words.title)}>
      <p className="text-soft">{t(words.intro)}</p>
      {offer.isPending ? <Skeleton lines={6} className="h-12" /> : null}
      {offer.error ? <ErrorState error={offer.error} onRetry={() => void offer.refetch()} /> : null}
      {offer.data?.events.length === 0 ? <Empty title={t(words.none)} /> : null}
      {offer.data && offer.data.events.length > 0 ? (
        entered ? (
          <EnteredCard raceid={raceid} entered={entered} onNext={again} />
        ) : (
          <WalkInForm
            key={turn}
            raceid={raceid}
            offer={offer.data}
            onEntered={setEntered}
            onStale={() => void offer.refetch()}
          />
        )
      ) : null}
      {offer.data && may('bibs.edit') ? (
        <RangeForm raceid={raceid} range={offer.data.range} onSaved={() => void offer.refetch()} />
      ) : null}
    </DeskPage>
  )
}
