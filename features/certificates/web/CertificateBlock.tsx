import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { usePhoto } from '#features/certificates/web/usePhoto.ts'
import { lentWords } from '#features/codes/web/lent.words.ts'
import { useLent } from '#features/codes/web/useLent.ts'
import { useAsk } from '#ui/network/call.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { inWebview } from '#ui/network/handOver.ts'
import { useWords } from '#ui/language/lang.tsx'
import { type Certificate, certificateShow } from '../contract.ts'
import { photoPlace } from '../template/composed.rules.ts'
import { words } from '../words.ts'
import { CertificateChoice } from './CertificateChoice.tsx'
import { KeepCertificate } from './KeepCertificate.tsx'
import { Previewer } from './Previewer.tsx'
import { type DrawnCertificate, useDrawn } from './useDrawn.ts'
import { useLeadToCrop } from './useLeadToCrop.ts'

type Props = {
  type: 'reg' | 'timing' | 'poster'
  /** The key of a registration or result. A page passes either a key or a score id. */
  certKey?: string | undefined
  /** The score id, in place of a key. */
  scoreid?: number | undefined
  certificateid?: number | undefined
  /** Runs when the certificate is drawn. */
  onDrawn?: ((certificate: Certificate) => void) | undefined
  /**
   * The certificate of a person without registration and result, such as the runner of a game. The page has loaded it
   * already.
   */
  given?: Certificate | undefined
  /**
   * A link, on a page that shows only the certificate. If there is no certificate, the page shows the reason and this
   * link.
   */
  alone?: ReactNode
  /** True if a marked certificate is shown here and does not lead to the crop page. */
  stays?: boolean
  /** The size of the certificate, if the page knows it. The picture then has its place before it is loaded. */
  size?: { width: number; height: number } | null
}

/** The size in pixels that a certificate usually has. It counts until the page knows the real size. */
const usualSize = { width: 1280, height: 1810 }
/**
 * The refusals that mean that there is no certificate. A page that shows more than the certificate then leaves the
 * block out.
 */
const none = new Set(['certificate_not_found', 'no_result_yet', 'not_finished'])

const Paper = ({
  drawn,
  address,
  alt,
  ratio,
  onOpen,
}: {
  drawn: DrawnCertificate
  /**
   * The address for a long press that saves the picture, if the server has given one.
   */
  address: string | undefined
  alt: string
  ratio: string
  onOpen: () => void
}) => {
  const t = useWords()
  const canvas = drawn.state === 'canvas' ? drawn.canvas : undefined
  if (drawn.state === 'ready')
    return (
      <button
        type="button"
        onClick={onOpen}
        aria-label={t(words.open_large)}
        className={
          'block w-full cursor-zoom-in rounded-[6px] ' +
          'shadow-[0_1px_2px_rgb(0_0_0/0.12),0_18px_40px_-12px_rgb(0_0_0/0.35)] transition ' +
          'hover:-translate-y-0.5'
        }
        style={{ aspectRatio: ratio }}
      >
        <img src={address ?? drawn.address} alt={alt} className="block h-full w-full rounded-[6px]" />
      </button>
    )
  return (
    <div
      className="w-full overflow-hidden rounded-[6px] shadow-[0_18px_40px_-12px_rgb(0_0_0/0.35)]"
      style={{ aspectRatio: ratio }}
    >
      {canvas ? (
        <CanvasHolder canvas={canvas} alt={alt} />
      ) : (
        <div role="status" className="bone flex h-full w-full items-center justify-center text-soft">
          {t(words.drawing)}
        </div>
      )}
    </div>
  )
}

/**
 * Tells whether at least three tenths of an element have been on the screen at the same time. The hook watches only in
 * a webview, and elsewhere the answer stays false.
 */
const useSeen = (): [boolean, (watched: HTMLElement | null) => void] => {
  const [seen, setSeen] = useState(false)
  const [watched, watch] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!watched || seen || !inWebview()) return undefined
    const watcher = new IntersectionObserver(
      (found) => found.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { threshold: 0.3 },
    )
    watcher.observe(watched)
    return () => watcher.disconnect()
  }, [watched, seen])
  return [seen, watch]
}

