import { type ReactNode, useEffect, useState } from 'react'
import type { Certificate } from '#features/certificates/contract.ts'
import { CertificateBlock } from '#features/certificates/web/CertificateBlock.tsx'
import { useLeadToCrop } from '#features/certificates/web/useLeadToCrop.ts'
import { posterReport } from '#features/posters/contract.ts'
import { InHall } from '#features/hall/web/InHall.tsx'
import { CropLink } from '#features/posters/web/CropLink.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Facts } from '#ui/layout/Card.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { link, rememberedIdnum, takeIdnum } from '#ui/router/address.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { useHallLink } from '#seam/web/hallClient.ts'
import { raceOfKey } from '#contract/key.ts'
import { colourOfPage } from '#features/races/pageColour.rules.ts'
import { TopBar, useTitle } from '#ui/layout/Page.tsx'
import { RaceBanner } from '#ui/layout/RaceBanner.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { applyTheme } from '#ui/look/applyTheme.ts'
import { path } from '#seam/web/paths.ts'
import { scoreWords as words } from '#features/results/web/report/score.words.ts'
import { shortTime } from '#contract/written.ts'

/** A poster result of a game beside the race. A key leads to a result of the race itself, which `children` shows. */
export const PosterScore = ({ id, children }: { id: string; children: (key: string) => ReactNode }) => {
  const t = useWords()
  const { lang } = useLang()
  const { gameid, posterid, stay } = usePageParams()
  const hall = useHallLink()
  // If `id` is no key, the call takes the identity number from the link or from the last search on this device.
  const [idnum] = useState(() => (raceOfKey(id) === undefined ? (takeIdnum() ?? rememberedIdnum()) : ''))
  const answer = useAsk(posterReport, { id, ...(idnum === '' ? {} : { idnum }) })
  const [certificate, setCertificate] = useState<Certificate>()
  useTitle(t(words.title))
  // The page shows the server's sentence for any code but success (docs/behaviour/results.md, Score list).
  useEffect(() => {
    if (answer.error) toastError(answer.error.msg)
  }, [answer.error])
  const primary = answer.data && colourOfPage('/score', answer.data.race)
  useEffect(() => {
    if (primary && !link().color) void applyTheme(primary)
  }, [primary])
  const { data } = answer
  const stays = Boolean(stay && stay !== '0')
  const leads = useLeadToCrop(
    { type: 'poster', certificate: data?.certificate, userkey: data?._key, raceid: data?.race.id, bib: data?.bib },
    stays || Boolean(data?.key),
  )
  if (answer.data?.key) return children(answer.data.key)
  // The query page asks for the document's number if it is missing, and for a picture check after too many guesses.
  const asks = answer.error?.refusal === 'poster_needs_number' || answer.error?.refusal === 'picture_needed'
  const back = path.query({ ...(asks ? { type: 'poster', gameid, posterid } : { types: 'score' }), ...hall })
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <TopBar title={t(words.title)} backTo={back} />
      {answer.error ? (
        <ErrorState
          error={answer.error}
          onRetry={() => void answer.refetch()}
          action={
            <ButtonLink look="plain" href={back}>
              {t(words.lookUp)}
            </ButtonLink>
          }
        />
      ) : null}
      {answer.isPending || leads ? (
        <div className="frame py-4">
          <SkeletonCards count={2} className="h-56" />
        </div>
      ) : null}
      {answer.data && !leads ? (
        <>
          <RaceBanner
            plain
            name={answer.data.race.name}
            picture={answer.data.race.header}
            line={[answer.data.race.city, dateText(answer.data.race.time, lang, 'day', answer.data.race.zone)]
              .filter(Boolean)
              .join(' · ')}
          />
          <div className="frame relative -mt-4 grid items-start gap-4 pb-12 md:grid-cols-12 md:gap-6">
            <section
              aria-label={t(words.official)}
              className={
                'rounded bg-surface p-5 shadow-card md:p-8 ' +
                (answer.data.certificate ? 'md:col-span-7' : 'md:col-span-8 md:col-start-3')
              }
            >
              {answer.data.event ? <Chip tone="race">{answer.data.event}</Chip> : null}
              <div className="mt-3 flex items-baseline justify-between gap-4">
                <h2 className="min-w-0 text-28 font-bold">{answer.data.name ?? t(words.hiddenName)}</h2>
                <p className="shrink-0">
                  <span className="sr-only">{t(words.bib)} </span>
                  <span className="display text-28 text-soft">{answer.data.bib}</span>
                </p>
              </div>
              {answer.data.time ? (
                <p className="display mt-4 text-64 tracking-tight">{shortTime(answer.data.time)}</p>
              ) : null}
              <Facts
                rows={[
                  [t(words.net), answer.data.nettime ? shortTime(answer.data.nettime) : null],
                  ...answer.data.more,
                ]}
              />
            </section>
            {answer.data.certificate ? (
              <div className="md:col-span-5">
                <CertificateBlock
                  type="poster"
                  certKey={answer.data._key}
                  given={answer.data.certificate}
                  stays
                  onDrawn={setCertificate}
                />
              </div>
            ) : null}
            <div className={answer.data.certificate ? 'md:col-span-5 md:col-start-8' : 'md:col-span-8 md:col-start-3'}>
              <CropLink
                race={answer.data.race}
                certificate={certificate}
                posterid={answer.data.posterid}
                gameKey={answer.data._key}
                bib={answer.data.bib}
              />
              <InHall resultKey={answer.data.hallkey} />
            </div>
          </div>
        </>
      ) : null}
    </main>
  )
}
