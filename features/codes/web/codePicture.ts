import { call } from '#ui/network/call.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { wechatMiniQrcode } from '../contract.ts'
import { fallbackCode, usesMini } from '../rules.ts'

/**
 * The source of a poster's code: a picture (`round`: to be cut round, as the mini-program's is), or a text that becomes
 * an ordinary code.
 */
export type PosterCode = { picture: string; round: boolean } | { text: string }

/**
 * The code of a poster (docs/behaviour/certificates.md, Codes): the mini-program's where the race's settings say so,
 * the fixed picture where that one cannot be made, otherwise an ordinary code of its own link. `page` is a path of
 * ours.
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
    // An ordinary code has its marks in the corners.
    return { picture: fallbackCode(raceid), round: false }
  }
}
