import { useEffect, useEffectEvent, useState } from 'react'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import type { Box } from '../../template/boxes.contract.ts'
import type { FontFace } from '../../fonts/fonts.rules.ts'
import { drawCertificate } from '../../web/draw.ts'
import { PaintFault } from '../studio/PaintFault.tsx'
import { words } from './editor.words.ts'
import { type SampleName, pictureDifferenceOf, sampleValues, samples } from './samples.ts'
import { trialLink } from './trials.ts'

type Props = {
  race: string
  html: string
  boxes: readonly Box[] | null
  bg: string | null
  width: number
  height: number
  map: Readonly<Record<string, string>>
  fonts: readonly FontFace[]
}
const sampleWords = { short: words.short_name, long: words.long_name, foreign: words.foreign_name } as const

const Sheet = ({ canvas, title }: { canvas: HTMLCanvasElement; title: string }) => (
  <figure className="min-w-0">
    <CanvasHolder canvas={canvas} alt={title} className="overflow-hidden rounded shadow-card" fit="block w-full" />
    <figcaption className="mt-2 text-center text-14 text-soft">{title}</figcaption>
  </figure>
)

/**
 * A definition as runners will see it. A converted definition has two pictures side by side: from the boxes, and from
 * the HTML as the browser lays it out.
 */
export const CertificatePreview = ({ race, html, boxes, bg, width, height, map, fonts }: Props) => {
  const t = useWords()
  const [sample, setSample] = useState<SampleName>('short')
  const [drawn, setDrawn] = useState<{ boxes?: HTMLCanvasElement; html?: HTMLCanvasElement; error?: unknown }>({})
  const sheetOf = useEffectEvent(() => ({
    width,
    height,
    bg,
    html,
    values: sampleValues(sample, race, map),
    photo: null,
    fonts,
    link: trialLink(),
  }))
  const filled = JSON.stringify([map, fonts])
  useEffect(() => {
    let gone = false
    const sheet = sheetOf()
    const both = async () => {
      const fromBoxes = boxes ? (await drawCertificate({ ...sheet, boxes })).whole() : undefined
      const fromHtml = html ? (await drawCertificate({ ...sheet, boxes: null })).whole() : undefined
      if (!gone) setDrawn({ ...(fromBoxes ? { boxes: fromBoxes } : {}), ...(fromHtml ? { html: fromHtml } : {}) })
    }
    both().catch((error: unknown) => gone || setDrawn({ error }))
    return () => void (gone = true)
  }, [race, html, boxes, bg, width, height, sample, filled])
  const { boxes: one, html: other, error } = drawn
  const share =
    one && other && one.width === other.width && one.height === other.height
      ? pictureDifferenceOf(one, other)
      : undefined
  return (
    <section aria-live="polite" className="grid gap-4">
      <Segmented
        label={t(words.name)}
        value={sample}
        onChange={(value) => setSample(value as SampleName)}
        options={samples.map((value) => ({ value, label: t(sampleWords[value]) }))}
      />
      {error ? <PaintFault error={error} /> : null}
      {share === undefined ? null : (
        <p className="figures text-center font-medium">{t(words.difference, { n: (share * 100).toFixed(2) })}</p>
      )}
      <div className={`grid gap-6 ${one && other ? 'md:grid-cols-2' : 'mx-auto w-full max-w-[32rem]'}`}>
        {one ? <Sheet canvas={one} title={t(other ? words.converted : words.picture)} /> : null}
        {other ? <Sheet canvas={other} title={t(one ? words.browser : words.picture)} /> : null}
      </div>
    </section>
  )
}
