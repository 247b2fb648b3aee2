import { useEffect, useEffectEvent } from 'react'
import { certificateShow } from '#features/certificates/contract.ts'
import { useDrawn } from '#features/certificates/web/useDrawn.ts'
import { posterReport } from '#features/posters/contract.ts'
import { useAsk } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { HallJob } from '../contract.ts'
import { hallWords as words } from './hall.words.ts'

type Props = {
  job: HallJob
  /** Runs when the picture is loaded or drawn, with its address, width and height. */ onReady?: (
    address: string,
    width: number,
    height: number,
  ) => void
  className?: string
}

/** A runner's picture: the phone's picture, or the certificate that this page draws from the present official data. */
export const JobPicture = ({ job, onReady, className = '' }: Props) =>
  job.picture === null ? (
    <CertificatePicture job={job} onReady={onReady} className={className} />
  ) : (
    <KeptPicture job={job} address={job.picture} onReady={onReady} className={className} />
  )

const useAlt = ({ name }: HallJob) => {
  const t = useWords()
  return t(words.picture_of, { name: name ?? t(words.hidden) })
}
const shape = 'block max-h-full max-w-full rounded-[8px] object-contain shadow-[0_24px_60px_-16px_rgb(0_0_0/0.45)]'

const KeptPicture = ({ job, address, onReady, className }: Props & { address: string }) => (
  <img
    src={address}
    alt={useAlt(job)}
    className={`${shape} ${className}`}
    onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onReady?.(address, naturalWidth, naturalHeight)}
  />
)

const CertificatePicture = ({ job, onReady, className }: Props) => {
  const t = useWords()
  const alt = useAlt(job)
  const ofResult = useAsk(
    certificateShow,
    { type: 'timing', key: job.key, ...(job.certificateid === null ? {} : { id: job.certificateid }) },
    { quiet: true, enabled: job.scoreid === null },
  )
  const ofGame = useAsk(posterReport, { id: job.key }, { quiet: true, enabled: job.scoreid !== null })
  const certificate =
    job.scoreid === null
      ? { data: ofResult.data, error: ofResult.error }
      : { data: ofGame.data?.certificate ?? undefined, error: ofGame.error ?? ofGame.data?.certificate === null }
  const { drawn } = useDrawn({
    type: job.scoreid === null ? 'timing' : 'poster',
    whose: job.key,
    certificate: certificate.data,
  })
  const ready = drawn.state === 'ready' ? drawn.address : undefined
  const notify = useEffectEvent((address: string, wide: number, high: number) => onReady?.(address, wide, high))
  const { width = 1280, height = 1810 } = certificate.data ?? {}
  useEffect(() => {
    if (ready) notify(ready, width, height)
  }, [ready, width, height])
  if (certificate.error || drawn.state === 'failed') return <p className="text-20 text-soft">{t(words.no_picture)}</p>
  if (ready) return <img src={ready} alt={alt} className={`${shape} ${className}`} />
  return (
    <div
      role="status"
      className={`bone flex items-center justify-center rounded-[8px] text-soft ${className} h-full`}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {t(words.drawing)}
    </div>
  )
}
