import encodeQR from 'qr'
import { useEffect, useState } from 'react'
import { inWebview } from '#ui/network/handOver.ts'
import { QrCode } from '#ui/media/QrCode.tsx'
import { useFollow } from '#ui/form/useFollow.ts'
import { useLent } from './useLent.ts'

const MODULE = 12
/** Draws the code as a picture. Returns undefined if this browser has no canvas. */
const pictureOf = async (text: string): Promise<Blob | undefined> => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = rows.length * MODULE
  const ink = canvas.getContext('2d', { alpha: false })
  if (!ink) return undefined
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, canvas.width, canvas.height)
  ink.fillStyle = '#000'
  rows.forEach((row, y) => row.forEach((dark, x) => dark && ink.fillRect(x * MODULE, y * MODULE, MODULE, MODULE)))
  return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))) ?? undefined
}

/**
 * A QR code to share. In the messaging app the QR code is a picture with an address, so that a long press can save or
 * read it. Import this component lazily, because it loads the library that draws QR codes.
 */
export const PressableQr = ({
  text,
  size = 208,
  label,
  raceid,
}: {
  text: string
  size?: number
  label: string
  raceid: number
}) => {
  const [picture, setPicture] = useState<Blob>()
  useFollow(text, () => setPicture(undefined))
  useEffect(() => {
    let gone = false
    if (inWebview()) void pictureOf(text).then((drawn) => gone || setPicture(drawn))
    return () => void (gone = true)
  }, [text])
  const { address } = useLent({ picture, raceid, name: `code-${raceid}` })
  return address === undefined ? (
    <QrCode text={text} size={size} label={label} />
  ) : (
    <img src={address} alt={label} width={size} height={size} className="rounded" />
  )
}
