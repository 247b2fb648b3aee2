import { FolderPlus, Pencil } from 'lucide-react'
import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type AlbumEdited,
  consolePhotosAlbums,
  consolePhotosReport,
  consolePhotosReports,
} from '../console.contract.ts'
import { AlbumDialog } from './AlbumDialog.tsx'
import { words } from './console.words.ts'

/** A race's albums, and the photos that runners ask to remove. */
export const PhotosPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = useRaceId()
  const albums = useAsk(consolePhotosAlbums, { raceid }, { staleTime: 0 })
  const [edited, setEdited] = useState<AlbumEdited | 'new'>()
  const error = albums.error
  const items = albums.data?.items ?? []
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <Button
          icon={<FolderPlus className="size-5" aria-hidden />}
          disabled={!albums.data}
          onClick={() => setEdited('new')}
        >
          {t(words.new_album)}
        </Button>
      }
    >
      {!albums.data && !error ? <SkeletonCards count={3} className="h-24" /> : null}
      {error ? <ErrorState error={error} onRetry={() => void albums.refetch()} /> : null}
      {albums.data && albums.data.reports > 0 ? (
        <Reports raceid={raceid} count={albums.data.reports} onChange={() => void albums.refetch()} />
      ) : null}
      {albums.data && items.length === 0 ? (
        <Empty title={t(words.no_albums)} description={t(words.no_albums_text)} />
      ) : null}
      {items.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((album) => (
              <li key={album.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 md:px-6">
                {album.cover ? (
                  <img src={album.cover} alt="" className="size-16 rounded-[6px] object-cover" />
                ) : (
                  <span className="size-16 rounded-[6px] bg-sunk" />
                )}
                <div className="min-w-0 flex-[1_1_12rem]">
                  <p className="truncate font-medium">{album.name}</p>
                  <p className="figures text-14 text-soft">{t(words.counts, album.counts)}</p>
                  {album.counts.received > 0 ? (
                    <p className="figures text-14 text-soft">{t(words.working, { n: album.counts.received })}</p>
                  ) : null}
                  {album.counts.refused > 0 ? (
                    <p className="figures text-14 text-danger-ink">{t(words.refused, { n: album.counts.refused })}</p>
                  ) : null}
                </div>
                <Chip tone={album.published_at ? 'success' : 'plain'}>
                  {t(album.published_at ? words.published : words.draft)}
                </Chip>
                <div className="ml-auto flex items-center gap-1">
                  <IconButton label={`${t(words.edit_album)} ${album.name}`} onClick={() => setEdited(album)}>
                    <Pencil className="size-5" aria-hidden />
                  </IconButton>
                  <ButtonLink look="plain" href={path.album({ raceid, id: album.id })}>
                    {t(words.open)}
                  </ButtonLink>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {edited ? (
        <AlbumDialog
          raceid={raceid}
          album={edited === 'new' ? undefined : edited}
          points={albums.data?.points ?? []}
          onClose={() => setEdited(undefined)}
          onSaved={(id) => {
            setEdited(undefined)
            void albums.refetch()
            if (edited === 'new') go(path.album({ raceid, id }))
          }}
        />
      ) : null}
    </DeskPage>
  )
}

const Reports = ({ raceid, count, onChange }: { raceid: number; count: number; onChange: () => void }) => {
  const t = useWords()
  const reports = useAsk(consolePhotosReports, { raceid, limit: 50 })
  const close = useCall(consolePhotosReport)
  const decide = async (id: number, take_down: boolean) => {
    try {
      await close.mutateAsync({ raceid, id, take_down })
      toastSuccess(t(words.saved))
      await reports.refetch()
      onChange()
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  return (
    <Card>
      <h2 className="mb-3 text-20 font-bold">
        {t(words.reports)}{' '}
        <span className="figures text-14 font-normal text-soft">{t(words.reports_n, { n: count })}</span>
      </h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {reports.data?.items.map(({ id, own, reason, photo }) => (
          <li key={id} className="flex gap-3">
            {photo.thumb ? (
              <img src={photo.thumb} alt={photo.filename} className="size-24 shrink-0 rounded-[6px] object-cover" />
            ) : null}
            <div className="grid min-w-0 flex-1 content-between gap-2">
              <p className="text-14">
                <Chip tone={own ? 'race' : 'plain'}>{t(own ? words.report_own : words.report_other)}</Chip>{' '}
                <span className="break-words text-soft">{reason}</span>
              </p>
              <div className="flex flex-wrap gap-2">
                <Button look="plain" onClick={() => void decide(id, true)}>
                  {t(photo.state === 'hidden' ? words.keep_down : words.hide)}
                </Button>
                <Button look="plain" onClick={() => void decide(id, false)}>
                  {t(photo.state === 'hidden' ? words.show : words.keep_up)}
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
