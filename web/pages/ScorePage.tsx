import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Certificate } from '#features/certificates/contract.ts'
import { CertificateBlock } from '#features/certificates/web/CertificateBlock.tsx'
import { useLeadToCrop } from '#features/certificates/web/useLeadToCrop.ts'
import { InHall } from '#features/hall/web/InHall.tsx'
import { PhotoStrip } from '#features/photos/web/PhotoStrip.tsx'
import { CropLink } from '#features/posters/web/CropLink.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { isDecided, useAsk } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { useHallLink } from '#seam/web/hallClient.ts'
import { TopBar, useTitle } from '#ui/layout/Page.tsx'
import { RaceBanner } from '#ui/layout/RaceBanner.ts'
import { JumpMarks } from '#ui/layout/JumpMarks.tsx'
import { later } from '#ui/router/later.ts'
import { useHasPage } from '#ui/router/Router.tsx'
import { toast } from '#ui/feedback/Toast.tsx'
import { applyTheme } from '#ui/look/applyTheme.ts'
import { path } from '#seam/web/paths.ts'
import { type Split, timingQuery } from '#features/results/contract.ts'
import { colourOfPage } from '#features/races/pageColour.rules.ts'
import { PosterScore } from './PosterScore.tsx'
import { ScoreWaits } from './ScoreWaits.tsx'
import { CertificateHeld } from '#features/results/web/report/CertificateHeld.tsx'
import { ProtestLink } from '#features/results/web/protests/ProtestLink.tsx'
import { type ResultAnswer, ResultHero } from '#features/results/web/report/ResultHero.tsx'
import { scoreWords as words } from '#features/results/web/report/score.words.ts'
import { SplitTable } from '#features/results/web/report/SplitTable.tsx'

// Few runners see these parts, so the page loads them later.
const EntryScore = later(async () => (await import('./EntryScore.tsx')).EntryScore)
const PersonalBest = later(async () => (await import('./PersonalBest.tsx')).PersonalBest)
const PublicityCard = later(async () => (await import('#features/results/web/report/PublicityCard.tsx')).PublicityCard)

/**
 * Returns the subject of the link: a registration's certificate (`type=reg`), or a result, or a poster result
 * (`type=poster`). A link names a result or a poster result by key, id or score id.
 */
const useAsked = () => {
  const { type, key, _key, userKey, id, scoreid, certificateid, base, only, stay } = usePageParams()
  const whose = key ?? _key ?? userKey
  const number = (given: string | undefined) => (given && /^\d{1,15}$/.test(given) ? Number(given) : undefined)
  const said = (given: string | undefined) => Boolean(given && given !== '0')
  const named = number(scoreid ?? id)
  return {
    reg: type === 'reg',
    poster: type === 'poster' ? (whose ?? (named === undefined ? undefined : String(named))) : undefined,
    whose,
    id: whose ?? id ?? scoreid,
    // In a link to a registration's certificate, `id` names the certificate (docs/behaviour/results.md, Score page).
    certificateid: number(certificateid ?? (type === 'reg' ? id : undefined)),
    base: said(base),
    only: said(only),
    // The crop page leads back to the result by this parameter.
    stays: said(stay),
  }
}

/** A runner's result and certificate (docs/behaviour/results.md, Score page). */
export const ScorePage = () => {
  const subject = useAsked()
  if (subject.reg) return <EntryScore certKey={subject.whose} certificateid={subject.certificateid} />
  return subject.poster === undefined ? (
    <TimedScore subject={subject} id={subject.id} />
  ) : (
    <PosterScore id={subject.poster}>{(key) => <TimedScore subject={subject} id={key} />}</PosterScore>
  )
}

