import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useKnownRaces, useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleDisruptionsList } from '../contract.ts'
import { DisruptionDialog } from './DisruptionDialog.tsx'
import { disruptionDeskWords as words } from './disruptionDesk.words.ts'
import { PlanOfStaff } from './PlanOfStaff.tsx'

export const DisruptionsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [writing, setWriting] = useState(false)
  const list = useAsk(consoleDisruptionsList, { raceid }, { staleTime: 0, refetchInterval: 15_000 })
  const { data } = list
  const races = useKnownRaces()
  const again = () => {
    void list.refetch()
    // A change may move the day of the race. The console shows this day on other pages too, so the races load again.
    void races.refetch()
  }
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.intro)}
      actions={
        <Button
          look="danger"
          icon={<TriangleAlert className="size-5" aria-hidden />}
          disabled={!data}
          disabledReason={data && !data.may_refund ? t(words.no_refund) : undefined}
          onClick={() => setWriting(true)}
        >
          {t(words.declare)}
        </Button>
      }
    >
      {list.isPending ? <SkeletonCards count={2} className="h-44" /> : null}
      {list.error && !data ? <ErrorState error={list.error} onRetry={again} /> : null}
      {data?.items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_text)} /> : null}
      {data?.items.map((plan) => (
        <PlanOfStaff key={plan.id} raceid={raceid} plan={plan} zone={data.zone} again={again} />
      ))}
      {writing && data ? (
        <DisruptionDialog
          raceid={raceid}
          list={data}
          onClose={() => setWriting(false)}
          onDone={() => {
            setWriting(false)
            again()
          }}
        />
      ) : null}
    </DeskPage>
  )
}
