import { useInfiniteQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { path } from '#seam/console/paths.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, askKey, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { type TimingChange, consoleTimingChanges, consoleTimingTakeBack } from '../corrections/changes.contract.ts'
import { consoleTimingUndo } from '../corrections/corrections.contract.ts'
import { CorrectionLine } from './CorrectionLine.tsx'
import { timingChangeWords as labels, words } from './console.words.ts'

type List = OutputOf<typeof consoleTimingChanges>

const Change = ({
  one,
  zone,
  busy,
  onBack,
}: {
  one: TimingChange
  zone: string
  busy: boolean
  onBack: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  // Names both days if a correction moves the gun to another day.
  const days =
    one.kind === 'gun' &&
    one.before &&
    one.after &&
    dateText(one.before, lang, 'day', zone) !== dateText(one.after, lang, 'day', zone)
  const moment = (iso: string | null) =>
    iso === null
      ? t(words.gun_none)
      : `${days ? `${dateText(iso, lang, 'day', zone)} ` : ''}${dateText(iso, lang, 'second', zone)}`
  const seconds = (ms: string | null) => `${Number(ms) > 0 ? '+' : ''}${Number(ms) / 1000} s`
  const did =
    one.kind === 'gun'
      ? t(labels.gun, {
          event: one.event ?? '',
          wave: one.wave ?? '',
          after: moment(one.after),
          before: moment(one.before),
        })
      : one.kind === 'clock'
        ? t(labels.clock, { device: one.device ?? '', after: seconds(one.after), before: seconds(one.before) })
        : t(one.after === 'true' ? labels.ignored : labels.believed, { chip: one.chip ?? '', device: one.device ?? '' })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <span className={`min-w-0 flex-1 ${one.undone_at ? 'text-soft line-through' : ''}`}>
        <span className="figures block font-medium">{did}</span>
        <span className="block text-14 text-soft">
          {one.reason} · {one.by ?? ''} {dateText(one.created_at, lang, 'deadline')}
        </span>
      </span>
      {one.undone_at ? (
        <Chip>{t(words.undone)}</Chip>
      ) : (
        <Button look="plain" busy={busy} disabledReason={one.covered ? t(labels.covered) : undefined} onClick={onBack}>
          {t(words.undo)}
        </Button>
      )}
    </li>
  )
}

export const CorrectionsCard = ({ raceid, zone, onDone }: { raceid: number; zone: string; onDone: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const list = useInfiniteQuery<List, Refused, { pages: List[] }, readonly unknown[], string | undefined>({
    queryKey: askKey(consoleTimingChanges.path, raceid, lang, {}),
    queryFn: ({ pageParam }) =>
      call(
        consoleTimingChanges,
        { raceid, limit: 20, ...(pageParam === undefined ? {} : { after: pageParam }) },
        { lang },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.after ?? undefined,
    staleTime: 0,
    // The page asks again at an interval, so that corrections by colleagues appear too.
    refetchInterval: 15_000,
  })
  const undo = useCall(consoleTimingUndo)
  const back = useCall(consoleTimingTakeBack)
  const doing = async (work: () => Promise<unknown>) => {
    try {
      await work()
      toastSuccess(t(words.undone))
    } catch (thrown) {
      toastError(refusedFrom(thrown, lang).msg)
    } finally {
      onDone()
    }
  }
  const corrections = list.data?.pages.flatMap((page) => page.corrections) ?? []
  const changes = list.data?.pages[0]?.changes ?? []
  return (
    <Card title={t(words.corrections)}>
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton className="h-11" lines={2} />
      ) : corrections.length + changes.length === 0 ? (
        <p className="text-soft">{t(words.corrections_none)}</p>
      ) : null}
      {changes.length > 0 ? (
        <>
          <h3 className="font-medium text-soft">{t(labels.under)}</h3>
          <ul className="divide-y divide-line">
            {changes.map((one) => (
              <Change
                key={one.id}
                one={one}
                zone={zone}
                busy={back.isPending}
                onBack={() => void doing(() => back.mutateAsync({ raceid, id: one.id }))}
              />
            ))}
          </ul>
        </>
      ) : null}
      {corrections.length > 0 ? (
        <>
          {changes.length > 0 ? <h3 className="mt-4 font-medium text-soft">{t(labels.results)}</h3> : null}
          <ul className="divide-y divide-line">
            {corrections.map((one) => (
              <CorrectionLine
                key={one.id}
                one={one}
                busy={undo.isPending}
                onUndo={() => void doing(() => undo.mutateAsync({ raceid, eventid: one.eventid, id: one.id }))}
                whose={
                  <Link className="font-medium underline" href={path.timed({ raceid, bib: one.bib, of: one.eventid })}>
                    {[one.bib, one.name, one.event].filter(Boolean).join(' · ')}
                  </Link>
                }
              />
            ))}
          </ul>
        </>
      ) : null}
      <MoreButton list={list} className="mt-3">
        {t(labels.more)}
      </MoreButton>
    </Card>
  )
}
