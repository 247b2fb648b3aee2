import { useInfiniteQuery } from '@tanstack/react-query'
import { PHOTO_PAGE, type Photo, photoFetch } from '#features/photos/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { PHOTOS_POPUP } from '../crop.rules.ts'
import { cropWords as words } from './crop.words.ts'

/**
 * A popup with the photos of one bib in a strip. It loads twenty photos at a time and has a fixed height
 * (docs/behaviour/certificates.md, Cropper).
 */
export const PhotosPopup = ({
  raceid,
  bib,
  onClose,
  onChoose,
}: {
  raceid: number
  bib: string
  onClose: () => void
  onChoose: (photo: Photo) => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const input = { raceid, bib }
  const photos = useInfiniteQuery<Awaited<ReturnType<typeof call<typeof photoFetch>>>, Refused>({
    queryKey: askKey(photoFetch.path, raceid, lang, input),
    queryFn: ({ pageParam }) => call(photoFetch, { ...input, page: pageParam as number }),
    initialPageParam: 1,
    getNextPageParam: (last) =>
      last.items.length === PHOTO_PAGE && last.page < last.totalpage ? last.page + 1 : undefined,
  })
  const items = photos.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Dialog open onClose={onClose} wide title={t(words.race_photos_of, { bib })}>
      <div className="overflow-x-auto overflow-y-hidden pb-3">
        <ul
          aria-label={t(words.race_photos_of, { bib })}
          className="flex w-max gap-2 px-0.5"
          style={{ height: PHOTOS_POPUP }}
        >
          {photos.isPending
            ? Array.from({ length: 3 }, (_, nth) => (
                <li key={nth}>
                  <Skeleton className="aspect-square h-full" />
                </li>
              ))
            : null}
          {items.map((photo, nth) => (
            <li key={photo.id} className="h-full">
              <button
                type="button"
                onClick={() => onChoose(photo)}
                className={
                  'block aspect-square h-full overflow-hidden ' +
                  'rounded-[6px] bg-sunk focus-visible:-outline-offset-2'
                }
              >
                <img
                  src={photo.thumb}
                  alt={t(words.race_photo, { n: nth + 1 })}
                  decoding="async"
                  className="size-full object-cover"
                />
              </button>
            </li>
          ))}
          {photos.hasNextPage ? (
            <li className="flex h-full items-center">
              <Button look="plain" busy={photos.isFetchingNextPage} onClick={() => void photos.fetchNextPage()}>
                {t(words.more_photos)}
              </Button>
            </li>
          ) : null}
          {photos.error ? (
            <li role="alert" className="flex h-full items-center text-danger-ink">
              {photos.error.msg}
            </li>
          ) : null}
          {photos.data && items.length === 0 ? (
            <li className="flex h-full items-center text-soft">{t(words.no_race_photos)}</li>
          ) : null}
        </ul>
      </div>
    </Dialog>
  )
}
