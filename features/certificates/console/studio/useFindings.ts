import { useEffect, useEffectEvent, useState } from 'react'
import { type TemplateFinding, templateFindings, findPaleTexts } from '../../template/checks.rules.ts'
import type { Design } from '../../template/layers.rules.ts'
import { paint } from '../../render/paint.rules.ts'
import type { CertificateSheet } from '../../web/sheet.ts'
import { contextOf, measuring, paintingOf } from './painted.ts'

/** The slow checks begin when the person has changed nothing for this time. */
const RESTS_MS = 350
/** The checks read backgrounds at this share of their size, to be fast. */
const GLANCE = 0.5

/** Finds codes that nobody can read from the painted picture, for example because another layer covers them. */
const unread = async (
  canvas: HTMLCanvasElement,
  { layers }: Pick<Design, 'layers'>,
  link: string,
): Promise<{ findings: TemplateFinding[]; read: string | undefined }> => {
  const { default: decodeQR } = await import('qr/decode.js')
  const { pixels } = contextOf(canvas)
  let read: string | undefined
  const findings = layers.flatMap(({ key, box }): TemplateFinding[] => {
    if (box.kind !== 'qr') return []
    const margin = 24
    const [left, top] = [Math.max(0, Math.round(box.x) - margin), Math.max(0, Math.round(box.y) - margin)]
    const [width, height] = [
      Math.min(canvas.width, Math.round(box.x + box.size) + margin) - left,
      Math.min(canvas.height, Math.round(box.y + box.size) + margin) - top,
    ]
    try {
      if (width < 20 || height < 20) throw new Error('Not on the paper')
      if (decodeQR({ width, height, data: new Uint8Array(pixels(left, top, width, height)) }) !== link)
        throw new Error('Another code')
      read = link
      return []
    } catch {
      return [{ what: 'qr_unread', key }]
    }
  })
  return { findings, read }
}

type Given = {
  design: Design
  known: ReadonlySet<string>
  trials: readonly Readonly<Record<string, string>>[]
  fonts: CertificateSheet['fonts']
  link: string
}
export type CheckedDesign = {
  findings: readonly TemplateFinding[]
  /** The text that was read back from a code of the certificate. Unset if no code could be read. */
  read: string | undefined
}
const rank: Partial<Record<TemplateFinding['what'], number>> = { no_code: 0, no_number: 1, no_name: 2, qr_unread: 3 }

/** Finds problems that staff should look at before runners see the certificate. */
export const useFindings = ({ design, known, trials, fonts = [], link }: Given): CheckedDesign => {
  const [checked, setChecked] = useState<CheckedDesign>({ findings: [], read: undefined })
  const of = JSON.stringify([
    design.layers,
    design.width,
    design.height,
    design.bg,
    design.map,
    trials,
    fonts,
    link,
    known.size,
  ])
  const latest = useEffectEvent(() => ({ design, known, trials, fonts, link }))
  useEffect(() => {
    const { design, known, trials, fonts, link } = latest()
    let gone = false
    const check = async () => {
      const { layers, width, height, bg, map } = design
      const painting = await paintingOf({
        width,
        height,
        bg,
        boxes: layers.map(({ box }) => box),
        values: trials[0] ?? {},
        fonts,
        link,
      })
      const glance = Object.assign(document.createElement('canvas'), {
        width: Math.ceil(width * GLANCE),
        height: Math.ceil(height * GLANCE),
      })
      const { context, pixels } = contextOf(glance, { willReadFrequently: true })
      const pale = findPaleTexts(context, pixels, painting, layers, GLANCE)
      const whole = Object.assign(document.createElement('canvas'), { width, height })
      paint(contextOf(whole, { willReadFrequently: true }).context, painting, 1)
      const { findings, read } = await unread(whole, design, link)
      const all = [
        ...templateFindings(measuring(), { layers, width, height, map, known, trials, link }),
        ...pale,
        ...findings,
      ]
      if (!gone) setChecked({ findings: all.toSorted((a, b) => (rank[a.what] ?? 9) - (rank[b.what] ?? 9)), read })
    }
    // The board reports a picture that cannot be loaded, so the check stays silent.
    const timer = setTimeout(() => void check().catch(() => undefined), RESTS_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [of])
  return checked
}
