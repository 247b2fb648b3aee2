import { useEffect, useEffectEvent, useState } from 'react'
import { useRace } from '#seam/console/useRace.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleCertificatesList } from '../../contract.ts'
import { consoleCertificatesFonts } from '../../fonts/fonts.contract.ts'
import { fontsNamed } from '../../fonts/fonts.rules.ts'
import type { Design } from '../../template/layers.rules.ts'
import { drawCertificate } from '../../web/draw.ts'
import { trialLink, trialValues } from '../definitions/trials.ts'
import { PaintFault } from './PaintFault.tsx'
import { words } from './studio.words.ts'
import { designOfDefinition } from './useStudio.ts'

/**
 * A person's own design beside the version that somebody else saved meanwhile. Both are shown as a runner would see
 * them.
 */
export const BothDesigns = ({ raceid, id, mine }: { raceid: number; id: number | undefined; mine: Design }) => {
  const t = useWords()
  const { lang } = useLang()
  const race = useRace()
  const now = useAsk(consoleCertificatesList, { raceid }, { staleTime: 0 })
  if (now.error) return <ErrorState error={now.error} onRetry={() => void now.refetch()} />
  const theirs = now.isFetching ? undefined : now.data?.items.find((one) => one.id === id)
  if (!theirs) return <Skeleton lines={3} className="h-24" />
  return (
    <div className="mt-4 grid grid-cols-2 gap-4">
      <Drawn raceid={raceid} race={race?.name ?? ''} design={mine} title={t(words.mine)} />
      <Drawn
        raceid={raceid}
        race={race?.name ?? ''}
        design={designOfDefinition(theirs)}
        title={t(words.theirs, { time: dateText(theirs.updated_at, lang, 'minute', race?.zone) })}
      />
    </div>
  )
}

type DrawnProps = { raceid: number; race: string; design: Design; title: string }
const Drawn = ({ raceid, race, design, title }: DrawnProps) => {
  const fonts = useAsk(consoleCertificatesFonts, { raceid })
  const [drawn, setDrawn] = useState<{ canvas?: HTMLCanvasElement; error?: unknown }>({})
  const drawNow = useEffectEvent(() => {
    const { width, height, bg, layers, map } = design
    const boxes = layers.map(({ box }) => box)
    return drawCertificate({
      width,
      height,
      bg,
      html: '',
      boxes,
      values: trialValues('short', race, map),
      photo: null,
      fonts: fontsNamed(fonts.data?.items ?? [], { html: '', boxes }),
      link: trialLink(),
    })
  })
  useEffect(() => {
    let gone = false
    drawNow().then(
      ({ canvas }) => gone || setDrawn({ canvas }),
      (error: unknown) => gone || setDrawn({ error }),
    )
    return () => void (gone = true)
  }, [fonts.data])
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2">
        <span className="block text-14 text-soft">{title}</span>
        <span className="block truncate font-medium">{design.name}</span>
      </figcaption>
      {drawn.error ? <PaintFault error={drawn.error} /> : null}
      {drawn.canvas && !drawn.error ? (
        <CanvasHolder
          canvas={drawn.canvas}
          alt={`${title} · ${design.name}`}
          className="overflow-hidden rounded shadow-card"
          fit="block w-full"
        />
      ) : null}
    </figure>
  )
}
