import { useInfiniteQuery } from '@tanstack/react-query'
import { EyeOff, Eye, Tags } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { path } from '#seam/console/paths.ts'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { type PhotoEdited, consolePhotosAlbums, consolePhotosHide, consolePhotosList } from '../console.contract.ts'
import { words } from './console.words.ts'
import { TaggingDialog } from './TaggingDialog.tsx'
import { UploadCard } from './UploadCard.tsx'

const filters = {
  all: words.f_all,
  untagged: words.f_untagged,
  hidden: words.f_hidden,
  refused: words.f_refused,
} as const
type Filter = keyof typeof filters
const whyRefused = {
  not_a_picture: words.refused_not_a_picture,
  picture_too_large: words.refused_picture_too_large,
  file_lost: words.refused_file_lost,
} as const
/** The interval in which the page asks while the server prepares photos, in milliseconds. */
const ASK_EVERY = 2000

export const AlbumPage = () => {
  const t = useWords()
  const params = usePageParams()
  const [raceid, albumid] = [useRaceId(), Number(params.id) || 0]
  const albums = useAsk(consolePhotosAlbums, { raceid }, { staleTime: 0 })
  const album = albums.data?.items.find(({ id }) => id === albumid)
  const [filter, setFilter] = useState<Filter>('all')
  const [tagging, setTagging] = useState<PhotoEdited | 'untagged'>()
  const hide = useCall(consolePhotosHide)
  const photos = useInfiniteQuery<Awaited<ReturnType<typeof call<typeof consolePhotosList>>>, Refused>({
    queryKey: [consolePhotosList.path, raceid, albumid, filter],
    queryFn: ({ pageParam }) =>
      call(consolePhotosList, {
        raceid,
        albumid,
        limit: 60,
        ...(filter === 'all' ? {} : { state: filter }),
        ...(pageParam === null ? {} : { after: pageParam as string }),
      }),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const counts = photos.data?.pages[0]?.counts
  const items = photos.data?.pages.flatMap((page) => page.items) ?? []
  const again = () => void photos.refetch()
  const unready = (counts?.received ?? 0) > 0
  const { dataUpdatedAt, refetch } = photos
  useEffect(() => {
    if (!unready) return
    const timer = setTimeout(() => void refetch(), ASK_EVERY)
    return () => clearTimeout(timer)
  }, [dataUpdatedAt, unready, refetch])
  const turn = async (photo: PhotoEdited) => {
    try {
      await hide.mutateAsync({ raceid, ids: [photo.id], hidden: photo.state !== 'hidden' })
      again()
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  const title = album?.name ?? t(words.album)
  const all = counts ? counts.received + counts.ready + counts.refused + counts.hidden : 0
  return (
    <DeskPage
      title={title}
      back={{ href: path.photos({ raceid }), label: t(words.back) }}
      actions={
        <Button
          icon={<Tags className="size-5" aria-hidden />}
          disabled={!counts || counts.untagged === 0}
          onClick={() => setTagging('untagged')}
        >
          {t(words.tag)}
        </Button>
      }
    >
      {photos.error && !photos.isFetchNextPageError ? null : (
        <UploadCard raceid={raceid} albumid={albumid} onChange={again} />
      )}
      {counts && counts.received > 0 ? (
        <div className="grid gap-2" aria-live="polite">
          <Progress value={(all - counts.received) / all} label={t(words.working, { n: counts.received })} />
          <p className="figures text-14 text-soft">{t(words.working, { n: counts.received })}</p>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t(words.filter)}
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          options={(Object.keys(filters) as Filter[]).map((value) => ({ value, label: t(filters[value]) }))}
        />
        {counts ? <p className="figures text-14 text-soft">{t(words.counts, counts)}</p> : null}
      </div>
      {photos.isPending ? (
        <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
          {Array.from({ length: 8 }, (_, nth) => (
            <Skeleton key={nth} className="aspect-square" />
          ))}
        </div>
      ) : null}
      {photos.error && !photos.isFetchNextPageError ? (
        <ErrorState
          error={photos.error}
          onRetry={again}
          action={
            <ButtonLink look="plain" href={path.photos({ raceid })}>
              {t(words.back)}
            </ButtonLink>
          }
        />
      ) : null}
      {photos.data && items.length === 0 ? <Empty title={t(words.none_here)} /> : null}
      {items.length ? (
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-5">
          {items.map((photo) => (
            <PhotoTile key={photo.id} photo={photo} onTag={() => setTagging(photo)} onTurn={() => void turn(photo)} />
          ))}
        </ul>
      ) : null}
      <MoreButton list={photos} />
      {tagging ? (
        <TaggingDialog
          raceid={raceid}
          albumid={albumid}
          first={tagging === 'untagged' ? undefined : tagging}
          onClose={() => {
            setTagging(undefined)
            again()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

const PhotoTile = ({ photo, onTag, onTurn }: { photo: PhotoEdited; onTag: () => void; onTurn: () => void }) => {
  const t = useWords()
  return (
    <li className={`overflow-hidden rounded bg-surface shadow-card ${photo.state === 'hidden' ? 'opacity-60' : ''}`}>
      <button
        type="button"
        disabled={photo.state !== 'ready'}
        onClick={onTag}
        className="block aspect-square w-full bg-sunk"
        aria-label={`${t(words.tag)} ${photo.filename}`}
      >
        {photo.thumb ? <img src={photo.thumb} alt="" loading="lazy" className="size-full object-cover" /> : null}
      </button>
      <div className="flex items-center gap-1 py-1 pr-1 pl-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-14 text-soft" title={photo.filename}>
            {photo.filename}
          </p>
          <p className={`figures truncate text-14 ${photo.bibs.some(({ known }) => !known) ? 'text-danger-ink' : ''}`}>
            {photo.state === 'refused'
              ? t(whyRefused[photo.why as keyof typeof whyRefused] ?? words.f_refused)
              : photo.bibs.map(({ bib }) => bib).join(' ') || '–'}
          </p>
        </div>
        {photo.state === 'ready' || photo.state === 'hidden' ? (
          <IconButton
            label={`${t(photo.state === 'hidden' ? words.show : words.hide)} ${photo.filename}`}
            onClick={onTurn}
          >
            {photo.state === 'hidden' ? (
              <Eye className="size-5" aria-hidden />
            ) : (
              <EyeOff className="size-5" aria-hidden />
            )}
          </IconButton>
        ) : null}
      </div>
    </li>
  )
}
