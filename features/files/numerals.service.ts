import { join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'

/**
 * The font in which the app shows numerals. The server loads this font too, so that times in its pictures look like the
 * times in the app.
 */
export const NUMERALS = 'Barlow Condensed'
export const numeralsReady = (): void => {
  if (!GlobalFonts.has(NUMERALS))
    GlobalFonts.registerFromPath(join(import.meta.dirname, '../../ui/fonts/barlow-condensed-600.woff2'), NUMERALS)
}
