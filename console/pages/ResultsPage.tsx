import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useState } from 'react'
import { RankingDialog } from '#features/timing/console/RankingDialog.tsx'
import { rankingWords } from '#features/timing/console/ranking.words.ts'
import { NoEvents } from '#features/events/console/NoEvents.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
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
import { GiveUpButton } from '#features/results/console/publication/GiveUpButton.tsx'
import { HistoryDialog } from '#features/results/console/publication/HistoryDialog.tsx'
import { PublishDialog, type SheetListed, sheetState } from '#features/results/console/publication/PublishDialog.tsx'
import { publishWords } from '#features/results/console/publication/publish.words.ts'
import { publicationStateWords } from '#features/results/publication/publication.words.ts'

/** A race's results by event. */
export const ResultsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const sheets = useAsk(consoleResultsSheets, { raceid }, { staleTime: 0 })
  const [shown, setShown] = useState<SheetListed>()
  const [history, setHistory] = useState<SheetListed>()
  const zone = useRace()?.zone
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
                <SheetRow
                  key={event.id}
                  raceid={raceid}
                  sheet={event}
                  zone={zone}
                  onRank={() => setRanked({ id: event.id, name: event.name })}
                  onPublish={() => setShown(event)}
                  onHistory={() => setHistory(event)}
                  onDone={() => void sheets.refetch()}
                />
              ))}
            </ul>
          </Card>
          {ranked ? (
            <RankingDialog
              key={`ranking ${ranked.id}`}
              raceid={raceid}
              eventid={ranked.id}
              name={ranked.name}
              onClose={() => setRanked(undefined)}
              onDone={() => void sheets.refetch()}
            />
          ) : null}
          {shown ? (
            <PublishDialog
              key={`publish ${shown.id}`}
              raceid={raceid}
              sheet={shown}
              zone={zone}
              onClose={() => setShown(undefined)}
              onDone={() => void sheets.refetch()}
            />
          ) : null}
          {history ? (
            <HistoryDialog
              raceid={raceid}
              eventid={history.id}
              name={history.name}
              zone={zone}
              onClose={() => setHistory(undefined)}
            />
          ) : null}
          <ImportPanel key={`import ${raceid}`} raceid={raceid} events={events} onDone={() => void sheets.refetch()} />
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

const tones = { none: 'plain', provisional: 'warning', official: 'success' } as const
type RowProps = {
  raceid: number
  sheet: SheetListed
  zone: string | undefined
  onRank: () => void
  onPublish: () => void
  onHistory: () => void
  onDone: () => void
}
/**
 * A row for one event: the number of results, their state of publication, and the buttons for actions on the results.
 */
const SheetRow = ({ raceid, sheet, zone, onRank, onPublish, onHistory, onDone }: RowProps) => {
  const t = useWords()
  const { lang } = useLang()
  const state = sheetState(sheet)
  const moment = (iso: string) => dateText(iso, lang, 'deadline', zone)
  const facts = [
    sheet.results === 0
      ? t(words.none_yet)
      : t(words.has, { results: countText(sheet.results), finishers: countText(sheet.finishers) }),
    sheet.publish_at ? t(publishWords.arranged_at, { at: moment(sheet.publish_at) }) : '',
    state === 'provisional' && sheet.protest_until
      ? t(publishWords.protest_until, { at: moment(sheet.protest_until) })
      : '',
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 md:px-6">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {sheet.name}
          {sheet.results > 0 ? <Chip tone={tones[state]}>{t(publicationStateWords[state])}</Chip> : null}
          {sheet.protests > 0 ? (
            <Chip tone="danger">{t(publishWords.protests_open, { n: countText(sheet.protests) })}</Chip>
          ) : null}
        </p>
        <p className="figures text-14 text-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {sheet.publish_at ? <GiveUpButton raceid={raceid} eventid={sheet.id} onDone={onDone} /> : null}
      <Button look="quiet" onClick={onRank}>
        {t(rankingWords.title)}
      </Button>
      {sheet.results > 0 ? (
        <>
          <Button look="quiet" onClick={onHistory}>
            {t(publishWords.history)}
          </Button>
          <Button look="plain" onClick={onPublish}>
            {t(state === 'none' ? publishWords.publish : publishWords.change)}
          </Button>
        </>
      ) : null}
    </li>
  )
}
