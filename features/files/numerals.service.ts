import { join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

/**
 * The font of numerals, which every page of the app brings. Without this font the server would set a time in another
 * font.
 */
export const NUMERALS = 'Barlow Condensed'
export const numeralsReady = (): void => {
  if (!GlobalFonts.has(NUMERALS))
    GlobalFonts.registerFromPath(join(import.meta.dirname, '../../ui/fonts/barlow-condensed-600.woff2'), NUMERALS)
}
