import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type Film,
  consoleResultsFilmBegin,
  consoleResultsFilmPiece,
  consoleResultsFilmRemove,
  consoleResultsFilms,
  pieceBytes,
} from '#features/results/films/films.contract.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import type { RaceSettings } from '../contract.ts'
import type { PointVideo } from '../reports.contract.ts'
import { resultsWords as words } from './results.words.ts'

type Props = {
  raceid: number
  settings: RaceSettings
  change: (patch: Partial<RaceSettings>) => void
  errorAt: (field: string) => string | undefined
  zone: string
}
const sizeText = (bytes: number): string =>
  bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`

/**
 * Sends a film piece by piece, from the point where the last upload stopped. It tries each piece a few times, because
 * the connection may break during a long upload.
 */
const sendFilm = async (raceid: number, file: File, onProgress: (share: number) => void): Promise<Film> => {
  const tries = async <T,>(work: () => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried++) {
      try {
        return await work()
      } catch (thrown) {
        if (tried === 4 || refusedFrom(thrown).code !== 'network') throw thrown
        await new Promise((go) => setTimeout(go, 1000 * 2 ** tried))
      }
    }
  }
  let { film } = await tries(() =>
    call(
      consoleResultsFilmBegin,
      { raceid, name: file.name.slice(0, 200), bytes: file.size },
      { files: { file: file.slice(0, pieceBytes) } },
    ),
  )
  for (onProgress(film.received / film.bytes); !film.done; onProgress(film.received / film.bytes)) {
    const at = film.received
    film = (
      await tries(() =>
        call(
          consoleResultsFilmPiece,
          { raceid, id: film.id, at },
          { files: { file: file.slice(at, at + pieceBytes) } },
        ),
      )
    ).film
  }
  return film
}

/** Finds the length of a film, as this browser reads it; undefined if the browser cannot tell. */
const lengthOf = (address: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const video = document.createElement('video')
    video.preload = 'metadata'
    video.onloadedmetadata = () =>
      resolve(Number.isFinite(video.duration) && video.duration >= 1 ? Math.floor(video.duration) : undefined)
    video.onerror = () => resolve(undefined)
    setTimeout(() => resolve(undefined), 10_000)
    video.src = address
  })

/**
 * Edits the on-site video of a race's checkpoints. A video is a company's page, a film at an outside address, or the
 * race's own uploaded film.
 */
export const VideosPart = ({ raceid, settings: { videos }, change, errorAt, zone }: Props) => {
  const t = useWords()
  const films = useAsk(consoleResultsFilms, { raceid }, { staleTime: 0, quiet: true })
  const done = (films.data?.items ?? []).filter((film) => film.done)
  const set = (at: number, part: Partial<PointVideo>) =>
    change({ videos: videos.map((one, n) => (n === at ? { ...one, ...part } : one)) })
  return (
    <>
      <h3 className="mb-1 mt-6 font-medium">{t(words.videos)}</h3>
      <p className="mb-3 text-14 text-soft">{t(words.videos_text)}</p>
      <ul className="grid gap-4">
        {videos.map((one, at) => (
          <VideoRow
            key={at}
            video={one}
            at={at}
            films={done}
            errorAt={errorAt}
            zone={zone}
            onChange={(part) => set(at, part)}
            onRemove={() => change({ videos: videos.filter((_, n) => n !== at) })}
          />
        ))}
      </ul>
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => change({ videos: [...videos, { point: '终点', kind: 'page', address: '' }] })}
      >
        {t(words.add_video)}
      </Button>
      <OwnFilms raceid={raceid} videos={videos} change={change} films={films} />
    </>
  )
}

type RowProps = Pick<Props, 'errorAt' | 'zone'> & {
  video: PointVideo
  at: number
  /** The race's own films that can be chosen. */
  films: readonly Film[]
  onChange: (part: Partial<PointVideo>) => void
  onRemove: () => void
}
const VideoRow = ({ video: one, at, films, errorAt, zone, onChange, onRemove }: RowProps) => {
  const t = useWords()
  const own = films.find(({ path }) => path === one.address)
  return (
    <li className="grid items-start gap-3 md:grid-cols-[8rem_9rem_minmax(0,1fr)_auto]">
      <TextInput
        label={t(words.point)}
        value={one.point}
        error={errorAt(`settings.videos.${at}.point`)}
        onChange={(event) => onChange({ point: event.target.value })}
        maxLength={20}
      />
      <Select
        label={t(words.kind)}
        value={one.kind}
        onChange={(event) => onChange({ kind: event.target.value === 'film' ? 'film' : 'page' })}
        options={[
          { value: 'page', label: t(words.page) },
          { value: 'film', label: t(words.film) },
        ]}
      />
      <div className="grid gap-3">
        {one.kind === 'film' && films.length > 0 ? (
          <Select
            label={t(words.which_film)}
            value={own?.path ?? ''}
            onChange={(event) => onChange({ address: event.target.value })}
            options={[
              { value: '', label: t(words.film_elsewhere) },
              ...films.map(({ path, name }) => ({ value: path, label: name })),
            ]}
          />
        ) : null}
        {own && one.kind === 'film' ? null : (
          <TextInput
            type="url"
            label={t(words.address)}
            placeholder="https://"
            value={one.address}
            error={errorAt(`settings.videos.${at}.address`)}
            onChange={(event) => onChange({ address: event.target.value })}
            maxLength={400}
          />
        )}
        {one.kind === 'film' ? (
          <DateTimeInput
            seconds
            label={t(words.began)}
            hint={t(words.began_text)}
            zone={zone}
            value={one.began ?? null}
            error={
              errorAt(`settings.videos.${at}.began`) ?? (one.began === undefined ? t(words.began_missing) : undefined)
            }
            onChange={(began) => onChange({ began: began ?? undefined })}
          />
        ) : null}
      </div>
      <IconButton className="justify-self-end md:mt-7" label={t(words.remove_video, { n: at + 1 })} onClick={onRemove}>
        <Trash2 className="size-5" aria-hidden />
      </IconButton>
    </li>
  )
}

type FilmsProps = Pick<Props, 'raceid' | 'change'> & {
  videos: RaceSettings['videos']
  films: ReturnType<typeof useAsk<typeof consoleResultsFilms>>
}
/** Uploads the race's own films. A film that no checkpoint shows can be removed. */
const OwnFilms = ({ raceid, videos, change, films }: FilmsProps) => {
  const t = useWords()
  const { lang } = useLang()
  const remove = useCall(consoleResultsFilmRemove)
  const [sending, setSending] = useState<{ name: string; share: number }>()
  const [refused, setRefused] = useState<Refused>()
  const take = async (file: File) => {
    setRefused(undefined)
    setSending({ name: file.name, share: 0 })
    try {
      const film = await sendFilm(raceid, file, (share) => setSending({ name: file.name, share }))
      const seconds = await lengthOf(film.path)
      change({
        videos: [
          ...videos,
          { point: '终点', kind: 'film', address: film.path, ...(seconds === undefined ? {} : { seconds }) },
        ],
      })
      toastSuccess(t(words.film_up))
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    } finally {
      setSending(undefined)
      void films.refetch()
    }
  }
  const drop = async (film: Film) => {
    setRefused(undefined)
    try {
      await remove.mutateAsync({ raceid, id: film.id })
      void films.refetch()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  return (
    <div className="mt-3">
      <FileInput
        label={t(words.film_upload)}
        hint={t(words.film_upload_text)}
        error={refused?.msg}
        accept="video/mp4,video/webm,.mp4,.webm"
        busy={sending !== undefined}
        onFile={(file) => void take(file)}
      />
      {sending ? (
        <div className="mt-3 grid gap-1">
          <p className="figures text-14 text-soft">
            {sending.name} · {Math.floor(sending.share * 100)} %
          </p>
          <Progress value={sending.share} label={t(words.film_upload)} />
        </div>
      ) : null}
      <ul className="mt-2 divide-y divide-line">
        {(films.data?.items ?? []).map((film) => (
          <li key={film.id} className="flex flex-wrap items-center gap-x-4 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{film.name}</span>
              <span className="figures block text-14 text-soft">
                {film.done
                  ? sizeText(film.bytes)
                  : t(words.film_part, { share: `${Math.floor((film.received / film.bytes) * 100)} %` })}
              </span>
            </span>
            {film.done ? (
              <a
                className="inline-flex min-h-11 items-center text-strong underline"
                href={film.path}
                target="_blank"
                rel="noreferrer"
              >
                {t(words.film_see)}
              </a>
            ) : null}
            <IconButton
              label={t(words.film_remove, { name: film.name })}
              disabled={remove.isPending || videos.some(({ address }) => address === film.path)}
              onClick={() => void drop(film)}
            >
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
