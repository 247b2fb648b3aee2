import type { FastifyInstance } from 'fastify'
import { type Lang, langOf, langs, text, languageTags } from '#contract/words.ts'
import { publicRaces } from '#features/finder/publicRaces.service.ts'
import { platformName } from '#features/platform/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { escapedHtml } from '#contract/written.ts'
import { addressIn } from './found.ts'

const about = text(
  '跑步赛事的报名、成绩与证书',
  '跑步賽事的報名、成績與證書',
  'Entry, results and certificates of running races',
)
/** The pages that a device offers after a long press on the app's icon. */
const shortcuts = [
  { says: text('全部赛事', '全部賽事', 'All races'), url: '/' },
  { says: text('我的报名', '我的報名', 'My entries'), url: '/personallist' },
  { says: text('我的成绩', '我的成績', 'My results'), url: '/me/results' },
] as const

/** Returns the file by which a device installs the app under the name of the platform, in one language. */
const manifestIn = (lang: Lang, platform: string) => ({
  id: '/',
  name: platform,
  short_name: platform,
  description: about[lang],
  lang: languageTags[lang],
  start_url: `/?lang=${lang}`,
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: shortcuts.map(({ says, url }) => ({
    name: says[lang],
    url: `${url}?lang=${lang}`,
    icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })),
})

/** Pages of each race in the map of the site. Pages that only some races have are found by their links. */
const mapped = ['/home', '/', '/report'] as const
const nothing = new URLSearchParams()

const entryOf = (origin: string, raceid: number | undefined, pathname: string, changed?: Date): string => {
  const page = { pathname, raceid, named: nothing }
  return [
    `<url><loc>${escapedHtml(addressIn(origin, page))}</loc>`,
    ...langs.map(
      (lang) =>
        `<xhtml:link rel="alternate" hreflang="${languageTags[lang]}" href="${escapedHtml(addressIn(origin, page, lang))}"/>`,
    ),
    changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '',
    '</url>',
  ].join('')
}

/** Returns the map of the site for search engines. The caller gives only published races that are not archived. */
export const siteMap = (origin: string, races: readonly { id: number; updated_at: Date }[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    entryOf(origin, undefined, '/'),
    ...races.flatMap(({ id, updated_at }) => mapped.map((path) => entryOf(origin, id, path, updated_at))),
    '</urlset>',
  ].join('\n')

/** Serves the files that search engines and devices ask for by fixed names. */
export const servePublicFiles = (app: FastifyInstance, parts: Parts): void => {
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`User-agent: *\nDisallow: /console\n\nSitemap: ${parts.origin}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(siteMap(parts.origin, await publicRaces(parts.db, parts.clock()))),
  )
  app.get('/manifest.webmanifest', async (request, reply) => {
    const lang = langOf((request.query as { lang?: string }).lang)
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestIn(lang, await platformName(parts.db, lang))))
  })
}
