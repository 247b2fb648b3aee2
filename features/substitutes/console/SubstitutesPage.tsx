import { Images, ScanSearch } from 'lucide-react'
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
import { Card } from '#ui/layout/Card.tsx'
import { Fold } from '#ui/layout/Fold.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { type Suspicion, consoleSubstitutesList, consoleSubstitutesLook, suspicionStates } from '../contract.ts'
import { words } from '../words.ts'
import { CaseCard } from './CaseCard.tsx'
import { DecideSuspicionDialog } from './DecideSuspicionDialog.tsx'
import { PhotoWall } from './PhotoWall.tsx'

type State = Suspicion['state']
type Deciding = { one: Suspicion; to: 'dismissed' | 'substitute' }
const useCases = (raceid: number, state: State) => {
  const { lang } = useLang()
  return usePages(
    [consoleSubstitutesList.path, raceid, lang, state],
    (after) => call(consoleSubstitutesList, { raceid, state, limit: 20, ...(after === null ? {} : { after }) }),
    { placeholderData: (before) => before },
  )
}
type Pages = ReturnType<typeof useCases>

/** Divides the list into parts. A part is a single case, or the pairs of one group that runs together. */
const partsOf = (items: readonly Suspicion[]): { key: string; group: readonly string[]; cases: Suspicion[] }[] => {
  const parts: { key: string; group: readonly string[]; cases: Suspicion[] }[] = []
  for (const one of items) {
    const last = parts.at(-1)
    const key = one.group.length === 0 ? String(one.id) : one.group.join(' ')
    if (last && last.key === key) last.cases.push(one)
    else parts.push({ key, group: one.group, cases: [one] })
  }
  return parts
}

/**
 * The suspected substitutes of a race. Rules and reports of staff make the list, and a person decides about each case.
 */
export const SubstitutesPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [state, setState] = useState<State>('open')
  const [wall, setWall] = useState(false)
  const [deciding, setDeciding] = useState<Deciding>()
  const look = useCall(consoleSubstitutesLook)
  const cases = useCases(raceid, state)
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
          <Button
            look="plain"
            icon={<Images className="size-5" aria-hidden />}
            onClick={() => {
              setWall(!wall)
              if (wall) refresh()
            }}
          >
            {t(wall ? words.wall_back : words.wall)}
          </Button>
          <Button busy={look.isPending} icon={<ScanSearch className="size-5" aria-hidden />} onClick={start}>
            {t(words.look)}
          </Button>
        </>
      }
    >
      {wall ? (
        <PhotoWall raceid={raceid} />
      ) : (
        <CaseList {...{ raceid, state, setState, cases, items }} onDecide={setDeciding} />
      )}
      {deciding ? (
        <DecideSuspicionDialog raceid={raceid} {...deciding} onClose={() => setDeciding(undefined)} onSaved={refresh} />
      ) : null}
    </DeskPage>
  )
}

const CaseList = (props: {
  raceid: number
  state: State
  setState: (state: State) => void
  cases: Pages
  items: readonly Suspicion[]
  onDecide: (deciding: Deciding) => void
}) => {
  const { raceid, state, setState, cases, items, onDecide } = props
  const t = useWords()
  const cardOf = (one: Suspicion) => (
    <CaseCard key={one.id} raceid={raceid} one={one} onDecide={(to) => onDecide({ one, to })} />
  )
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {suspicionStates.map((one) => (
          <ChoiceChip key={one} chosen={state === one} onClick={() => setState(one)}>
            {t(words[one])}
          </ChoiceChip>
        ))}
      </div>
      {cases.isPending ? <SkeletonCards count={2} className="h-48" /> : null}
      {cases.error && !cases.isFetchNextPageError ? (
        <ErrorState error={cases.error} onRetry={() => void cases.refetch()} />
      ) : null}
      {cases.data && items.length === 0 ? (
        <Empty title={t(words.none)} description={state === 'open' ? t(words.none_text) : undefined} />
      ) : null}
      <ul className="grid gap-4">
        {partsOf(items).map(({ key, group, cases: own }) => (
          <li key={key}>
            {group.length === 0 ? (
              own.map(cardOf)
            ) : (
              <Card flush>
                <Fold
                  title={t(words.group, { n: group.length, bibs: group.join(', ') })}
                  count={t(words.group_count, { n: own.length })}
                >
                  <div className="grid gap-4 p-4">{own.map(cardOf)}</div>
                </Fold>
              </Card>
            )}
          </li>
        ))}
      </ul>
      <MoreButton list={cases} />
    </>
  )
}
