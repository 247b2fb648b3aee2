import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { consoleRacesList } from '#features/races/contract.ts'
import { call, useAsk } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Button } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type LogEntry, consoleLogList } from '../contract.ts'
import { sentenceOf } from '../log/sentence.rules.ts'
import { logWords } from '../log/words.ts'
import { rightsOf } from '../rules.ts'
import { words } from '../words.ts'
import { LogFilters, type Narrowed, noFilter } from './LogFilters.tsx'
import { LoggedChange } from './LoggedChange.tsx'
import { useMe } from './useMe.ts'

const readLog = (raceid: number | undefined, filter: Narrowed, after: string | null) =>
  call(consoleLogList, {
    limit: 50,
    ...filter,
    ...(raceid === undefined ? {} : { raceid }),
    ...(after === null ? {} : { after }),
  })
const useLog = (raceid: number | undefined, filter: Narrowed, enabled: boolean) =>
  usePages([consoleLogList.path, raceid ?? null, filter], (after) => readLog(raceid, filter, after), { enabled })

const Entry = ({ entry }: { entry: LogEntry }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[11rem_1fr] md:px-6">
      <time dateTime={entry.at} className="figures text-14 text-soft">
        {dateText(entry.at, lang, 'minute')}
      </time>
      <div className="min-w-0 break-words">
        <p>
          {sentenceOf(entry, lang)}
          {entry.raceid === 0 || entry.target === `race ${entry.raceid}` ? null : (
            <span className="text-14 text-soft"> · {t(words.race_n, { n: entry.raceid })}</span>
          )}
        </p>
        <LoggedChange entry={entry} />
      </div>
    </li>
  )
}

export const LogPage = () => {
  const t = useWords()
  const races = useAsk(consoleRacesList, {})
  const { me, pending } = useMe()
  const everywhere = me?.rights.includes('log.read') ?? false
  const [chosen, setChosen] = useState('')
  const [filter, setFilter] = useState<Narrowed>(noFilter)
  const own = (races.data?.items ?? []).filter(({ id }) => rightsOf(me?.roles ?? [], id).includes('log.read'))
  const raceid = chosen !== '' ? Number(chosen) : everywhere ? undefined : own[0]?.id
  const log = useLog(raceid, filter, me !== undefined && (everywhere || raceid !== undefined))
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? []
  // Only an owner may export the log of all races. Other people first choose one race.
  const mayExport = raceid !== undefined || (me?.rights.includes('staff.manage') ?? false)
  const exported = raceid === undefined ? { ...filter, everywhere: true } : filter
  const isNarrowed = JSON.stringify(filter) !== JSON.stringify(noFilter)
  return (
    <DeskPage
      title={t(words.log_title)}
      actions={
        <>
          <Select
            className="w-full md:w-72"
            label={t(words.log_race)}
            value={raceid === undefined ? '' : String(raceid)}
            onChange={(event) => setChosen(event.target.value)}
            options={[
              ...(everywhere ? [{ value: '', label: t(words.all_races) }] : []),
              ...own.map((race) => ({ value: String(race.id), label: `${race.id} ${race.name}` })),
            ]}
          />
          {mayExport ? <ExportButton raceid={raceid ?? own[0]?.id} table="log" filter={exported} /> : null}
        </>
      }
    >
      <LogFilters raceid={raceid} enabled={everywhere || raceid !== undefined} value={filter} onChange={setFilter} />
      {pending || (log.isPending && log.fetchStatus !== 'idle') ? <Skeleton lines={6} className="h-12" /> : null}
      {log.error && !log.isFetchNextPageError ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} />
      ) : null}
      {log.data && entries.length === 0 ? (
        <Empty
          title={t(isNarrowed ? logWords.none : words.log_empty)}
          action={
            filter.system ? null : (
              <Button look="plain" onClick={() => setFilter({ ...filter, system: true })}>
                {t(logWords.system)}
              </Button>
            )
          }
        />
      ) : null}
      {entries.length > 0 ? (
        <Card flush>
          <ol className="divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </Card>
      ) : null}
      <MoreButton list={log}>{t(words.older)}</MoreButton>
    </DeskPage>
  )
}
