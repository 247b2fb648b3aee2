import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useState } from 'react'
import { RankingDialog } from '#features/timing/console/RankingDialog.tsx'
import { rankingWords } from '#features/timing/console/ranking.words.ts'
import { NoEvents } from '#features/events/console/NoEvents.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { consoleResultsSheets } from '#features/results/contract.ts'
import { words } from '#features/results/console/console.words.ts'
import { ImportPanel } from '#features/results/console/ImportPanel.tsx'
import { PublishDialog, type SheetListed } from '#features/results/console/PublishDialog.tsx'

/** A race's results by event: import, publish, take back. */
export const ResultsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const sheets = useAsk(consoleResultsSheets, { raceid }, { staleTime: 0 })
  const [shown, setShown] = useState<SheetListed>()
  const [ranked, setRanked] = useState<{ id: number; name: string }>()
  const error = sheets.error
  const events = sheets.data?.events ?? []
  const nameOf = new Map(events.map(({ id, name }) => [id, name]))
  return (
    <DeskPage title={t(words.results)} actions={<ExportButton raceid={raceid} table="results" />}>
      {error ? (
        <ErrorState error={error} onRetry={() => void sheets.refetch()} />
      ) : sheets.isPending ? (
        <SkeletonCards count={3} className="h-20" />
      ) : null}
      {sheets.data && events.length === 0 ? <NoEvents raceid={raceid} /> : null}
      {sheets.data && events.length > 0 ? (
        <>
          <Card flush>
            <ul className="divide-y divide-line">
              {events.map((event) => (
                <li key={event.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 md:px-6">
                  <div className="min-w-0 flex-[1_1_16rem]">
                    <p className="font-medium">{event.name}</p>
                    <p className="figures text-14 text-soft">
                      {event.results === 0
                        ? t(words.none_yet)
                        : t(words.has, { results: countText(event.results), finishers: countText(event.finishers) })}
                    </p>
                  </div>
                  <Button look="plain" onClick={() => setRanked({ id: event.id, name: event.name })}>
                    {t(rankingWords.title)}
                  </Button>
                  {event.results > 0 ? (
                    <>
                      <Chip tone={event.published_at ? 'success' : 'plain'}>
                        {t(event.published_at ? words.published : words.draft)}
                      </Chip>
                      <Button look="plain" onClick={() => setShown(event)}>
                        {t(event.published_at ? words.take_back : words.publish)}
                      </Button>
                    </>
                  ) : null}
                </li>
              ))}
            </ul>
          </Card>
          {ranked ? (
            <RankingDialog
              key={ranked.id}
              raceid={raceid}
              eventid={ranked.id}
              name={ranked.name}
              onClose={() => setRanked(undefined)}
              onDone={() => void sheets.refetch()}
            />
          ) : null}
          {shown ? (
            <PublishDialog
              key={shown.id}
              raceid={raceid}
              sheet={shown}
              onClose={() => setShown(undefined)}
              onDone={() => void sheets.refetch()}
            />
          ) : null}
          <ImportPanel key={raceid} raceid={raceid} events={events} onDone={() => void sheets.refetch()} />
          {sheets.data.imports.length > 0 ? (
            <Card title={t(words.latest)}>
              <ul className="divide-y divide-line">
                {sheets.data.imports.map((one) => (
                  <li key={one.id} className="figures flex flex-wrap justify-between gap-x-4 py-3">
                    <span className="font-medium">
                      {nameOf.get(one.eventid)} · {one.filename}
                    </span>
                    <span className="text-14 text-soft">
                      {t(words.did, {
                        added: countText(one.counts.added ?? 0),
                        changed: countText(one.counts.changed ?? 0),
                        refused: countText(one.counts.refused ?? 0),
                      })}{' '}
                      · {dateText(one.created_at, lang, 'deadline')}
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
        </>
      ) : null}
    </DeskPage>
  )
}
