import { useState } from 'react'
import { raceEvents } from '#features/events/contract.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { call, useAsk } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { consoleSubstitutesPhotos } from '../contract.ts'
import { words } from '../words.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { SuspectPanel } from './SuspectPanel.tsx'

type Gender = 'F' | 'M'

/**
 * The finishers of one event and one gender with their photos, the fastest first. No program judges the photos, so a
 * person looks at them and reports what is wrong.
 */
export const PhotoWall = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const events = useAsk(raceEvents, { raceid }, { quiet: true })
  const [chosen, setChosen] = useState<number>()
  const [gender, setGender] = useState<Gender>('F')
  const [reporting, setReporting] = useState<string>()
  const eventid = chosen ?? events.data?.[0]?.id
  const wall = usePages(
    [consoleSubstitutesPhotos.path, raceid, eventid, gender],
    (after) =>
      call(consoleSubstitutesPhotos, {
        raceid,
        eventid: eventid!,
        gender,
        limit: 24,
        ...(after === null ? {} : { after }),
      }),
    { enabled: eventid !== undefined, staleTime: 0 },
  )
  const items = wall.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <p className="max-w-[72ch] text-soft">{t(words.wall_text)}</p>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[14rem_11rem]">
        <Select
          label={t(words.event)}
          value={String(eventid ?? '')}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={(events.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Select
          label={t(words.wall_gender)}
          value={gender}
          onChange={(event) => setGender(event.target.value as Gender)}
          options={[
            { value: 'F', label: t(words.female) },
            { value: 'M', label: t(words.male) },
          ]}
        />
      </div>
      {events.data?.length === 0 || (wall.data && items.length === 0) ? (
        <Empty title={t(words.wall_none)} description={t(words.wall_none_text)} />
      ) : null}
      {wall.error && !wall.isFetchNextPageError ? (
        <ErrorState error={wall.error} onRetry={() => void wall.refetch()} />
      ) : null}
      {eventid !== undefined && wall.isPending ? <SkeletonCards count={3} className="h-48" /> : null}
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {items.map((runner) => (
          <li key={runner.bib} className="grid">
            <SuspectPanel raceid={raceid} runner={runner}>
              <Button
                look="plain"
                aria-label={t(words.report_bib, { bib: runner.bib })}
                onClick={() => setReporting(runner.bib)}
              >
                {t(words.report)}
              </Button>
            </SuspectPanel>
          </li>
        ))}
      </ul>
      <MoreButton list={wall} />
      {reporting !== undefined && eventid !== undefined ? (
        <ReportDialog {...{ raceid, eventid }} bib={reporting} onClose={() => setReporting(undefined)} />
      ) : null}
    </>
  )
}
