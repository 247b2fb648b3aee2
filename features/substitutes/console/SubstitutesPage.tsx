import { useInfiniteQuery } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { type Suspicion, consoleSubstitutesList, consoleSubstitutesLook, suspicionStates } from '../contract.ts'
import { words } from '../words.ts'
import { CaseCard } from './CaseCard.tsx'
import { DecideDialog } from './DecideDialog.tsx'

type State = Suspicion['state']
const readCases = (raceid: number, state: State, after: string | null) =>
  call(consoleSubstitutesList, { raceid, state, limit: 20, ...(after === null ? {} : { after }) })

/** The suspected substitutes of a race. Rules make the list, and a person decides about each case. */
export const SubstitutesPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const [state, setState] = useState<State>('open')
  const [deciding, setDeciding] = useState<{ one: Suspicion; to: 'dismissed' | 'substitute' }>()
  const look = useCall(consoleSubstitutesLook)
  const cases = useInfiniteQuery<Awaited<ReturnType<typeof readCases>>, Refused>({
    queryKey: [consoleSubstitutesList.path, raceid, lang, state],
    queryFn: ({ pageParam }) => readCases(raceid, state, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    placeholderData: (before) => before,
  })
  const items = cases.data?.pages.flatMap((page) => page.items) ?? []
  const refresh = () => void cases.refetch()
  const start = () =>
    look.mutate(
      { raceid },
      {
        onSuccess: ({ looked, found }) => {
          toastSuccess(t(words.looked, { looked, found }))
          refresh()
        },
        onError: (thrown) => toastError(refusedFrom(thrown).msg),
      },
    )
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.description)}
      actions={
        <>
          <ExportButton raceid={raceid} table="substitutes" filter={{ state }} />
          <Button busy={look.isPending} icon={<ScanSearch className="size-5" aria-hidden />} onClick={start}>
            {t(words.look)}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-2">
        {suspicionStates.map((one) => (
          <ChoiceChip key={one} chosen={state === one} onClick={() => setState(one)}>
            {t(words[one])}
          </ChoiceChip>
        ))}
      </div>
      {cases.isPending ? <SkeletonCards count={2} className="h-48" /> : null}
      {cases.error ? <ErrorState error={cases.error} onRetry={refresh} /> : null}
      {cases.data && items.length === 0 ? (
        <Empty title={t(words.none)} description={state === 'open' ? t(words.none_text) : undefined} />
      ) : null}
      <ul className="grid gap-4">
        {items.map((one) => (
          <li key={one.id}>
            <CaseCard raceid={raceid} one={one} onDecide={(to) => setDeciding({ one, to })} />
          </li>
        ))}
      </ul>
      <MoreButton list={cases} />
      {deciding ? (
        <DecideDialog raceid={raceid} {...deciding} onClose={() => setDeciding(undefined)} onSaved={refresh} />
      ) : null}
    </DeskPage>
  )
}
