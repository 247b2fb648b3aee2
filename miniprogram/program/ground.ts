import { type Lang, type Platform, langOf } from './platform.js'
import { type Server, serverOf } from './server.js'
import { keptSession } from './session.js'
import { settings } from './settings.js'
import { type Said, wordsIn } from './words.js'

export type Ground = { platform: Platform; server: Server; origin: string; lang: Lang; said: Said }
export const groundOf = (platform: Platform, origin: string = settings.origin): Ground => {
  const lang = langOf(platform)
  const server = serverOf({ platform, origin, lang, token: () => keptSession(platform)?.token })
  return { platform, server, origin, lang, said: wordsIn(lang) }
}