const TimedScore = ({ subject, id }: { subject: ReturnType<typeof useAsked>; id: string | undefined }) => {
  const t = useWords()
  const go = useGo()
  const { whose, certificateid, base, only, stays } = subject
  const hall = useHallLink()
  const answer = useAsk(
    timingQuery,
    { id: id ?? '', ...(certificateid === undefined ? {} : { certificateid }) },
    { enabled: id !== undefined },
  )
  const lookUp = path.query({ types: 'score', ...hall })
  const notified = useRef(false)
  useTitle(t(words.title))
  const missing =
    id === undefined || (answer.error !== null && isDecided(answer.error)) || (answer.data?.report === null && !base)
  const leave = useEffectEvent(() => {
    if (!missing || notified.current) return
    notified.current = true
    // Without a report the page shows a sentence that says so, and goes to the query page (docs/behaviour/results.md,
    // No report).
    toast(t(words.noReport))
    go(lookUp, { replace: true })
  })
  useEffect(() => leave(), [missing])
  // After a failed query the page shows the sentence for a missing report. The page stays and can ask again.
  const failed = answer.error !== null && !missing
  const notify = useEffectEvent(() => toast(t(words.noReport)))
  useEffect(() => {
    if (failed) notify()
  }, [failed])
  const race = answer.data?.event.race
  const primary = race && colourOfPage('/score', race)
  useEffect(() => {
    if (primary && !link().color) void applyTheme(primary)
  }, [primary])
  const leads = useLeadToCrop(markedOf(answer.data, whose), stays)
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <TopBar title={t(words.title)} backTo={lookUp} />
      {answer.data && !missing && !leads ? (
        <Loaded
          answer={answer.data}
          certKey={whose ?? (id?.includes('-') ? id : undefined)}
          reg={answer.data.report === null}
          certificateid={certificateid}
          only={only}
          stays={stays}
        />
      ) : answer.error && !missing ? (
        <ErrorState
          error={answer.error}
          onRetry={() => void answer.refetch()}
          action={
            <ButtonLink look="plain" href={lookUp}>
              {t(words.lookUp)}
            </ButtonLink>
          }
        />
      ) : (
        <ScoreWaits />
      )}
    </main>
  )
}

/** Picks the facts for a finisher's certificate out of the server's answer about a result. */
const markedOf = (answer: ResultAnswer | undefined, whose: string | undefined) => {
  const { report = null, certificate = null, publicity = null } = answer ?? {}
  const shown = report?.outcome === 'finished' && !publicity ? certificate : null
  return {
    type: 'timing' as const,
    certificate: shown,
    userkey: whose?.includes('-') ? whose : report?._key,
    scoreid: report?.id,
    raceid: answer?.event.raceid,
    bib: report?.bib,
  }
}

