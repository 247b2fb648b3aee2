import { Download, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type ExportLine,
  consoleCertificatesDiscard,
  consoleCertificatesExports,
  consoleCertificatesRedraw,
} from '../../export/exports.contract.ts'
import { words } from './export.words.ts'

const read = (raceid: number, after: string | null) =>
  call(consoleCertificatesExports, { raceid, limit: 10, ...(after === null ? {} : { after }) })
const sizeText = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

/** Loads the exports of a race, and loads them again every two seconds while an export is in progress. */
export const useExports = (raceid: number | undefined) => {
  const { lang } = useLang()
  return usePages([consoleCertificatesExports.path, raceid ?? null, lang], (after) => read(raceid!, after), {
    enabled: raceid !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((one) => one.state === 'drawing')) ? 2000 : false,
  })
}

const tones = { drawing: 'info', ready: 'success', failed: 'danger' } as const

const Line = ({
  line,
  onRedraw,
  onDiscard,
  busy,
}: {
  line: ExportLine
  onRedraw: () => void
  onDiscard: () => void
  busy: boolean
}) => {
  const t = useWords()
  const { lang } = useLang()
  const said = line.state === 'drawing' && line.seen === 0 ? words.waiting : words[line.state]
  const progress = t(words.progress, { seen: countText(line.seen), total: countText(line.total) })
  const why = line.why === null ? undefined : line.why === 'no_browser' ? words.no_browser : words[line.why]
  return (
    <li className="grid gap-3 px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-[1_1_14rem]">
          <span className="block truncate font-medium">
            {line.event} · {line.name}
          </span>
          <span className="figures block text-14 text-soft">
            {line.format === 'pdf' ? 'PDF' : 'JPEG'} · {dateText(line.created_at, lang, 'minute')}
            {line.pictures > 0
              ? ` · ${t(words.pictures, { n: countText(line.pictures), size: sizeText(line.bytes) })}`
              : ''}
            {line.left_out > 0 ? ` · ${t(words.left_out, { n: countText(line.left_out) })}` : ''}
          </span>
        </span>
        <Chip tone={tones[line.state]}>{t(said)}</Chip>
      </div>
      {line.state === 'drawing' ? (
        <div className="grid gap-1.5">
          <Progress value={line.total === 0 ? 0 : line.seen / line.total} label={progress} />
          <p role="status" className="figures text-14 text-soft">
            {progress}
          </p>
        </div>
      ) : null}
      {why ? <p className="text-14 text-danger-ink">{t(why)}</p> : null}
      {line.changed ? <p className="text-14 text-warning-ink">{t(words.changed)}</p> : null}
      <div className="flex flex-wrap items-center gap-2">
        {line.path ? (
          <ButtonLink look="plain" href={line.path} download icon={<Download className="size-5" aria-hidden />}>
            {t(words.download)}
          </ButtonLink>
        ) : null}
        {line.changed || line.state === 'failed' ? (
          <Button look="plain" busy={busy} icon={<RefreshCw className="size-5" aria-hidden />} onClick={onRedraw}>
            {t(line.state === 'failed' ? words.again : words.update)}
          </Button>
        ) : null}
        <Button look="quiet" icon={<Trash2 className="size-5" aria-hidden />} onClick={onDiscard}>
          {t(line.state === 'drawing' ? words.stop : words.discard)}
        </Button>
        {line.expires_at ? (
          <span className="figures text-14 text-soft">
            {t(line.path ? words.until : words.kept_until, { at: dateText(line.expires_at, lang, 'minute') })}
          </span>
        ) : null}
      </div>
    </li>
  )
}

/** The exported certificates of whole events. */
export const ExportsCard = ({ raceid, exports }: { raceid: number; exports: ReturnType<typeof useExports> }) => {
  const t = useWords()
  const redraw = useCall(consoleCertificatesRedraw)
  const discard = useCall(consoleCertificatesDiscard)
  const [leaving, setLeaving] = useState<ExportLine>()
  const [refused, setRefused] = useState<Refused>()
  const lines = exports.data?.pages.flatMap(({ items }) => items) ?? []
  const trying = async (work: () => Promise<unknown>) => {
    setRefused(undefined)
    try {
      await work()
      void exports.refetch()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const throwAway = async (line: ExportLine) => {
    await discard.mutateAsync({ raceid, id: line.id })
    toastSuccess(t(words.discarded))
    setLeaving(undefined)
  }
  return (
    <Card title={t(words.title)} flush>
      <p className="px-4 pb-3 text-14 text-soft md:px-6">{t(words.description)}</p>
      {exports.error && !exports.isFetchNextPageError ? (
        <ErrorState error={exports.error} onRetry={() => void exports.refetch()} />
      ) : exports.isPending ? (
        <SkeletonCards count={1} className="h-20" />
      ) : null}
      {exports.data && lines.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-center text-soft md:px-6">{t(words.none)}</p>
      ) : null}
      {refused ? (
        <p role="alert" className="mx-4 mb-3 rounded bg-danger-tint px-4 py-3 text-danger-ink md:mx-6">
          {refused.msg}
        </p>
      ) : null}
      {lines.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line">
          {lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              busy={redraw.isPending && redraw.variables.id === line.id}
              onRedraw={() => void trying(() => redraw.mutateAsync({ raceid, id: line.id }))}
              onDiscard={() => setLeaving(line)}
            />
          ))}
        </ul>
      ) : null}
      <MoreButton list={exports} className="p-4">
        {t(words.more)}
      </MoreButton>
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t(leaving?.state === 'drawing' ? words.stop : words.discard)}
        actions={
          <>
            <Button look="plain" onClick={() => setLeaving(undefined)}>
              {t(words.cancel)}
            </Button>
            <Button
              look="danger"
              busy={discard.isPending}
              onClick={() => leaving && void trying(() => throwAway(leaving))}
            >
              {t(leaving?.state === 'drawing' ? words.stop : words.discard)}
            </Button>
          </>
        }
      >
        <p>{t(words.discard_sure, { name: leaving?.name ?? '' })}</p>
      </Dialog>
    </Card>
  )
}
