import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { consoleRacesList } from '#features/races/contract.ts'
import { type Refused, call, useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type LogEntry, consoleLogList } from '../contract.ts'
import { linesOf, rightsOf } from '../rules.ts'
import { isLoggedAction, loggedActions } from '../actions.words.ts'
import { words } from '../words.ts'
import { fields, isField, isState, states, targetText } from '../targets.words.ts'
import { useMe } from './useMe.ts'

const useLog = (raceid: number | undefined, enabled: boolean) =>
  useInfiniteQuery<Awaited<ReturnType<typeof readLog>>, Refused>({
    queryKey: [consoleLogList.path, raceid ?? null],
    queryFn: ({ pageParam }) => readLog(raceid, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    enabled,
  })
const readLog = (raceid: number | undefined, after: string | null) =>
  call(consoleLogList, { limit: 50, ...(raceid === undefined ? {} : { raceid }), ...(after === null ? {} : { after }) })

const nothing = '–'
const inFen = new Set(['amount', 'fee', 'price'])
/** Kinds of ids in which 0 means that there is none. */
const orNone = new Set(['refundid'])
const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)

const asText = (name: string, value: unknown, lang: Lang): string => {
  if (value === null || value === undefined || value === '' || (value === 0 && orNone.has(name))) return nothing
  if (typeof value === 'number' && inFen.has(name)) return value === 0 ? '¥0.00' : money(value, lang)
  if (name === 'state' && isState(value)) return states[value][lang]
  if (isInstant(value)) return dateText(value, lang, 'minute')
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ') || nothing
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Shows each changed value as it was before and as it is after. */
export const LoggedChange = ({ entry }: { entry: Pick<LogEntry, 'before' | 'after'> }) => {
  const t = useWords()
  const { lang } = useLang()
  const textOf = (name: string, value: unknown) =>
    value === 'changed' || value === 'sealed' ? t(words.log_sealed) : asText(name, value, lang)
  const lines = linesOf(entry.before ?? {}, entry.after ?? {})
  if (lines.length === 0) return null
  return (
    <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-14">
      {lines.map(({ at, before, after }) => (
        <div key={at.join('.')} className="contents">
          <dt className="max-w-[16rem] break-words text-soft">
            {at.map((name) => (isField(name) ? t(fields[name]) : name)).join(' · ')}
          </dt>
          <dd className="min-w-0 break-words">
            {entry.before && before !== undefined ? (
              <del className="text-soft">{textOf(at.at(-1)!, before)}</del>
            ) : null}{' '}
            {entry.after ? <ins className="no-underline">{textOf(at.at(-1)!, after)}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the log: who did what to which thing, and when. */
export const LogPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const races = useAsk(consoleRacesList, {})
  const { me } = useMe()
  const everywhere = me?.rights.includes('log.read') ?? false
  const [chosen, setChosen] = useState('')
  const own = (races.data?.items ?? []).filter(({ id }) => rightsOf(me?.roles ?? [], id).includes('log.read'))
  const raceid = chosen !== '' ? Number(chosen) : everywhere ? undefined : own[0]?.id
  const log = useLog(raceid, me !== undefined && (everywhere || raceid !== undefined))
  const actionText = (what: string) => (isLoggedAction(what) ? t(loggedActions[what]) : what)
  const targetSaid = (target: string) => {
    const said = targetText(target)
    return said ? t(said.label, { which: said.which }) : target
  }
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? []
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
          {raceid === undefined ? null : <ExportButton raceid={raceid} table="log" />}
        </>
      }
    >
      {log.isPending && log.fetchStatus !== 'idle' ? <Skeleton lines={6} className="h-12" /> : null}
      {log.error ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.data && entries.length === 0 ? <Empty title={t(words.log_empty)} /> : null}
      {entries.length > 0 ? (
        <Card flush>
          <ol className="divide-y divide-line">
            {entries.map((entry) => (
              <li key={entry.id} className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[11rem_9rem_1fr] md:px-6">
                <time dateTime={entry.at} className="figures text-14 text-soft">
                  {dateText(entry.at, lang, 'minute')}
                </time>
                <span className="truncate">{entry.staff ?? t(words.log_system)}</span>
                <div className="min-w-0">
                  <p>
                    <span className="font-medium">{actionText(entry.what)}</span>{' '}
                    <span className="text-soft">{targetSaid(entry.target)}</span>{' '}
                    {entry.raceid === 0 || entry.target === `race ${entry.raceid}` ? null : (
                      <span className="text-14 text-soft">· {t(words.race_n, { n: entry.raceid })}</span>
                    )}
                  </p>
                  <LoggedChange entry={entry} />
                </div>
              </li>
            ))}
          </ol>
        </Card>
      ) : null}
      <MoreButton list={log}>{t(words.older)}</MoreButton>
    </DeskPage>
  )
}
