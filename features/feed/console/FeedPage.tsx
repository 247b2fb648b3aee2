import { ExternalLink, Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleFeedShow } from '../console.contract.ts'
import { CommentList } from './CommentList.tsx'
import { EntryList } from './EntryList.tsx'
import { ReporterList } from './ReporterList.tsx'
import { FeedSettingsDialog } from './FeedSettingsDialog.tsx'
import { WriteDialog } from './WriteDialog.tsx'
import { deskWords as words } from './feed.words.ts'

const tabs = ['entries', 'comments', 'reporters'] as const
export const FeedPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [tab, setTab] = useState<(typeof tabs)[number]>('entries')
  const [open, setOpen] = useState<'write' | 'settings'>()
  const [written, setWritten] = useState(0)
  const shown = useAsk(consoleFeedShow, { raceid }, { quiet: true, refetchInterval: 20_000 })
  const close = () => setOpen(undefined)
  const again = () => {
    void shown.refetch()
    setWritten((n) => n + 1)
  }
  const { waiting, settings, reporters = [] } = shown.data ?? {}
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.title_text)}
      actions={
        <>
          <ExportButton raceid={raceid} table="feed" />
          <Button look="plain" icon={<Settings2 className="size-5" aria-hidden />} onClick={() => setOpen('settings')}>
            {t(words.settings)}
          </Button>
          <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setOpen('write')}>
            {t(words.write)}
          </Button>
        </>
      }
    >
      {shown.error && !shown.data ? <ErrorState error={shown.error} onRetry={() => void shown.refetch()} /> : null}
      {!shown.data && !shown.error ? <SkeletonCards count={3} className="h-24" /> : null}
      {settings && !settings.open ? (
        <p role="status" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          {t(words.closed)}
        </p>
      ) : null}
      {settings ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented
            label={t(words.title)}
            value={tab}
            onChange={(chosen) => setTab(tabs.find((one) => one === chosen) ?? 'entries')}
            options={[
              { value: 'entries', label: t(words.tab_entries) },
              { value: 'comments', label: t(words.tab_comments, { n: waiting?.comments ?? 0 }) },
              { value: 'reporters', label: t(words.tab_reporters, { n: waiting?.reporters ?? 0 }) },
            ]}
          />
          <a
            href={`/feed?raceid=${raceid}`}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center gap-2 rounded px-3 font-medium text-strong hover:bg-sunk"
          >
            <ExternalLink className="size-5" aria-hidden />
            {t(words.open_page)}
          </a>
        </div>
      ) : null}
      {settings && tab === 'entries' ? <EntryList key={written} raceid={raceid} onChanged={again} /> : null}
      {settings && tab === 'comments' ? <CommentList raceid={raceid} onChanged={() => void shown.refetch()} /> : null}
      {settings && tab === 'reporters' ? (
        <ReporterList raceid={raceid} reporters={reporters} onChanged={() => void shown.refetch()} />
      ) : null}
      {open === 'write' ? (
        <WriteDialog
          raceid={raceid}
          onClose={close}
          onDone={() => {
            close()
            again()
          }}
        />
      ) : null}
      {open === 'settings' && settings ? (
        <FeedSettingsDialog
          raceid={raceid}
          settings={settings}
          onClose={close}
          onDone={() => {
            close()
            void shown.refetch()
          }}
        />
      ) : null}
    </DeskPage>
  )
}
