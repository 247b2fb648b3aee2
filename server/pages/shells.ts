import type { Lang } from '#contract/words.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { colourOfPage } from '#features/races/pageColour.rules.ts'
import { defaultPrimary, hexOf } from '#ui/look/colour.ts'
import type { First, FirstAnswer, FirstRefusal } from '#ui/router/first.ts'
import { themeCss } from '#ui/look/theme.ts'
import { escapedHtml } from '#contract/written.ts'
import { languageTags } from '#contract/words.ts'
import { bannerHtml, cardHtml, outlineHtml } from '../banner.ts'
import { type Coding, coded } from '../coding.ts'
import { type BuiltApp, policyHashOf } from './built.ts'
import { type FoundPage, foundHtml, isListed, jsonText } from './found.ts'
import { withPicturesFirst } from './firstPictures.ts'
import { pictureAddress } from './sharePictures.ts'
import { rulesUsedIn } from './styles.ts'
import { deskTitle, titleOf } from './titles.ts'

export type Shell = {
  /** True if the address has a page and its race is known. */
  found: boolean
  policy: string
  link: string
  plain: Buffer
  coded: Partial<Record<Coding, Promise<Buffer>>>
}
type RaceFacts = {
  name: string
  header: string | null
  city: string
  time: string
  zone: string
  skins: { primary: string; color?: string; menu?: string }
  settings?: Pick<RaceSettings, 'page_theme' | 'live_hosts'>
}

/** The addresses of programs on the machine that shows the page, such as the reader of identity cards. */
const ownMachine = ['http://127.0.0.1:*', 'http://localhost:*', 'ws://127.0.0.1:*', 'ws://localhost:*']
/**
 * Returns the content policy of a page. Pictures and video may come from any address over https. No script inside the
 * page runs. Organisers' sanitised texts need style attributes. The policy names style sheets inside the page by their
 * hashes. A desk of the organisers decodes the camera's picture by WebAssembly, and asks the reader of identity cards
 * at its own machine.
 */
const policyOf = (
  styleHashes: readonly string[],
  { partner, posts, maps }: Places,
  isDesk: boolean,
  framers: readonly string[],
): string =>
  [
    "default-src 'self'",
    `script-src 'self'${isDesk ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src-elem 'self' ${styleHashes.join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    // On-site video is stored with the company that filmed it, at an address of that company.
    "media-src 'self' data: blob: https:",
    "font-src 'self' data:",
    `connect-src 'self' blob: data:${[partner, ...maps, ...(isDesk ? ownMachine : [])].map((one) => (one === undefined ? '' : ` ${one}`)).join('')}`,
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...posts].join(' ')}`,
    ["frame-ancestors 'self'", ...framers.map((host) => `https://${host}`)].join(' '),
  ].join('; ')

/** Pages that show no large digits at first, so the font of large digits may load later. */
const numberless = new Set(['/query', '/$', '/login'])

/** The page that a shell is made for, and its first answers. */
export type ShellPage = FoundPage & {
  colour: string | undefined
  refused: readonly FirstRefusal[]
}
/**
 * The server's own origin, and other addresses that pages may connect and post to. `maps` are the hosts of the map's
 * ground. Every page allows them, because an app that opened on another page goes to the map without a new policy.
 */
export type Places = {
  partner: string | undefined
  posts: readonly string[]
  origin: string
  maps: readonly string[]
  /** The name of the platform in the language of the page. */
  platform: string
}

const raceOf = (answers: readonly FirstAnswer[]): RaceFacts | undefined =>
  answers.find(([path]) => path === '/race/show')?.[2] as RaceFacts | undefined

/** Returns the facts that the server writes into the page for its first paint. */
export const pageFactsOf = (
  { lang, raceid, colour, pathname, answers, own, refused }: ShellPage,
  { partner }: Places,
): First => {
  const race = raceOf(answers)
  return {
    lang,
    raceid: raceid ?? null,
    primary: hexOf(colour) ?? hexOf(race && colourOfPage(pathname, race)) ?? defaultPrimary,
    look: race ? { color: race.skins.color, menu: race.skins.menu } : {},
    partner: partner ?? null,
    answers,
    own,
    refused,
  }
}

