import { useEffect, useState } from 'react'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { useAsk } from '#ui/network/call.ts'
import type { Definition } from '../../contract.ts'
import { consoleCertificatesFonts } from '../../fonts/fonts.contract.ts'
import { fontsNamed } from '../../fonts/fonts.rules.ts'
import type { CertificateSheet } from '../../web/sheet.ts'
import { trialLink, trialValues } from './trials.ts'

/** The size of the picture on the page, in CSS pixels. The drawn picture has twice as many pixels in each direction. */
const BOX = { width: 80, height: 96 } as const

/** Draws a sheet as a small picture. The large canvas is needed only until the small one is drawn. */
const drawSmall = async (sheet: CertificateSheet): Promise<HTMLCanvasElement> => {
  const { drawCertificate: draw } = await import('../../web/draw.ts')
  const { canvas } = await draw(sheet)
  const scale = 2 * Math.min(BOX.width / sheet.width, BOX.height / sheet.height)
  const small = document.createElement('canvas')
  small.width = Math.max(1, Math.round(sheet.width * scale))
  small.height = Math.max(1, Math.round(sheet.height * scale))
  const context = small.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, 0, 0, small.width, small.height)
  return small
}

/** The page draws one sheet after another, because each drawing holds a large canvas. */
let turn: Promise<unknown> = Promise.resolve()
/**
 * Draws a sheet after the sheets that came before. A definition in HTML takes seconds, so it waits until the
 * definitions in boxes are drawn. Undefined if nobody wants the picture any more.
 */
const drawInTurn = async (sheet: CertificateSheet, isWanted: () => boolean): Promise<HTMLCanvasElement | undefined> => {
  // The page asks for all of its thumbnails at once. After this pause the definitions in boxes are already waiting.
  if (sheet.boxes === null) await Promise.resolve()
  const mine = turn.then(() => (isWanted() ? drawSmall(sheet) : undefined))
  turn = mine.catch(() => {})
  return mine
}

/**
 * A small picture of a definition, filled with the facts of a test person. Until it is drawn, and if the browser cannot
 * draw it, the background stands in its place.
 */
export const DefinitionThumb = ({ one, race }: { one: Definition; race: string }) => {
  const fonts = useAsk(consoleCertificatesFonts, { raceid: one.raceid })
  const [drawn, setDrawn] = useState<{ of: Definition; canvas: HTMLCanvasElement }>()
  useEffect(() => {
    if (!fonts.data) return undefined
    let gone = false
    const { width, height, bg, html, boxes, map } = one
    const sheet = {
      width,
      height,
      bg,
      html: boxes === null ? html : '',
      boxes,
      values: trialValues('short', race, map),
      photo: null,
      fonts: fontsNamed(fonts.data.items, one),
      link: trialLink(),
    }
    drawInTurn(sheet, () => !gone).then(
      (canvas) => gone || !canvas || setDrawn({ of: one, canvas }),
      () => {},
    )
    return () => void (gone = true)
  }, [one, race, fonts.data])
  return (
    <span aria-hidden data-testid="certificate-thumb" className="flex h-24 w-20 shrink-0 items-center justify-center">
      {drawn?.of === one ? (
        <CanvasHolder
          canvas={drawn.canvas}
          alt=""
          className="rounded-[6px] border border-line"
          fit="block max-h-24 max-w-20 rounded-[6px]"
        />
      ) : one.bg ? (
        <img
          src={`${one.bg}?x-oss-process=image/resize,w_80`}
          alt=""
          className="max-h-24 max-w-20 rounded-[6px] object-contain"
        />
      ) : (
        <span className="h-24 w-17 rounded-[6px] bg-sunk" />
      )}
    </span>
  )
}
