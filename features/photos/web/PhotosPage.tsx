import { useInfiniteQuery } from '@tanstack/react-query'
import { ScanFace, Search } from 'lucide-react'
import { type FormEvent, Suspense, useState } from 'react'
import { NoRace } from '#features/results/web/list/NoRace.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, askKey, call, useAsk } from '#ui/network/call.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { words as kit } from '#ui/language/words.ts'
import { useFollow } from '#ui/form/useFollow.ts'
import { path } from '#seam/web/paths.ts'
import { type Album, PHOTO_PAGE, photoFetch, photoList } from '../contract.ts'
import { bibsTyped } from '../rules.ts'
import { words } from '../words.ts'
import { FollowPhotosButton } from './FollowPhotosButton.tsx'
import { Passings } from './Passings.tsx'
import { PhotoGrid } from './PhotoGrid.tsx'

const FaceDialog = onDemand(
  async () => (await import('./FaceDialog.tsx')).FaceDialog,
  ({ onClose }) => ({ onClose }),
)

/** The page of a race's photos: all photos, the photos of an album, or the photos of a bib, twenty at a time. */
export const PhotosPage = () => {
  const t = useWords()
  const params = usePageParams()
  const go = useGo()
  const raceid = link().raceid ?? 0
  const bib = bibsTyped(params.bib ?? '')[0]
  const albumid = Number(params.albumid) || undefined
  const [typed, setTyped] = useState(bib ?? '')
  const [wrong, setWrong] = useState(false)
  const [facing, setFacing] = useState(false)
  useFollow(bib ?? '', setTyped)
  const search = (event: FormEvent) => {
    event.preventDefault()
    const [bib] = bibsTyped(typed)
    setWrong(bib === undefined && typed.trim() !== '')
    if (bib !== undefined || typed.trim() === '') go(path.photos({ bib: bib, albumid: params.albumid }))
  }
  const albums = useAsk(photoList, { raceid, page: 1 }, { enabled: raceid !== 0 })
  if (raceid === 0)
    return (
      <Page title={t(words.title)} backTo={path.photosmy()}>
        <NoRace />
      </Page>
    )
  if (albums.error)
    return (
      <Page title={t(words.title)} backTo={path.home()}>
        <ErrorState
          error={albums.error}
          onRetry={() => void albums.refetch()}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(kit.home)}
            </ButtonLink>
          }
        />
      </Page>
    )
  return (
    <Page
      title={t(words.title)}
      backTo={path.home()}
      aside={
        <Link href={path.photosmy()} className="flex min-h-11 items-center px-2 font-medium text-strong">
          {t(words.mine)}
        </Link>
      }
    >
      <form onSubmit={search} className="flex flex-wrap items-end gap-3 rounded bg-surface p-4 shadow-card md:p-6">
        <TextInput
          className="min-w-0 flex-[1_1_9rem]"
          label={t(words.search_hint)}
          type="search"
          inputMode="text"
          autoCapitalize="characters"
          maxLength={20}
          placeholder={t(words.search)}
          value={typed}
          error={wrong ? t(words.bib_wrong) : undefined}
          before={<Search className="size-5" aria-hidden />}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" className="shrink-0">
          {t(words.search_go)}
        </Button>
      </form>
      {albums.data?.faces ? (
        <Button
          look="plain"
          className="md:justify-self-start"
          icon={<ScanFace className="size-5" aria-hidden />}
          onClick={() => setFacing(true)}
        >
          {t(words.face)}
        </Button>
      ) : null}
      {facing ? (
        <Suspense>
          <FaceDialog raceid={raceid} onClose={() => setFacing(false)} />
        </Suspense>
      ) : null}
      {/* Albums and photos appear together. Albums that came later would push the photos down. */}
      {albums.isPending ? <Bones /> : null}
      <div hidden={albums.isPending} className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        {bib === undefined && albumid === undefined ? <Albums albums={albums.data?.albums} /> : null}
        <Shown
          raceid={raceid}
          bib={bib}
          albumid={albumid}
          album={albums.data?.albums.find(({ id }) => id === albumid)}
        />
      </div>
    </Page>
  )
}

const Bones = () => (
  <div className="grid grid-cols-3 gap-1 md:grid-cols-5 md:gap-2">
    {Array.from({ length: 15 }, (_, nth) => (
      <Skeleton key={nth} className="aspect-square" />
    ))}
  </div>
)

const Albums = ({ albums }: { albums: readonly Album[] | undefined }) => {
  const t = useWords()
  if (!albums || albums.length < 2) return null
  return (
    <section aria-label={t(words.albums)}>
      <ul className="flex snap-x gap-3 overflow-x-auto pb-2 md:grid md:grid-cols-4 md:overflow-visible">
        {albums.map((album) => (
          <li key={album.id} className="w-40 shrink-0 snap-start md:w-auto">
            <Link
              href={path.photos({ albumid: album.id })}
              className="block overflow-hidden rounded bg-surface shadow-card hover:bg-sunk"
            >
              {album.cover ? (
                <img src={album.cover} alt="" loading="lazy" className="aspect-[4/3] w-full bg-sunk object-cover" />
              ) : (
                <span className="block aspect-[4/3] bg-sunk" />
              )}
              <span className="grid gap-0.5 p-3">
                <span className="truncate font-medium">{album.name}</span>
                <span className="figures text-14 text-soft">{t(words.count, { n: album.total })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Shown = ({
  raceid,
  bib,
  albumid,
  album,
}: {
  raceid: number
  bib: string | undefined
  albumid: number | undefined
  album: Album | undefined
}) => {
  const t = useWords()
  const { lang } = useLang()
  const input = { raceid, ...(bib === undefined ? {} : { bib }), ...(albumid === undefined ? {} : { albumid }) }
  const photos = useInfiniteQuery<Awaited<ReturnType<typeof call<typeof photoFetch>>>, Refused>({
    queryKey: askKey(photoFetch.path, raceid, lang, input),
    queryFn: ({ pageParam }) => call(photoFetch, { ...input, page: pageParam as number }),
    initialPageParam: 1,
    getNextPageParam: (last) =>
      last.items.length === PHOTO_PAGE && last.page < last.totalpage ? last.page + 1 : undefined,
  })
  const items = photos.data?.pages.flatMap((page) => page.items) ?? []
  const total = photos.data?.pages[0]?.total ?? 0
  const title =
    bib === undefined
      ? (album?.name ?? t(words.all))
      : total > 0
        ? t(words.found, { bib, n: total })
        : t(words.found_none, { bib })
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-20 font-bold">
          <Dotted text={title} />
          {bib === undefined && total > 0 ? (
            <span className="figures ml-2 text-14 font-normal text-soft">{t(words.count, { n: total })}</span>
          ) : null}
        </h2>
        {bib === undefined ? null : <FollowPhotosButton raceid={raceid} bib={bib} />}
      </div>
      {photos.isPending ? <Bones /> : null}
      {photos.error && !photos.isFetchNextPageError ? (
        <ErrorState error={photos.error} onRetry={() => void photos.refetch()} />
      ) : null}
      {photos.data && items.length === 0 ? (
        <Empty
          title={bib === undefined ? t(words.none) : t(words.none_of, { bib })}
          description={t(bib === undefined ? words.none_text : words.none_of_text)}
        />
      ) : null}
      {items.length ? <PhotoGrid photos={items} label={title} onGone={() => void photos.refetch()} /> : null}
      <MoreButton list={photos} scrolls />
      {bib === undefined ? null : <Passings raceid={raceid} bib={bib} />}
    </section>
  )
}
