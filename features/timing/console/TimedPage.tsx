import { useDeferredValue, useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { path } from '#seam/console/paths.ts'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type TimedFound, consoleTimingSearch } from '../corrections/corrections.contract.ts'
import { doubtTexts, timingOutcomeWords, words } from './console.words.ts'
import { RunnerPanel } from './RunnerPanel.tsx'

const Line = ({ found, chosen, onClick }: { found: TimedFound; chosen: boolean; onClick: () => void }) => {
  const t = useWords()
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onClick}
        className={
          'flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-left ' +
          `hover:bg-tint ${chosen ? 'bg-tint' : ''}`
        }
      >
        <span className="display w-16 self-start text-20">{found.bib}</span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{found.name ?? '–'}</span>
          <span className="figures block text-14 text-soft">
            {found.event}
            {found.outcome
              ? ` · ${found.outcome === 'finished' && found.time ? found.time : t(timingOutcomeWords[found.outcome])}`
              : ''}
            {found.place === null ? '' : ` · ${t(words.place, { n: found.place })}`}
          </span>
          <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
            {found.corrected ? <Chip tone="info">{t(words.corrected)}</Chip> : null}
            {found.doubts.map((doubt) => (
              <Chip key={doubt} tone="warning">
                {t(doubtTexts[doubt])}
              </Chip>
            ))}
          </span>
        </span>
      </button>
    </li>
  )
}

/** The note in place of an empty list. */
const Nobody = ({ searched, doubtful }: { searched: boolean; doubtful: boolean }) => {
  const t = useWords()
  if (searched) return <Empty title={t(words.nobody)} description={t(words.nobody_text)} />
  if (doubtful) return <Empty title={t(words.nobody_doubtful)} />
  return <Empty title={t(words.nobody_yet)} description={t(words.nobody_yet_text)} />
}

/** The page on which staff find a runner, see all facts behind the result, and correct it. */
export const TimedPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const raceid = useRaceId()
  const eventid = Number(params.eventid) || undefined
  const [q, setQ] = useState(params.q ?? '')
  const [doubtful, setDoubtful] = useState(params.doubtful === '1')
  const search = useDeferredValue(q.trim())
  const found = useAsk(
    consoleTimingSearch,
    { raceid, q: search, doubtful, ...(eventid === undefined || !doubtful ? {} : { eventid }) },
    { staleTime: 0, keep: true },
  )
  const chosen = params.bib ? { bib: params.bib, eventid: Number(params.of) } : undefined
  const choose = (one: TimedFound) =>
    go(
      path.timed({
        raceid,
        eventid,
        bib: one.bib,
        of: one.eventid,
        ...(doubtful ? { doubtful: 1 } : {}),
        ...(search === '' ? {} : { q: search }),
      }),
      { replace: true },
    )
  return (
    <DeskPage title={t(words.find)} back={{ href: path.timing({ raceid }), label: t(words.back) }}>
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr]">
        <Card flush>
          <div className="grid gap-3 px-4 pb-3 pt-4">
            <TextInput
              label={t(words.search)}
              type="search"
              value={q}
              maxLength={60}
              onChange={(event) => setQ(event.target.value)}
              onClear={() => setQ('')}
            />
            <Checkbox checked={doubtful} onChange={(event) => setDoubtful(event.target.checked)}>
              {t(words.only_doubtful)}
            </Checkbox>
          </div>
          {found.isPending ? (
            <div className="px-4 pb-4">
              <Skeleton className="h-12" lines={4} />
            </div>
          ) : null}
          {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
          {found.data && found.data.items.length === 0 ? <Nobody searched={search !== ''} doubtful={doubtful} /> : null}
          <ul className="max-h-[70vh] divide-y divide-line overflow-y-auto">
            {(found.data?.items ?? []).map((one) => (
              <Line
                key={`${one.eventid} ${one.bib}`}
                found={one}
                chosen={one.bib === chosen?.bib && one.eventid === chosen.eventid}
                onClick={() => choose(one)}
              />
            ))}
          </ul>
        </Card>
        {chosen ? (
          <div className="max-lg:order-first">
            <RunnerPanel
              key={`${chosen.eventid} ${chosen.bib}`}
              raceid={raceid}
              eventid={chosen.eventid}
              bib={chosen.bib}
              onDone={() => void found.refetch()}
            />
          </div>
        ) : (
          <Card>
            <Empty title={t(words.pick)} description={t(words.pick_text)} />
          </Card>
        )}
      </div>
    </DeskPage>
  )
}
