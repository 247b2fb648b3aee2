import type { FastifyInstance } from 'fastify'
import { langOf, text, languageTags } from '#contract/words.ts'
import { platformName } from '#features/platform/service.ts'
import type { Parts } from '#seam/server/handle.ts'

const name = text('领物台', '領物台', 'Pick-up desk')
/**
 * Serves the file by which a browser installs the desk of a race. The file is the same for each race, because the
 * addresses of its pages are relative to the address of the file.
 */
export const serveDeskManifest = (app: FastifyInstance, parts: Parts): void => {
  app.get('/console/:raceid(^\\d+$)/desk.webmanifest', async (request, reply) => {
    const lang = langOf((request.query as { lang?: unknown }).lang)
    const platform = await platformName(parts.db, lang)
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify({
          name: `${platform} · ${name[lang]}`,
          short_name: name[lang],
          lang: languageTags[lang],
          start_url: './desk',
          scope: './desk',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: '#ffffff',
          icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
        }),
      )
  })
}
