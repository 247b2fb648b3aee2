import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFollow } from '#ui/form/useFollow.ts'
import type { ImageBox } from '#features/certificates/template/boxes.contract.ts'
import { digestOf, pictureKey } from '#features/certificates/rules.ts'
import { dropPicture, keepOnDevice, readPicture } from '#features/certificates/web/devicePictures.ts'
import { posterCode } from '#features/codes/web/codePicture.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import type { Choice } from './choices.ts'
import type { ChosenPhoto } from '#features/certificates/web/usePhoto.ts'

export type DrawnPoster =
  | { state: 'making' }
  /**
   * The canvas for the screen is drawn. With a photo, the picture for keeping is still being made. Without a photo
   * there is no other picture.
   */
  | { state: 'canvas'; canvas: HTMLCanvasElement }
  | { state: 'ready'; jpeg: Blob; address: string; key: string }
  | { state: 'failed'; error: unknown }

type PictureRequest = {
  choice: Choice | undefined
  whose: string
  raceid: number | undefined
  settings: Pick<RaceSettings, 'poster_qr' | 'poster_qr_only' | 'round_qr'> | undefined
  photo: ChosenPhoto | null | undefined
  /** The layer over the picture. */ marks: readonly ImageBox[]
}

const codeFor = (
  { posterid, link, definition }: Choice,
  raceid: number | undefined,
  settings: PictureRequest['settings'],
) => {
  if (posterid === undefined || raceid === undefined || !settings) return null
  const { pathname, search } = new URL(link, location.href)
  const page = link.startsWith('//') ? link : pathname + search
  return posterCode({ raceid, settings, posterid, page, v: definition.version })
}

/**
 * Returns the picture of the chosen design with its photo. The device has kept this picture, or the painter of
 * certificates draws it. `again` draws a new picture.
 */
export const usePosterPicture = ({
  choice,
  whose,
  raceid,
  settings,
  photo,
  marks,
}: PictureRequest): { made: DrawnPoster; again: () => void } => {
  const [made, setMade] = useState<DrawnPoster>({ state: 'making' })
  const [turn, setTurn] = useState(0)
  const anew = useRef(false)
  const key =
    choice &&
    pictureKey(
      choice.kind,
      whose,
      choice.definition,
      digestOf([
        choice.id,
        choice.values,
        choice.link,
        photo?.mark ?? '',
        settings?.poster_qr ?? '',
        settings?.round_qr ?? false,
        ...marks,
      ]),
    )
  const unknown = photo === undefined
  useFollow(`${key ?? ''} ${turn} ${unknown}`, () => {
    if (choice && key !== undefined && !unknown) setMade({ state: 'making' })
  })
  const latest = useEffectEvent(() =>
    choice && photo !== undefined ? { choice, photo, raceid, settings, marks } : undefined,
  )
  useEffect(() => {
    const given = latest()
    if (!given || key === undefined) return undefined
    let gone = false
    let address: string | undefined
    const whole = given.photo !== null || !given.choice.takesPhoto
    const show = (jpeg: Blob) => {
      if (gone) return
      address = URL.createObjectURL(jpeg)
      setMade({ state: 'ready', jpeg, address, key })
    }
    const run = async () => {
      if (anew.current) await dropPicture(key)
      anew.current = false
      const kept = whole ? await readPicture(key) : undefined
      if (kept) return show(kept)
      const [{ drawCertificate: draw, jpegOf }, code] = await Promise.all([
        import('#features/certificates/web/draw.ts'),
        codeFor(given.choice, given.raceid, given.settings),
      ])
      const drawing = await draw({ ...given.choice.sheet(given.photo?.address ?? null, code), marks: given.marks })
      if (!gone) setMade({ state: 'canvas', canvas: drawing.canvas })
      if (!whole) return undefined
      const jpeg = await jpegOf(drawing.whole())
      await keepOnDevice(key, jpeg)
      return show(jpeg)
    }
    run().catch((error: unknown) => gone || setMade({ state: 'failed', error }))
    return () => {
      gone = true
      if (address) URL.revokeObjectURL(address)
    }
    // `key` depends on everything that is drawn, so the effect needs no other value.
  }, [key, turn, unknown])
  const again = useCallback(() => {
    anew.current = true
    setTurn((before) => before + 1)
  }, [])
  return { made, again }
}
