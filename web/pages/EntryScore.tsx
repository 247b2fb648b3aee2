import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Certificate } from '#features/certificates/contract.ts'
import { CertificateBlock } from '#features/certificates/web/CertificateBlock.tsx'
import { InHall } from '#features/hall/web/InHall.tsx'
import { CropLink } from '#features/posters/web/CropLink.tsx'
import { raceShow } from '#features/races/contract.ts'
import { colourOfPage } from '#features/races/pageColour.rules.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { refusals } from '#features/registrations/words.ts'
import { scoreWords as words } from '#features/results/web/report/score.words.ts'
import { useHallLink } from '#seam/web/hallClient.ts'
import { path } from '#seam/web/paths.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toast } from '#ui/feedback/Toast.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { TopBar, useTitle } from '#ui/layout/Page.tsx'
import { RaceBanner } from '#ui/layout/RaceBanner.ts'
import { applyTheme } from '#ui/look/applyTheme.ts'
import { isDecided, useAsk } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { ScoreWaits } from './ScoreWaits.tsx'

/**
 * The certificate of a registration (docs/behaviour/results.md, Score page). The page first asks for the registration,
 * then for the certificate. An unknown key leads to the look-up of registrations. A race that sells elsewhere leads to
 * its order list.
 */
export const EntryScore = ({
  certKey,
  certificateid,
}: {
  certKey: string | undefined
  certificateid: number | undefined
}) => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const hall = useHallLink()
  const entry = useAsk(registrationShow, { id: certKey ?? '' }, { enabled: certKey !== undefined })
  const raceid = entry.data?.raceid
  const race = useAsk(raceShow, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined }).data
  const [certificate, setCertificate] = useState<Certificate>()
  useTitle(t(words.title))
  const lookUp = path.query({ types: 'reg', ...hall })
  const refused = entry.error && isDecided(entry.error) ? entry.error : undefined
  const elsewhere = refused?.code === '206' ? refused.url : undefined
  const missing = certKey === undefined ? t(refusals.registration_not_found.message) : refused?.msg
  const notified = useRef(false)
  const leave = useEffectEvent(() => {
    if (missing === undefined || notified.current) return
    notified.current = true
    if (elsewhere) return location.assign(elsewhere)
    toast(missing)
    go(lookUp, { replace: true })
  })
  useEffect(() => leave(), [missing])
  const primary = race && colourOfPage('/score', race)
  useEffect(() => {
    if (primary && !link().color) void applyTheme(primary)
  }, [primary])
  const { data } = entry
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <TopBar title={t(words.title)} backTo={lookUp} />
      {entry.error && missing === undefined ? (
        <ErrorState
          error={entry.error}
          onRetry={() => void entry.refetch()}
          action={
            <ButtonLink look="plain" href={lookUp}>
              {t(words.lookUpEntry)}
            </ButtonLink>
          }
        />
      ) : data && race ? (
        <>
          <RaceBanner
            plain
            name={race.name}
            picture={race.header}
            line={[
              race.city,
              dateText(race.time, lang, 'day', race.zone),
              race.settings.hide_event_name ? '' : data.meta.event.name,
            ]
              .filter(Boolean)
              .join(' · ')}
          />
          <div className="frame relative -mt-4 grid items-start gap-4 pb-12 md:grid-cols-12 md:gap-6">
            <div className="grid gap-4 md:col-span-8 md:col-start-3">
              <CertificateBlock
                type="reg"
                alone={<ButtonLink href={lookUp}>{t(words.lookUpEntry)}</ButtonLink>}
                onDrawn={setCertificate}
                certKey={certKey}
                certificateid={certificateid}
              />
              <CropLink
                race={race}
                certificate={certificate}
                posterid={null}
                userkey={certKey}
                bib={data.bib ?? undefined}
              />
              <InHall resultKey={undefined} certificateid={certificateid} />
            </div>
          </div>
        </>
      ) : (
        <ScoreWaits />
      )}
    </main>
  )
}
