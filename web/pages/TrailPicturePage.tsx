import { useMemo, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { SheetPicture } from '#features/certificates/web/SheetPicture.tsx'
import type { CertificateSheet } from '#features/certificates/web/sheet.ts'
import { certificatesActivity } from '#features/certificates/activity/activity.contract.ts'
import { drawActivity } from '#features/certificates/template/standard.rules.ts'
import { postersC } from '#features/posters/contract.ts'
import type { Poster } from '#features/posters/design.contract.ts'
import { posterTextsOf, postersFor, posterSheetOf } from '#features/posters/rules.ts'
import { type Race, raceShow } from '#features/races/contract.ts'
import { type Trail, type TrailSignup, appTrailQuery, appTrailSigned } from '#features/trails/contract.ts'
import { trailPictureWords as words } from '#features/trails/web/picture.words.ts'
import { trailWords } from '#features/trails/web/trails.words.ts'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { dateText, shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { defaultPrimary } from '#ui/look/colour.ts'
import { useObjectUrl } from '#ui/media/useObjectUrl.ts'
import { useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'

/** The pictures of somebody who completed a trail: a certificate, and the race's posters for finishers. */
export const TrailPicturePage = () => {
  const t = useWords()
  const account = useAccount()
  const raceid = link().raceid ?? 0
  const id = Number(usePageParams().id) || 0
  const trails = useAsk(appTrailQuery, { raceid, id })
  const signed = useAsk(appTrailSigned, { raceid }, { enabled: account.loggedIn, quiet: true, staleTime: 0 })
  const race = useAsk(raceShow, { raceid }, { staleTime: 300_000 })
  const posters = useAsk(postersC, { raceid }, { quiet: true })
  const trail = trails.data?.items[0]
  const own = signed.data?.items.find(({ trailid, repeats }) => trailid === id && repeats > 0)
  const back = path.trail({ id })
  const proof = useAsk(certificatesActivity, { raceid, kind: 'trail', id }, { enabled: own !== undefined, quiet: true })
  const error = trails.error ?? race.error ?? signed.error ?? proof.error
  if (!account.pending && !account.loggedIn)
    return <LoginNeeded title={t(trailWords.picture)} heading={t(trailWords.log_in_first)} onDone={account.refresh} />
  const waits = !trail || !race.data || signed.isPending || posters.isPending || (own && proof.isPending)
  return (
    <Page title={t(trailWords.picture)} backTo={back} narrow>
      {error ? <ErrorState error={error} onRetry={() => void trails.refetch()} /> : null}
      {waits && !error ? <SkeletonCards count={1} className="h-96" /> : null}
      {!waits && !own ? <Empty title={t(words.not_yet)} description={t(words.not_yet_how)} /> : null}
      {trail && race.data && own && proof.data && !posters.isPending ? (
        <Pictures
          trail={trail}
          race={race.data}
          own={own}
          proof={proof.data}
          posters={postersFor(posters.data ?? [], { eventid: trail.eventid, use: 'result' })}
        />
      ) : null}
    </Page>
  )
}

type Props = {
  trail: Trail
  race: Race
  own: TrailSignup
  proof: OutputOf<typeof certificatesActivity>
  posters: readonly Poster[]
}
const Pictures = ({ trail, race, own, proof, posters }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [chosen, setChosen] = useState('certificate')
  const [file, setFile] = useState<File>()
  const photo = useObjectUrl(file)
  const poster = posters.find(({ id }) => String(id) === chosen)
  const address = `${location.origin}${path.trail({ id: trail.id })}`
  const day = dateText(own.finished_at, lang, 'day', race.zone)
  const time = shortDuration(own.seconds)
  const sheet = useMemo((): CertificateSheet => {
    if (poster) {
      const { boxes, width, height, bg } = posterSheetOf(poster, { photo: photo !== undefined })
      const values = posterTextsOf({
        name: own.name,
        event: trail.name,
        time,
        nettime: time,
        race: race.name,
        date: day,
      })
      return { width, height, bg, boxes, html: '', values, photo: photo ?? null, link: address }
    }
    const standard = drawActivity(
      { primary: race.skins.primary ?? defaultPrimary, city: race.city, trail: true },
      {
        title: '完 成 证 书',
        title_en: 'CERTIFICATE OF COMPLETION',
        done: '完成 %项目%',
        figures: [
          { caption: '用时 TIME', value: '%用时%' },
          { caption: '轮数 ROUNDS', value: '%轮数%' },
          { caption: '积分 POINTS', value: '%积分%' },
        ],
      },
    )
    const values = {
      赛事名称: race.name,
      英文名称: '',
      日期: day,
      城市: race.city,
      姓名: own.name,
      项目: trail.name,
      用时: time,
      轮数: String(own.repeats),
      积分: String(own.points),
      证书编号: proof.number,
    }
    const { width, height, boxes, svg } = standard
    const bg = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
    return { width, height, bg, boxes, html: '', values, photo: null, link: proof.link }
  }, [poster, photo, own, proof, trail, race, day, time, address])
  return (
    <>
      {posters.length > 0 ? (
        <Segmented
          label={t(words.kind)}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'certificate', label: t(words.certificate) },
            ...posters.slice(0, 3).map((one) => ({ value: String(one.id), label: one.name })),
          ]}
        />
      ) : null}
      {poster && !poster.nopic ? (
        <FileInput label={t(words.photo)} accept=".jpg,.jpeg,.png,.webp" onFile={setFile} />
      ) : null}
      <SheetPicture
        sheet={sheet}
        alt={t(poster ? words.poster_alt : words.certificate_alt, { trail: trail.name, name: own.name, time })}
        file={`trail-${trail.id}`}
        action={t(words.save)}
      />
    </>
  )
}
