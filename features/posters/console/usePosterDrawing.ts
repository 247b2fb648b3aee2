import { useEffect, useEffectEvent, useState } from 'react'
import { drawCertificate } from '#features/certificates/web/draw.ts'
import type { PosterDesign } from '../design.contract.ts'
import { posterSheetOf } from '../rules.ts'

/** The poster is drawn when nothing has changed for this time, in milliseconds. */
const RESTS_MS = 120

/** Draws the poster as runners will see it, again after every change. */
export const usePosterDrawing = (
  design: PosterDesign,
  values: Readonly<Record<string, string>>,
  link: string,
): { canvas?: HTMLCanvasElement; error?: unknown } => {
  const [drawing, setDrawing] = useState<{ canvas?: HTMLCanvasElement; error?: unknown }>({})
  const drawn = JSON.stringify([design, values])
  const drawNow = useEffectEvent(() =>
    drawCertificate({ ...posterSheetOf(design, { photo: false }), html: '', values, photo: null, link }),
  )
  useEffect(() => {
    let gone = false
    const timer = setTimeout(() => {
      drawNow()
        .then(({ canvas }) => gone || setDrawing({ canvas }))
        .catch((error: unknown) => gone || setDrawing({ error }))
    }, RESTS_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [drawn])
  return drawing
}
