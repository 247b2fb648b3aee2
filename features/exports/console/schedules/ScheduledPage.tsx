import { useQueryClient } from '@tanstack/react-query'
import { CircleStop, Download } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import {
  type ScheduleShown,
  type ScheduledFileShown,
  consoleExportsScheduleStop,
  consoleExportsScheduled,
} from '../../schedules/schedules.contract.ts'
import { scheduleWords } from '../../schedules/schedules.words.ts'

const KB = 1024
const sizeText = (bytes: number): string =>
  bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`

const FileLine = ({ file, zone, onFetch }: { file: ScheduledFileShown; zone: string; onFetch: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const facts = {
    rows: countText(file.rows),
    size: sizeText(file.bytes),
    when: dateText(file.expires_at, lang, 'day', zone),
  }
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block break-words font-medium">{file.name}</span>
        <span className="figures block text-14 text-soft">
          {dateText(file.made_at, lang, 'minute', zone)} · {t(scheduleWords.facts, facts)}
        </span>
      </span>
      {file.fetched_at ? <Chip>{t(scheduleWords.fetched)}</Chip> : null}
      <a
        href={file.href}
        download={file.filename}
        aria-label={t(scheduleWords.fetch_of, { name: file.name })}
        className="inline-flex size-11 items-center justify-center rounded hover:bg-tint"
        onClick={onFetch}
      >
        <Download className="size-5" aria-hidden />
      </a>
    </li>
  )
}

const ScheduleLine = ({ one, zone, onStop }: { one: ScheduleShown; zone: string; onStop: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const days =
    one.weekdays.length === 0
      ? t(scheduleWords.every_day)
      : one.weekdays.map((day) => t(scheduleWords.weekdays[day as 0])).join(lang === 'en' ? ', ' : '、')
  const facts = [
    one.label,
    one.format.toUpperCase(),
    `${days} ${String(one.hour).padStart(2, '0')}:00`,
    t(scheduleWords.until_day, { day: dateText(one.until, lang) }),
    t(one.by === one.for ? scheduleWords.whom_same : scheduleWords.whom, { by: one.by, for: one.for }),
    ...(one.open ? [t(scheduleWords.is_open)] : []),
  ]
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block break-words font-medium">{one.name}</span>
        <span className="figures block text-14 text-soft">{facts.join(' · ')}</span>
        {one.next_at ? (
          <span className="figures block text-14">
            {t(scheduleWords.next, { when: dateText(one.next_at, lang, 'minute', zone) })}
          </span>
        ) : null}
      </span>
      {one.state === 'active' ? null : (
        <Chip tone={one.state === 'stopped' && one.why !== 'person' ? 'warning' : 'plain'}>
          {[t(scheduleWords[one.state]), ...(one.why ? [t(scheduleWords[`why_${one.why}`])] : [])].join(' · ')}
        </Chip>
      )}
      {one.can.stop ? (
        <IconButton label={t(scheduleWords.stop_of, { name: one.name })} onClick={onStop}>
          <CircleStop className="size-5" aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

type StopProps = { raceid: number; one: ScheduleShown; onClose: () => void; onDone: () => void }
const StopDialog = ({ raceid, one, onClose, onDone }: StopProps) => {
  const t = useWords()
  const stop = useCall(consoleExportsScheduleStop)
  const go = async () => {
    await stop.mutateAsync({ raceid, id: one.id })
    toastSuccess(t(scheduleWords.stopped_now))
    onDone()
  }
  return (
    <AskDialog
      title={t(scheduleWords.stop_title, { name: one.name })}
      action={t(scheduleWords.stop)}
      look="danger"
      busy={stop.isPending}
      refused={stop.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p className="text-soft">{t(scheduleWords.stop_text)}</p>
    </AskDialog>
  )
}

/** The files that schedules made for the logged-in member of staff, and the schedules of the race. */
export const ScheduledPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const queries = useQueryClient()
  const found = useAsk(consoleExportsScheduled, { raceid }, { staleTime: 0 })
  const [stopped, setStopped] = useState<ScheduleShown>()
  const renew = () => void queries.invalidateQueries()
  const { data } = found
  return (
    <DeskPage title={t(scheduleWords.title)}>
      {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <SkeletonCards count={2} className="h-24" /> : null}
      {data ? (
        <>
          <Card title={t(scheduleWords.files)}>
            {data.files.length === 0 ? (
              <Empty title={t(scheduleWords.files_none)} description={t(scheduleWords.files_none_text)} />
            ) : (
              <ul className="divide-y divide-line">
                {data.files.map((file) => (
                  <FileLine key={file.id} file={file} zone={data.zone} onFetch={() => setTimeout(renew, 1500)} />
                ))}
              </ul>
            )}
          </Card>
          <Card title={t(scheduleWords.schedules)}>
            {data.schedules.length === 0 ? <p className="text-soft">{t(scheduleWords.schedules_none)}</p> : null}
            <ul className="divide-y divide-line">
              {data.schedules.map((one) => (
                <ScheduleLine key={one.id} one={one} zone={data.zone} onStop={() => setStopped(one)} />
              ))}
            </ul>
          </Card>
        </>
      ) : null}
      {stopped ? (
        <StopDialog
          raceid={raceid}
          one={stopped}
          onClose={() => setStopped(undefined)}
          onDone={() => {
            setStopped(undefined)
            renew()
          }}
        />
      ) : null}
    </DeskPage>
  )
}
