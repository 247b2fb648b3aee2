import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call } from '#ui/network/call.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { consoleRegistrationsList } from '../changes/changes.contract.ts'
import { type ListedState, listedStates } from '../lookup/filter.contract.ts'
import { words } from './desk.words.ts'
import { ListFilters } from './ListFilters.tsx'
import { filterWords } from './filter.words.ts'
import { type ListFilter, useListFilter } from './useListFilter.ts'
import { RegistrationLines } from './RegistrationLines.tsx'
import { type ReviewAction, type Done, NotDone, ReviewDialogs } from './ReviewDialogs.tsx'

const MOST = 100
const readLines = (raceid: number, filter: ListFilter, after: string | null) =>
  call(consoleRegistrationsList, { raceid, ...filter, limit: 50, ...(after === null ? {} : { after }) })

/** A race's registrations, found, read, and reviewed several at a time. */
export const RegistrationsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const raceid = useRaceId()
  const { may } = useMe(raceid)
  const { filter, hidden } = useListFilter()
  const { state } = filter
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState<ReviewAction>()
  const [done, setDone] = useState<Done>()
  const lines = useInfiniteQuery<Awaited<ReturnType<typeof readLines>>, Refused>({
    queryKey: [consoleRegistrationsList.path, raceid, lang, filter],
    queryFn: ({ pageParam }) => readLines(raceid, filter, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const rows = lines.data?.pages.flatMap(({ items }) => items) ?? []
  const counts = lines.data?.pages[0]?.counts ?? undefined
  const total = lines.data?.pages[0]?.total ?? undefined
  const paidCounts = lines.data?.pages[0]?.counts_paid ?? undefined
  const picked = rows.filter(({ id }) => chosen.has(id))
  const show = (change: Record<string, string | number | undefined>) => {
    setChosen(new Set())
    setDone(undefined)
    go(path.registrations({ raceid, ...filter, ...change }), { replace: true })
  }
  const off = !may('registrations.edit') ? t(words.not_right) : picked.length > MOST ? t(words.chosen_most) : undefined
  // The page offers a review where selected registrations are under review; otherwise a reserved place.
  const reviewing = picked.some((row) => row.state === 'audit')
  const offChosen =
    off ??
    (reviewing
      ? picked.some((row) => row.state !== 'audit')
        ? t(words.not_audit)
        : undefined
      : picked.some((row) => row.state !== 'normal' || row.paid !== '1')
        ? t(words.not_paid)
        : undefined)
  return (
    <DeskPage title={t(words.title)} actions={<ExportButton raceid={raceid} table="registrations" filter={filter} />}>
      <StateChips state={state} counts={counts} paid={paidCounts} onChoose={(state) => show({ state })} />
      <ListFilters raceid={raceid} filter={filter} hidden={hidden} mayOpen={may('sealed.open')} onShow={show} />
      {total === undefined ? null : (
        <p className="figures text-14 text-soft" aria-live="polite">
          {t(filterWords.total, { n: countText(total) })}
        </p>
      )}
      <NotDone done={done} nameOf={(id) => rows.find((row) => row.id === id)?.name ?? String(id)} />
      {lines.isPending ? <Skeleton lines={8} className="h-12" /> : null}
      {lines.error ? <ErrorState error={lines.error} onRetry={() => void lines.refetch()} /> : null}
      {lines.data && rows.length === 0 ? (
        Object.keys(filter).length > 0 ? (
          <Empty title={t(words.none_found)} description={t(words.none_found_text)} />
        ) : (
          <Empty title={t(words.none)} />
        )
      ) : null}
      {rows.length > 0 ? <RegistrationLines raceid={raceid} rows={rows} chosen={chosen} onChoose={setChosen} /> : null}
      <MoreButton list={lines} />
      {picked.length > 0 ? (
        <ChosenBar
          count={picked.length}
          reviewing={reviewing}
          off={off}
          offChosen={offChosen}
          onClear={() => setChosen(new Set())}
          onAsk={setAsked}
        />
      ) : null}
      {raceid === undefined ? null : (
        <ReviewDialogs
          raceid={raceid}
          ids={picked.map(({ id }) => id)}
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={(given) => {
            setAsked(undefined)
            setChosen(new Set())
            setDone(given)
          }}
        />
      )}
    </DeskPage>
  )
}

type Counts = Awaited<ReturnType<typeof readLines>>['counts']
type ChipsProps = {
  state: ListedState | undefined
  counts: Counts | undefined
  /** Of these, how many have paid. */ paid: Counts | undefined
  onChoose: (state: ListedState | undefined) => void
}
const StateChips = ({ state, counts, paid, onChoose }: ChipsProps) => {
  const t = useWords()
  const live = listedStates
    .filter((one) => one !== 'closed' && one !== 'deleted')
    .reduce((sum, one) => sum + (counts?.[one] ?? 0), 0)
  /** A registered runner has a place. The payment of it is another fact, and stands beside it. */
  const split = (all: number, of: number): string =>
    of === all ? '' : t(words.paid_split, { paid: countText(of), unpaid: countText(all - of) })
  return (
    <div
      role="group"
      aria-label={t(words.state)}
      className="-mx-4 flex gap-2 overflow-x-auto px-4 md:mx-0 md:flex-wrap md:px-0"
    >
      <ChoiceChip chosen={state === undefined} onClick={() => onChoose(undefined)}>
        {t(words.states.all)} {counts ? countText(live) : ''}
      </ChoiceChip>
      {listedStates
        .filter((one) => one === state || (counts?.[one] ?? 0) > 0)
        .map((one) => (
          <ChoiceChip key={one} chosen={state === one} onClick={() => onChoose(one)}>
            {t(words.states[one])} {counts ? countText(counts[one] ?? 0) : ''}
            {one === 'normal' && counts && paid ? split(counts.normal ?? 0, paid.normal ?? 0) : ''}
          </ChoiceChip>
        ))}
    </div>
  )
}

type ChosenProps = {
  count: number
  reviewing: boolean
  /** The reason why no action is possible on any of them. */
  off: string | undefined
  /** The reason why these cannot be reviewed or reserved. */
  offChosen: string | undefined
  onClear: () => void
  onAsk: (what: ReviewAction) => void
}
/** The actions on the selected lines. */
const ChosenBar = ({ count, reviewing, off, offChosen, onClear, onAsk }: ChosenProps) => {
  const t = useWords()
  return (
    <div
      className={
        'sticky bottom-3 z-20 flex flex-wrap items-center gap-3 rounded ' +
        'border border-line bg-surface px-4 py-3 shadow-card'
      }
    >
      <span className="figures font-medium" aria-live="polite">
        {t(words.chosen, { n: count })}
      </span>
      <Button look="quiet" className="mr-auto" onClick={onClear}>
        {t(words.clear)}
      </Button>
      {offChosen ? (
        <p id="off-chosen" className="w-full text-14 text-soft md:w-auto">
          {offChosen}
        </p>
      ) : null}
      <span className="flex w-full gap-2 *:flex-auto *:whitespace-nowrap *:px-3 md:w-auto">
        <Button look="plain" disabled={off !== undefined} onClick={() => onAsk('tag')}>
          {t(words.tag)}
        </Button>
        {reviewing ? (
          <>
            <Button look="danger" disabled={offChosen !== undefined} onClick={() => onAsk('refuse')}>
              {t(words.refuse)}
            </Button>
            <Button disabled={offChosen !== undefined} onClick={() => onAsk('approve')}>
              {t(words.approve)}
            </Button>
          </>
        ) : (
          <Button disabled={offChosen !== undefined} onClick={() => onAsk('delay')}>
            {t(words.delay)}
          </Button>
        )}
      </span>
    </div>
  )
}