const Loaded = ({
  answer,
  certKey,
  reg,
  certificateid,
  only: asksOnly,
  stays,
}: {
  answer: ResultAnswer
  certKey: string | undefined
  reg: boolean
  certificateid: number | undefined
  only: boolean
  stays: boolean
}) => {
  const t = useWords()
  const { lang } = useLang()
  const has = useHasPage()
  const hall = useHallLink()
  const { event, report, publicity } = answer
  const { race } = event
  const splits = (report?.splits ?? []) as Split[]
  const finished = report?.outcome === 'finished'
  // A runner who has not finished has no certificate. A page that shows only the certificate would be empty.
  const only = asksOnly && finished
  const leadsOn =
    reg || only ? (
      <ButtonLink href={path.query({ types: reg ? 'reg' : 'score', ...hall })}>
        {t(reg ? words.lookUpEntry : words.lookUp)}
      </ButtonLink>
    ) : undefined
  const held = !reg && race.settings.certificates_official && report !== null && !report.official
  const showsSplits = splits.length > 0 && !race.settings.hide_splits && splits.some(({ ms }) => ms !== null)
  const every = path.report({ raceid: event.raceid, eventid: event.id })
  const [certificate, setCertificate] = useState<Certificate>()
  const day = dateText(race.time, lang, 'day', race.zone)
  const leadsWithCertificate = !reg && finished && !publicity && !held && answer.certificate !== null
  const apart = report !== null && !reg && !only
  const marks = [
    leadsWithCertificate ? (['certificate', words.markCertificate] as const) : undefined,
    ['result', words.markResult] as const,
    showsSplits ? (['splits', words.markSplits] as const) : undefined,
    race.albumid === null ? undefined : (['photos', words.markPhotos] as const),
    !leadsWithCertificate && finished ? (['certificate', words.markCertificate] as const) : undefined,
  ].filter((mark) => mark !== undefined)
  const result = apart ? (
    <div key="result" className="grid gap-4 md:col-span-7 md:gap-6">
      <div id="result" tabIndex={-1} className="scroll-mt-4 outline-none">
        <ResultHero answer={answer} report={report} badge={<PersonalBest resultKey={report._key} />} />
      </div>
      <ProtestLink report={report} minutes={race.settings.protest_minutes} />
      {showsSplits ? (
        <div id="splits" tabIndex={-1} className="scroll-mt-4 outline-none">
          <SplitTable splits={splits} titles={event.splits} />
        </div>
      ) : null}
      {race.albumid === null ? null : (
        <div id="photos" tabIndex={-1} className="scroll-mt-4 outline-none">
          <PhotoStrip raceid={event.raceid} albumid={race.albumid} bib={report.bib} />
        </div>
      )}
      <div className="grid gap-2 md:flex">
        <ButtonLink look="plain" href={path.result({ key: report._key })}>
          {t(words.whole)}
        </ButtonLink>
        {has(every) ? (
          <ButtonLink look="plain" href={every}>
            {t(words.every)}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  ) : null
  const keepsakes = (
    <div
      key="keepsakes"
      id="certificate"
      tabIndex={-1}
      className={`grid scroll-mt-4 gap-4 outline-none ${apart ? 'md:col-span-5' : 'md:col-span-8 md:col-start-3'}`}
    >
      {reg ? (
        <CertificateBlock
          type="reg"
          alone={leadsOn}
          onDrawn={setCertificate}
          {...(certKey ? { certKey } : {})}
          {...(certificateid === undefined ? {} : { certificateid })}
        />
      ) : null}
      {!reg && finished && publicity ? <PublicityCard {...publicity} raceid={event.raceid} /> : null}
      {held && finished ? <CertificateHeld /> : null}
      {!reg && finished && !publicity && !held ? (
        <CertificateBlock
          type="timing"
          alone={leadsOn}
          onDrawn={setCertificate}
          certKey={certKey?.includes('-') ? certKey : report._key}
          scoreid={report.id}
          size={certificateid === undefined ? answer.certificate : undefined}
          stays={stays}
          {...(certificateid === undefined ? {} : { certificateid })}
        />
      ) : null}
      {reg || (finished && !held) ? (
        <CropLink
          race={race}
          certificate={certificate}
          posterid={answer.posterid}
          userkey={certKey ?? report?._key}
          scoreid={report?.id}
          bib={report?.bib}
        />
      ) : null}
      {publicity && !race.settings.cast_under_rule ? null : (
        <InHall resultKey={finished ? report._key : undefined} certificateid={certificateid} />
      )}
    </div>
  )
  return (
    <>
      <RaceBanner
        plain
        name={race.name}
        picture={race.header}
        line={[race.city, day, race.settings.hide_event_name ? '' : event.name].filter(Boolean).join(' · ')}
      />
      <div className="frame relative -mt-4 grid gap-4 pb-12">
        {apart && marks.length > 1 ? (
          <JumpMarks label={t(words.marks)} marks={marks.map(([to, said]) => ({ to, said: t(said) }))} />
        ) : null}
        <div className="grid items-start gap-4 md:grid-cols-12 md:gap-6">
          {leadsWithCertificate ? [keepsakes, result] : [result, keepsakes]}
        </div>
      </div>
    </>
  )
}
