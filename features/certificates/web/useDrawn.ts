import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Certificate } from '../contract.ts'
import { type PageType, digestOf, pictureKey } from '../rules.ts'
import { useFollow } from '#ui/form/useFollow.ts'
import { dropPicture, keepOnDevice, readPicture } from './devicePictures.ts'
import { certificateSheetOf } from './sheet.ts'

export type DrawnCertificate =
  | { state: 'drawing' }
  /** The canvas is complete and visible. The browser still makes the picture for keeping. */
  | { state: 'canvas'; canvas: HTMLCanvasElement }
  | { state: 'ready'; jpeg: Blob; address: string }
  | { state: 'failed'; error: unknown }

type DrawingRequest = {
  type: PageType
  /** The key of the registration or result, or the score id of the result. */ whose: string
  certificate: Certificate | undefined
  photo?: { address: string; mark: string } | null
}

/** Waits until the next frame is on the screen. A hidden page has no frames, so the function does not wait there. */
const shown = (): Promise<void> =>
  new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => setTimeout(resolve))))

/**
 * Returns the certificate's picture from this device, or draws and keeps it. `again` drops the kept picture and draws a
 * new picture.
 */
export const useDrawn = ({
  type,
  whose,
  certificate,
  photo = null,
}: DrawingRequest): { drawn: DrawnCertificate; again: () => void } => {
  const [drawn, setDrawn] = useState<DrawnCertificate>({ state: 'drawing' })
  const [turn, setTurn] = useState(0)
  const anew = useRef(false)
  const key = certificate?.values
    ? pictureKey(
        type,
        whose,
        certificate,
        digestOf([
          certificate.values,
          certificate.link,
          photo?.mark ?? null,
          ...(certificate.fonts.length > 0 ? [certificate.fonts] : []),
          ...certificate.marks,
        ]),
      )
    : undefined
  const latest = useEffectEvent(() =>
    certificate?.values && certificate.link
      ? { certificate, values: certificate.values, link: certificate.link, photo: photo?.address ?? null }
      : undefined,
  )
  useFollow(`${key ?? ''} ${turn}`, () => {
    if (certificate?.link && key !== undefined) setDrawn({ state: 'drawing' })
  })
  useEffect(() => {
    const given = latest()
    if (!given || key === undefined) return undefined
    let gone = false
    let address: string | undefined
    const show = (jpeg: Blob) => {
      if (gone) return
      address = URL.createObjectURL(jpeg)
      setDrawn({ state: 'ready', jpeg, address })
    }
    const run = async () => {
      if (anew.current) await dropPicture(key)
      anew.current = false
      const kept = await readPicture(key)
      if (kept) return show(kept)
      const { drawCertificate: draw, jpegOf } = await import('./draw.ts')
      const { canvas, whole } = await draw(certificateSheetOf(given.certificate, given))
      if (!gone) setDrawn({ state: 'canvas', canvas })
      await shown()
      const jpeg = await jpegOf(whole())
      await keepOnDevice(key, jpeg)
      return show(jpeg)
    }
    run().catch((error: unknown) => gone || setDrawn({ state: 'failed', error }))
    return () => {
      gone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [key, turn])
  const again = useCallback(() => {
    anew.current = true
    setTurn((before) => before + 1)
  }, [])
  return { drawn, again }
}