/**
 * The block 证书: the picture, the ways to save it, and a button that draws the picture again
 * (docs/behaviour/certificates.md, Certificate block).
 */
export const CertificateBlock = ({
  type,
  certKey,
  scoreid,
  certificateid,
  onDrawn,
  given,
  alone,
  stays = false,
  size,
}: Props) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const id = chosen ?? certificateid
  const query = useAsk(
    certificateShow,
    {
      ...(type === 'poster' ? {} : { type }),
      ...(certKey ? { key: certKey } : {}),
      ...(scoreid === undefined ? {} : { scoreid }),
      ...(id === undefined ? {} : { id }),
    },
    { enabled: given === undefined, keep: chosen !== undefined },
  )
  const certificate = given ?? query.data
  const whose = certKey ?? String(scoreid ?? '')
  const slot = certificate !== undefined && photoPlace(certificate) !== undefined
  const { photo } = usePhoto(slot ? whose : undefined)
  // A photo that the runner cut on this device fills the slot. The page draws nothing until the device has answered
  // whether there is a photo.
  const { drawn, again } = useDrawn({
    type,
    whose,
    certificate: slot && photo === undefined ? undefined : certificate,
    photo: slot ? (photo ?? null) : null,
  })
  const done = drawn.state === 'canvas' || drawn.state === 'ready'
  const notify = useEffectEvent((shown: Certificate) => onDrawn?.(shown))
  useEffect(() => {
    if (done && certificate) notify(certificate)
  }, [done, certificate])
  const [seen, watch] = useSeen()
  const lent = useLent({
    picture: (seen || open) && drawn.state === 'ready' ? drawn.jpeg : undefined,
    raceid: certificate?.raceid,
    name: `certificate-${whose}`,
    asks: slot && Boolean(photo),
  })
  const leads = useLeadToCrop(
    {
      type,
      certificate,
      userkey: certKey,
      scoreid,
      raceid: certificate?.raceid,
      bib: certificate?.values?.['参赛号'] || undefined,
    },
    stays,
  )
  if (leads) return null
  if (query.error && none.has(query.error.refusal ?? ''))
    return alone ? (
      <Card>
        <Empty title={query.error.msg} action={alone} />
      </Card>
    ) : null
  const name = certificate?.values?.['姓名'] ?? ''
  const alt = t(words.picture_of, { name })
  const file = [certificate?.values?.['赛事名称'], certificate?.values?.['参赛号'], t(words.certificate)]
    .filter(Boolean)
    .join('-')
  const redraw = () => {
    again()
    if (!given) void query.refetch()
  }
  const ready = drawn.state === 'ready' ? drawn : undefined
  const shape = certificate ?? size ?? usualSize
  return (
    <Card title={t(words.certificate)} flush>
      {query.error || drawn.state === 'failed' ? (
        <ErrorState error={query.error ?? drawn} title={t(words.failed)} onRetry={redraw} />
      ) : (
        <>
          <CertificateChoice certificate={certificate} onChoose={setChosen} />
          <div className="bg-[linear-gradient(180deg,var(--c-sunk),var(--c-line))] px-6 py-8 md:px-10 md:py-12">
            <div ref={watch} className="mx-auto max-w-[26rem]">
              <Paper
                drawn={drawn}
                address={lent.address}
                alt={alt}
                ratio={`${shape.width} / ${shape.height}`}
                onOpen={() => setOpen(true)}
              />
            </div>
          </div>
          <KeepCertificate
            certificate={certificate}
            ready={ready}
            lent={lent}
            file={file}
            redrawing={drawn.state === 'drawing'}
            onRedraw={redraw}
          />
        </>
      )}
      {open && ready ? (
        <Previewer
          address={lent.address ?? ready.address}
          alt={alt}
          onClose={() => setOpen(false)}
          hint={
            lent.state === 'lending'
              ? t(lentWords.lending)
              : lent.state === 'asks'
                ? t(lentWords.description)
                : lent.msg
          }
        />
      ) : null}
    </Card>
  )
}
