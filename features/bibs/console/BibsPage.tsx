import { ImportLink } from '#features/imports/console/ImportLink.tsx'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useState } from 'react'
import { NoEvents } from '#features/events/console/NoEvents.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Bar } from '#ui/layout/Bar.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { consoleBibsList } from '../contract.ts'
import { bibPrintWords } from '../print/print.words.ts'
import { words } from '../words.ts'
import { BibList } from './BibList.tsx'
import { GeneratePanel } from './GeneratePanel.tsx'
import { RunsCard } from './runs/RunsCard.tsx'
import { VipCard } from './vip/VipCard.tsx'
import { ZonesPanel } from './ZonesPanel.tsx'

/** The page of the bibs and start zones of a race. */
export const BibsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const query = useAsk(consoleBibsList, { raceid, limit: 1 }, { staleTime: 0 })
  const [version, setVersion] = useState(0)
  const error = query.error
  const events = query.data?.events ?? []
  const changed = () => {
    void query.refetch()
    setVersion((n) => n + 1)
  }
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <>
          <ExportButton raceid={raceid} table="bibs" />
          <ExportButton raceid={raceid} table="bib_print" label={t(bibPrintWords.open)} />
          <ImportLink raceid={raceid} kind="bibs" />
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonCards count={3} className="h-24" />
      ) : null}
      {query.data && events.length === 0 ? <NoEvents raceid={raceid} /> : null}
      {query.data && events.length > 0 ? (
        <>
          <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            {events.map((event) => (
              <article key={event.eventid} className="rounded bg-surface p-4 shadow-card">
                <h2 className="font-bold">{event.event}</h2>
                <p className="figures mb-2 mt-1 text-14 text-soft">
                  {event.due === 0
                    ? t(words.due_none)
                    : t(words.due, { given: countText(event.given), due: countText(event.due) })}
                  {event.last ? ` · ${t(words.last, { bib: event.last })}` : ''}
                </p>
                <Bar
                  value={event.due > 0 ? event.given / event.due : 0}
                  label={t(words.due, { given: event.given, due: event.due })}
                  tone="accent"
                />
                <p className="mt-3 flex flex-wrap gap-1.5">
                  {event.zones.map(({ name, count, most }) => (
                    <Chip key={name}>
                      {most === null
                        ? t(words.zone_count, { name, count: countText(count) })
                        : t(words.zone_count_of, { name, count: countText(count), most: countText(most) })}
                    </Chip>
                  ))}
                </p>
              </article>
            ))}
          </div>
          <GeneratePanel key={`generate ${raceid}`} raceid={raceid} events={events} onDone={changed} />
          <RunsCard key={`runs ${version}`} raceid={raceid} events={events} onDone={changed} />
          <VipCard raceid={raceid} key={`vips ${version}`} onDone={changed} />
          <ZonesPanel raceid={raceid} events={events.filter(({ zones }) => zones.length > 0)} onDone={changed} />
          <BibList
            key={`list ${raceid} ${version}`}
            raceid={raceid}
            events={events}
            onDone={() => void query.refetch()}
          />
        </>
      ) : null}
    </DeskPage>
  )
}
