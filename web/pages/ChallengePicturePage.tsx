import { useMemo } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { certificatesActivity } from '#features/certificates/activity/activity.contract.ts'
import { drawActivity } from '#features/certificates/template/standard.rules.ts'
import { SheetPicture } from '#features/certificates/web/SheetPicture.tsx'
import type { CertificateSheet } from '#features/certificates/web/sheet.ts'
import { type Race, raceShow } from '#features/races/contract.ts'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { defaultPrimary } from '#ui/look/colour.ts'
import { useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { type ChallengeMine, clockMy } from '#features/challenges/contract.ts'
import { challengeWords as words } from '#features/challenges/web/challenges.words.ts'
import { kmText } from '#contract/written.ts'

/** The picture of a person's progress in a challenge, which the person can share. */
export const ChallengePicturePage = () => {
  const t = useWords()
  const account = useAccount()
  const raceid = link().raceid ?? 0
  const id = Number(usePageParams().id) || 0
  const race = useAsk(raceShow, { raceid }, { staleTime: 300_000 })
  const own = useAsk(clockMy, { raceid, id }, { enabled: account.loggedIn, quiet: true, staleTime: 0 })
  const mine = own.data?.items[0]
  const complete = mine !== undefined && mine.standing.complete_on !== null
  const proof = useAsk(certificatesActivity, { raceid, kind: 'challenge', id }, { enabled: complete, quiet: true })
  const error = race.error ?? own.error ?? proof.error
  if (!account.pending && !account.loggedIn)
    return <LoginNeeded title={t(words.picture)} heading={t(words.log_in_first)} />
  return (
    <Page title={t(words.picture)} backTo={path.challenge({ id })} narrow>
      {error ? <ErrorState error={error} onRetry={() => void own.refetch()} /> : null}
      {!error && (!race.data || own.isPending || (complete && proof.isPending)) ? (
        <SkeletonCards count={1} className="h-96" />
      ) : null}
      {own.data && !mine ? <Empty title={t(words.none)} /> : null}
      {race.data && mine && (proof.data || !complete) ? (
        <Picture race={race.data} mine={mine} proof={proof.data} />
      ) : null}
    </Page>
  )
}

type Props = { race: Race; mine: ChallengeMine; proof: OutputOf<typeof certificatesActivity> | undefined }
const Picture = ({ race, mine, proof }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { challenge, standing } = mine
  const address = `${location.origin}${path.challenge({ id: challenge.id })}`
  const day = dateText(standing.complete_on ?? mine.today, lang, 'day')
  const sheet = useMemo((): CertificateSheet => {
    const { svg, width, height, boxes } = drawActivity(
      { primary: race.skins.primary ?? defaultPrimary, city: race.city },
      {
        title: standing.complete_on === null ? '打 卡 进 行 中' : '挑 战 完 成',
        title_en: standing.complete_on === null ? 'CHALLENGE UNDER WAY' : 'CHALLENGE COMPLETED',
        done: '%项目%',
        figures: [
          { caption: '天数 DAYS', value: '%天数%' },
          { caption: '连续 STREAK', value: '%连续%' },
          { caption: '公里 KM', value: '%公里%' },
        ],
        ...(proof ? {} : { scan: { text: '扫码一起打卡', text_en: 'Scan to join the challenge' } }),
      },
    )
    const values = {
      赛事名称: race.name,
      英文名称: '',
      日期: day,
      城市: race.city,
      姓名: mine.name,
      项目: challenge.name,
      天数: String(standing.days),
      连续: String(standing.longest),
      公里: kmText(standing.metres),
      ...(proof ? { 证书编号: proof.number } : {}),
    }
    const bg = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
    return { width, height, bg, boxes, html: '', values, photo: null, link: proof?.link ?? address }
  }, [race, mine.name, challenge, standing, proof, day, address])
  return (
    <SheetPicture
      sheet={sheet}
      alt={t(words.picture_alt, {
        name: mine.name,
        challenge: challenge.name,
        days: standing.days,
        km: kmText(standing.metres),
      })}
      file={`challenge-${challenge.id}`}
      action={t(words.save)}
    />
  )
}
