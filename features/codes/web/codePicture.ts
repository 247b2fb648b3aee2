import { call } from '#ui/network/call.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { wechatMiniQrcode } from '../contract.ts'
import { fallbackCode, usesMini } from '../rules.ts'

/**
 * The source of a poster's code: a picture, or a text that becomes an ordinary code. `round` tells whether the poster
 * cuts the picture round.
 */
export type PosterCode = { picture: string; round: boolean } | { text: string }

/**
 * Returns the code of a poster (docs/behaviour/certificates.md, Codes). The race's settings choose between the
 * mini-program's code and an ordinary code with the link of the page. If the mini-program's code cannot be made, the
 * poster has the fixed picture. `page` is a path of ours.
 */
export const posterCode = async ({
  raceid,
  settings,
  posterid,
  page,
  v,
}: {
  raceid: number
  settings: Pick<RaceSettings, 'poster_qr' | 'poster_qr_only' | 'round_qr'>
  posterid?: number | undefined
  page: string
  v?: string | number | undefined
}): Promise<PosterCode> => {
  if (!usesMini(settings, posterid)) return { text: new URL(page, location.origin).href }
  try {
    const { url } = await call(
      wechatMiniQrcode,
      { raceid, data: { link: page, raceid, ...(v === undefined ? {} : { v }) } },
      { quiet: true },
    )
    return { picture: url, round: settings.round_qr }
  } catch {
    // An ordinary code has marks in its corners, so it must not be cut round.
    return { picture: fallbackCode(raceid), round: false }
  }
}