/**
 * Returns the sites that may show the live page of a race in a frame. `/gps` is the second address of this page. No
 * other page may be in a frame of another site.
 */
const framersOf = ({ pathname }: ShellPage, race: RaceFacts | undefined): readonly string[] =>
  pathname === '/live' || pathname === '/gps' ? (race?.settings?.live_hosts ?? []) : []

/** Lists the files that the page needs next, so that no file waits for another file. */
const preloadsFor = (app: BuiltApp, { raceid, pathname }: ShellPage): string[] =>
  (app.screens[raceid === undefined && pathname === '/' ? '/finder' : pathname] ?? app.screens['/$'] ?? []).map(
    (file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
  )

const noList = '<meta name="robots" content="noindex">'
/** Returns the lines by which a device installs the app, and the icon of devices that read no SVG. */
const installHtml = (lang: Lang): string =>
  `<link rel="manifest" href="/manifest.webmanifest?lang=${lang}">` +
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' +
  '<link rel="alternate icon" href="/favicon.ico" sizes="32x32">'

/**
 * Returns the card of the page for messaging apps. A listed result has its own picture. Any other page has the picture
 * of its race or of the platform.
 */
const cardOf = (page: ShellPage, race: RaceFacts | undefined, { origin, platform }: Places): string => {
  const { lang, pathname, raceid, named } = page
  const key = isListed(page) ? (named.get('_key') ?? named.get('key') ?? undefined) : undefined
  return cardHtml({
    title: titleOf(pathname, lang, race?.name, platform),
    site: platform,
    race,
    lang,
    picture: pictureAddress(origin, lang, { raceid, key }),
  })
}

export const buildShell = (
  app: BuiltApp,
  page: ShellPage & { drawn?: string | undefined; isDesk: boolean },
  places: Places,
): Shell => {
  const { lang, pathname, answers, drawn } = page
  const race = raceOf(answers)
  const facts = pageFactsOf(page, places)
  const theme = themeCss(facts.primary, facts.look)
  const banner = race ? bannerHtml(race, lang, pathname) : { head: '', body: '', link: '' }
  const pictures = drawn === undefined ? undefined : withPicturesFirst(drawn)
  const worn = drawn === undefined ? '' : rulesUsedIn(drawn, app.pieces)
  const head = [
    // If the page has a banner, the head of the banner already requests the banner's picture.
    banner.head || pictures?.head,
    `<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">`,
    `<style>${theme}</style>`,
    `<style>${app.css}</style>`,
    worn && `<style>${worn}</style>`,
    page.isDesk || !page.found ? '' : cardOf(page, race, places),
    page.isDesk ? noList : foundHtml(page, places.origin) + installHtml(lang),
    numberless.has(pathname) ? '' : app.font,
    ...preloadsFor(app, page),
  ].join('')
  const first = `<script type="application/json" id="first">${jsonText(facts)}</script>`
  const outline = page.isDesk ? '' : outlineHtml(pathname, lang)
  const titled = () =>
    page.isDesk ? deskTitle(lang, places.platform) : titleOf(pathname, lang, race?.name, places.platform)
  const html = app.template
    .replace('<html lang="zh-CN">', `<html lang="${languageTags[lang]}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapedHtml(titled())}</title>`)
    .replace('<!--shell:head-->', () => head)
    .replace('<!--shell:body-->', () => pictures?.body ?? (banner.body || outline))
    .replace('</body>', () => `${first}</body>`)
  return {
    found: page.found,
    policy: policyOf(
      [policyHashOf(theme), app.cssHash, ...(worn ? [policyHashOf(worn)] : [])],
      places,
      page.isDesk,
      framersOf(page, race),
    ),
    link: banner.link,
    plain: Buffer.from(html),
    coded: {},
  }
}

/**
 * Compresses a shell once, at the first request for it, and on another thread. Each colour in an address has a shell of
 * its own, and a caller who invents colours must not delay other calls.
 */
export const codedAs = (shell: Shell, coding: Coding): Promise<Buffer> =>
  (shell.coded[coding] ??= coded(shell.plain, coding))
