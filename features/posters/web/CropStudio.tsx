import { GalleryHorizontalEnd, ImagePlus, Images, Trash2 } from 'lucide-react'
import { type ComponentProps, type DragEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { watermarkOn } from '#features/certificates/template/marks.rules.ts'
import { Previewer } from '#features/certificates/web/Previewer.tsx'
import { watermaskFetch } from '#features/codes/contract.ts'
import { useLent } from '#features/codes/web/useLent.ts'
import { type Photo as RacePhoto, photoFetch } from '#features/photos/contract.ts'
import { bibsTyped } from '#features/photos/rules.ts'
import type { Watermask } from '#features/races/contract.ts'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { isPictureName, pictureTypes } from '#ui/media/pictureFile.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { cropWords as words } from './crop.words.ts'
import { KeepPart } from './KeepPart.tsx'
import { MarkChoice } from './MarkChoice.tsx'
import { NoPhoto, type PhotoSource, fetchPhoto, openPhoto } from './photo.ts'
import { PhotosPopup } from './PhotosPopup.tsx'
import { PosterPaper } from './PosterPaper.tsx'
import { PostersPopup } from './PostersPopup.tsx'
import { usePosterPicture } from './usePosterPicture.ts'
import { usePhoto } from '#features/certificates/web/usePhoto.ts'
import type { PosterSubject } from './useSubject.ts'

const CropDialog = onDemand(
  async () => (await import('./CropDialog.tsx')).CropDialog,
  ({ onCancel }) => ({ onClose: onCancel }),
)

const ofPoster = { title: words.title, thing: words.poster, of: words.poster_of, needs_photo: words.needs_photo }
const ofCertificate = {
  title: words.title_certificate,
  thing: words.certificate,
  of: words.certificate_of,
  needs_photo: words.needs_photo_certificate,
}

/** The steps of the crop page: the runner chooses a design and a photo, cuts the photo, and saves the picture. */
export const CropStudio = ({
  subject,
  name,
  onName,
  inHall,
}: {
  subject: PosterSubject
  name: string
  onName: (name: string) => void
  /** Returns the part of the page that shows or prints the finished picture in the race's results hall. */
  inHall: (resultKey: PosterSubject['resultKey'], picture: () => Promise<Blob>) => ReactNode
}) => {
  const t = useWords()
  const { choices, whose, race, anonymous } = subject
  const [chosen, setChosen] = useState<string>()
  const [popup, setPopup] = useState<'posters' | 'photos' | 'large'>()
  const { source, setSource, opening, wrong, open } = useSource()
  const [mark, setMark] = useState<Watermask>()
  const input = useRef<HTMLInputElement>(null)
  const choice = choices.find(({ id }) => id === (chosen ?? subject.first)) ?? choices[0]!
  const { photo, take, drop } = usePhoto(whose)
  const watermasks = useAsk(watermaskFetch, { raceid: race?.id ?? choice.raceid }).data?.items ?? []
  const { made, again } = usePosterPicture({
    choice,
    whose,
    raceid: race?.id,
    settings: race?.settings,
    photo,
    marks: mark ? [watermarkOn(mark, choice)] : choice.marks,
  })
  const bib = bibsTyped(subject.bib ?? '')[0]
  const racePhotos = useRacePhotos(choice.takesPhoto ? race?.id : undefined, bib)

  /**
   * Opens a chosen file, and ignores a file of another kind without a message (docs/behaviour/certificates.md, Crop
   * page).
   */
  const choose = (file: File | undefined) => {
    if (file && isPictureName(file.name)) void open(() => openPhoto(file))
  }
  const fromRace = (one: RacePhoto) => {
    setPopup(undefined)
    void open(() => fetchPhoto(`${one.original}?x-oss-process=image/resize,w_1920/format,jpg`))
  }
  const upload = () => input.current?.click()
  const who = subject.name ?? ''
  const says = choice.kind === 'poster' ? ofPoster : ofCertificate
  const alt = who ? t(says.of, { name: who }) : t(says.thing)
  const ready = made.state === 'ready' ? made : undefined
  const lent = useLent({
    picture: ready?.jpeg,
    raceid: race?.id ?? choice.raceid,
    name: ready?.key ?? '',
    asks: choice.takesPhoto,
  })
  const { address } = lent
  const missing = choice.takesPhoto && photo === null
  return (
    <div className="grid items-start gap-4 md:grid-cols-12 md:gap-6">
      <DropPaper
        choice={choice}
        made={made}
        alt={alt}
        address={address}
        onAgain={again}
        onUpload={missing ? upload : undefined}
        onEnlarge={() => setPopup('large')}
        onFile={choose}
      />
      <section
        aria-label={t(says.title)}
        className="grid gap-4 rounded bg-surface p-4 shadow-card md:col-span-5 md:p-6"
      >
        <StudioHead choice={choice} several={choices.length > 1} onMore={() => setPopup('posters')} />
        {ready ? (
          <div className="border-b border-line pb-4 last:border-0 last:pb-0">
            <KeepPart
              ready={ready}
              lent={lent}
              filename={[race?.name, bib, t(says.thing)].filter(Boolean).join('-')}
              paper={choice.kind === 'poster' ? undefined : choice}
              onAgain={again}
            />
          </div>
        ) : null}
        {photo || !choice.takesPhoto ? (
          <MarkChoice watermasks={watermasks} needed={choice.watermarked} chosen={mark} onChoose={setMark} />
        ) : null}
        {anonymous ? (
          <TextInput
            label={t(words.name)}
            value={name}
            maxLength={40}
            onChange={(event) => onName(event.target.value)}
          />
        ) : null}
        {choice.takesPhoto ? (
          <PhotoPart
            inputRef={input}
            there={Boolean(photo)}
            missing={missing ? t(says.needs_photo) : undefined}
            opening={opening}
            wrong={wrong}
            onFile={choose}
            onUpload={upload}
            onRacePhotos={racePhotos ? () => setPopup('photos') : undefined}
            onDrop={() => void drop()}
          />
        ) : choice.kind === 'poster' ? null : (
          <p className="text-soft">{t(words.no_slot)}</p>
        )}
        {ready ? inHall(subject.resultKey, async () => ready.jpeg) : null}
      </section>
      {popup === 'posters' ? (
        <PostersPopup
          choices={choices}
          chosen={choice.id}
          onClose={() => setPopup(undefined)}
          onChoose={(id) => {
            setChosen(id)
            setPopup(undefined)
          }}
        />
      ) : null}
      {popup === 'photos' && race && bib ? (
        <PhotosPopup raceid={race.id} bib={bib} onClose={() => setPopup(undefined)} onChoose={fromRace} />
      ) : null}
      {popup === 'large' && ready ? (
        <Previewer address={address ?? ready.address} alt={alt} onClose={() => setPopup(undefined)} />
      ) : null}
      {source ? (
        <Suspense>
          <CropDialog
            source={source}
            onCancel={() => setSource(undefined)}
            onDone={(cut) => {
              setSource(undefined)
              void take(cut)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

type PhotoProps = {
  inputRef: RefObject<HTMLInputElement | null>
  /** True if a photo is chosen. */
  there: boolean
  /** The text while no photo is chosen. */
  missing: string | undefined
  opening: boolean
  wrong: string | undefined
  onFile: (file: File | undefined) => void
  onUpload: () => void
  onRacePhotos: (() => void) | undefined
  onDrop: () => void
}
const PhotoPart = (props: PhotoProps) => {
  const { inputRef, there, missing, opening, wrong, onFile, onUpload, onRacePhotos, onDrop } = props
  const t = useWords()
  return (
    <div className="grid gap-2">
      {missing ? <p className="font-medium">{missing}</p> : null}
      <input
        ref={inputRef}
        type="file"
        accept={pictureTypes}
        aria-label={t(there ? words.upload_other : words.upload)}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          onFile(file)
        }}
      />
      <Button
        wide
        look={there ? 'plain' : 'strong'}
        busy={opening}
        icon={<ImagePlus className="size-5" aria-hidden />}
        onClick={onUpload}
      >
        {t(there ? words.upload_other : words.upload)}
      </Button>
      {onRacePhotos ? (
        <Button wide look="plain" icon={<Images className="size-5" aria-hidden />} onClick={onRacePhotos}>
          {t(words.race_photos)}
        </Button>
      ) : null}
      {there ? (
        <Button wide look="quiet" icon={<Trash2 className="size-5" aria-hidden />} onClick={onDrop}>
          {t(words.photo_taken_out)}
        </Button>
      ) : null}
      {wrong ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {wrong}
        </p>
      ) : null}
      <p className="text-14 text-soft">
        {t(words.stays)} <span className="whitespace-nowrap">{t(words.upload_kinds)}</span>
      </p>
    </div>
  )
}

const StudioHead = ({
  choice,
  several,
  onMore,
}: {
  choice: PosterSubject['choices'][number]
  several: boolean
  onMore: () => void
}) => {
  const t = useWords()
  return (
    <>
      {several || choice.title ? (
        <div className="flex items-center justify-between gap-3">
          <h2 className="min-w-0 truncate text-20 font-bold">{choice.title ?? t(words.certificate)}</h2>
          {several ? (
            <Button
              look="quiet"
              className="shrink-0"
              icon={<GalleryHorizontalEnd className="size-5" aria-hidden />}
              onClick={onMore}
            >
              {t(words.more_posters)}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

type PaperProps = Omit<ComponentProps<typeof PosterPaper>, 'made'> & {
  made: ReturnType<typeof usePosterPicture>['made']
  onAgain: () => void
  onFile: (file: File | undefined) => void
}
/** The poster. A person can drop a photo on it. */
const DropPaper = ({ choice, made, onAgain, onFile, ...paper }: PaperProps) => {
  const t = useWords()
  const [over, setOver] = useState(false)
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (choice.takesPhoto) onFile(event.dataTransfer.files[0])
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(choice.takesPhoto)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={
        'rounded bg-[linear-gradient(180deg,var(--c-sunk),var(--c-line))] px-6 py-6 md:col-span-7 ' +
        `md:py-10 ${over ? 'outline-2 outline-strong' : ''}`
      }
    >
      <div className="mx-auto max-w-[24rem]">
        {made.state === 'failed' ? (
          <ErrorState
            error={made.error}
            title={t(choice.kind === 'poster' ? words.failed : words.failed_certificate)}
            onRetry={onAgain}
          />
        ) : (
          <PosterPaper choice={choice} made={made} {...paper} />
        )}
      </div>
    </div>
  )
}

/** Manages the photo to cut, which is loading, open, or refused with a reason. */
const useSource = () => {
  const t = useWords()
  const [source, setSource] = useState<PhotoSource>()
  const [opening, setOpening] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const open = async (read: () => Promise<PhotoSource>) => {
    setWrong(undefined)
    setOpening(true)
    try {
      setSource(await read())
    } catch (thrown) {
      setWrong(t(words[thrown instanceof NoPhoto ? thrown.why : 'photo_not_loaded']))
    } finally {
      setOpening(false)
    }
  }
  return { source, setSource, opening, wrong, open }
}

/** Tells whether the race has photos of this bib. */
const useRacePhotos = (raceid: number | undefined, bib: string | undefined) => {
  const found = useAsk(
    photoFetch,
    { raceid: raceid ?? 0, bib: bib ?? '0', page: 1 },
    { enabled: raceid !== undefined && bib !== undefined },
  )
  return (found.data?.total ?? 0) > 0
}
