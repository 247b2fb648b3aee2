import { ExternalLink, Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import { two } from '#contract/written.ts'
import { raceShow } from '#features/races/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { call, refusedFrom, useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Lanes } from '#ui/layout/Lanes.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useObjectUrl } from '#ui/media/useObjectUrl.ts'
import { path } from '#seam/web/paths.ts'
import { type Moment, resultsVideos } from '../../progress/progress.contract.ts'
import { timingQuery } from '../../contract.ts'
import { videoWords as words } from './video.words.ts'
import { groupedBy } from '#ui/layout/grouped.ts'
import { NoRace } from '../list/NoRace.tsx'
import { scoreWords } from '../report/score.words.ts'
import { usePointName } from '../report/SplitTable.tsx'

/** Shows on-site video of the moments at which a runner passed the cameras. */
export const VideoPage = () => {
  const t = useWords()
  const { raceid } = link()
  const { key } = usePageParams()
  const race = useAsk(
    raceShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 300_000 },
  )
  const hasVideo = (race.data?.settings.videos.length ?? 0) > 0
  return (
    <Page title={t(words.title)} narrow>
      {race.error ? <ErrorState error={race.error} onRetry={() => void race.refetch()} /> : null}
      {raceid === undefined ? <NoRace /> : null}
      {race.data && !hasVideo ? (
        <Empty
          title={t(words.noVideo)}
          description={t(words.noVideoHow)}
          action={
            <ButtonLink look="plain" href={path.report()}>
              {t(scoreWords.every)}
            </ButtonLink>
          }
        />
      ) : null}
      {race.isPending && raceid !== undefined ? <SkeletonCards count={2} className="h-32" /> : null}
      {hasVideo && raceid !== undefined ? key ? <Moments runner={key} /> : <FindRunner raceid={raceid} /> : null}
    </Page>
  )
}

const FindRunner = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const go = useGo()
  const [bib, setBib] = useState('')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<string>()
  const find = async () => {
    if (bib.trim() === '') return
    setBusy(true)
    setMissing(undefined)
    try {
      const { report } = await call(timingQuery, { raceid, bib: bib.trim() }, { quiet: true })
      if (report) go(path.video({ key: report._key }))
      else setMissing(t(words.notFound))
    } catch (thrown) {
      const refused = refusedFrom(thrown)
      setMissing(refused.refusal === 'no_report' ? t(words.notFound) : refused.msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <form
        role="search"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <TextInput
          label={t(words.bib)}
          hint={missing ? t(words.notFoundHow) : t(words.bibHint)}
          error={missing}
          value={bib}
          onChange={(event) => setBib(event.target.value)}
          maxLength={20}
          autoCapitalize="characters"
          enterKeyHint="search"
          inputClassName="figures min-h-14 text-20"
        />
        <Button type="submit" busy={busy} disabled={bib.trim() === ''}>
          {t(words.find)}
        </Button>
      </form>
    </Card>
  )
}

const Moments = ({ runner }: { runner: string }) => {
  const t = useWords()
  const found = useAsk(resultsVideos, { key: runner }, { quiet: true })
  if (found.error)
    return found.error.refusal === 'no_report' ? (
      <Empty
        title={t(words.notFound)}
        description={t(words.notFoundHow)}
        action={
          <ButtonLink look="plain" href={path.video()}>
            {t(words.other)}
          </ButtonLink>
        }
      />
    ) : (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    )
  if (!found.data) return <SkeletonCards count={2} className="h-56" />
  const { name, bib, event, moments } = found.data
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-28 font-bold">{name ?? t(scoreWords.hiddenName)}</h2>
        <p className="figures text-soft">
          <Dotted text={`${event} · ${bib}`} />
        </p>
      </div>
      {moments.length === 0 ? <Empty title={t(words.none)} description={t(words.noneHow)} /> : null}
      <ol className="grid gap-4">
        {[...groupedBy(moments, ({ point }) => point)].map(([point, films]) => (
          <li key={point}>
            <OnePoint films={films} who={`${name ?? t(scoreWords.hiddenName)} ${bib}`} />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink look="plain" href={path.result({ key: runner })}>
          {t(scoreWords.whole)}
        </ButtonLink>
        <ButtonLink look="plain" href={path.video()}>
          {t(words.other)}
        </ButtonLink>
      </div>
    </>
  )
}

const stamp = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.000`
/** Returns the address of a caption for a film: the runner, the point and the time. */
const useCaption = (offset: number | null, says: string): string | undefined => {
  const caption = useMemo(
    () =>
      offset === null
        ? undefined
        : new Blob([`WEBVTT\n\n${stamp(offset)} --> ${stamp(offset + 15)}\n${says}\n`], { type: 'text/vtt' }),
    [offset, says],
  )
  return useObjectUrl(caption)
}

/** A point of the course with the films of all its cameras. */
const OnePoint = ({ films, who }: { films: readonly Moment[]; who: string }) => {
  const t = useWords()
  const nameOf = usePointName()
  const { point, time } = films[0]!
  const title = nameOf(point)
  return (
    <Card
      title={title}
      aside={time ? <span className="figures text-soft">{t(words.passed, { time })}</span> : undefined}
    >
      <ul className="grid gap-4">
        {films
          .toSorted((a, b) => Number(a.kind === 'page') - Number(b.kind === 'page'))
          .map((film) => (
            <li key={film.address}>
              <OneFilm film={film} title={title} who={who} />
            </li>
          ))}
      </ul>
    </Card>
  )
}

/** A film that plays here from the runner's moment on, or a tile that leads to the page of a film. */
const OneFilm = ({
  film: { time, kind, address, offset },
  title,
  who,
}: {
  film: Moment
  title: string
  who: string
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [failed, setFailed] = useState(false)
  const caption = useCaption(offset, [who, title, time].filter(Boolean).join(' · '))
  if (kind === 'page')
    return (
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className="relative flex aspect-[4/1] items-center justify-center overflow-hidden rounded text-white"
      >
        <Lanes colour="var(--c-fill)" />
        <span className="relative flex items-center gap-2 rounded-full bg-black/55 px-4 py-2 font-medium">
          <Play className="size-5" aria-hidden />
          {t(words.open)}
        </span>
      </a>
    )
  return failed ? (
    <div className="grid justify-items-start gap-3">
      <p role="alert" className="text-soft">
        {t(words.failed)}
      </p>
      <ButtonLink
        look="plain"
        href={`${address}#t=${offset ?? 0}`}
        target="_blank"
        rel="noopener noreferrer"
        icon={<ExternalLink className="size-5" aria-hidden />}
      >
        {t(words.openFilm)}
      </ButtonLink>
    </div>
  ) : (
    // The browser shows the picture of the runner's moment until the film is played.
    <video
      controls
      playsInline
      preload="metadata"
      aria-label={t(words.film, { point: title })}
      src={`${address}#t=${offset ?? 0}`}
      onError={() => setFailed(true)}
      className="aspect-video w-full rounded bg-black"
    >
      <track kind="captions" src={caption} srcLang={lang} label={who} default />
    </video>
  )
}
