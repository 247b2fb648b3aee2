import { createHash } from 'node:crypto'
import { langOf } from '#contract/words.ts'
import { type RawRoute, raw } from '#seam/server/handle.ts'
import { oembedOf } from './oembed.service.ts'
import { drawEmbed } from './page.service.ts'
import { EMBED_SCRIPT, INNER_SCRIPT, embedPolicy, embedViews } from './rules.ts'

const one = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const etagOf = (body: string) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

const script =
  (body: string): RawRoute['run'] =>
  async (_parts, request, reply) => {
    const etag = etagOf(body)
    void reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return (
      reply
        .type('text/javascript; charset=utf-8')
        .header('cross-origin-resource-policy', 'cross-origin')
        // A site may also load the script as a module. Browsers load a module of another site only with this header.
        .header('access-control-allow-origin', '*')
        .send(body)
    )
  }

const widget: RawRoute['run'] = async ({ db, clock }, request, reply) => {
  const query = request.query as Record<string, unknown>
  const raceid = one(query['raceid']) ?? ''
  const view = embedViews.find((known) => known === (query['view'] ?? 'signup'))
  const lang = langOf(one(query['_lang']) ?? request.headers['accept-language']?.split(',')[0])
  const shown =
    view && /^[1-9]\d{0,8}$/.test(raceid)
      ? await drawEmbed(db, { raceid: Number(raceid), view, lang, now: clock() })
      : undefined
  if (!shown) return reply.code(404).type('text/plain; charset=utf-8').send('')
  const etag = etagOf(shown.html)
  void reply
    .header('content-security-policy', embedPolicy(shown.styleHash, shown.hosts))
    .header('cache-control', 'public, max-age=30')
    .header('vary', 'accept-language')
    .header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(shown.html)
}

const oembed: RawRoute['run'] = async ({ db, origin, clock }, request, reply) => {
  const query = request.query as Record<string, unknown>
  void reply.header('access-control-allow-origin', '*')
  const format = one(query['format']) ?? 'json'
  if (format !== 'json') return reply.code(501).type('text/plain; charset=utf-8').send('')
  const asked = {
    url: (one(query['url']) ?? '').slice(0, 2000),
    maxwidth: one(query['maxwidth']),
    maxheight: one(query['maxheight']),
  }
  const lang = langOf(one(query['_lang']) ?? URL.parse(asked.url)?.searchParams.get('lang') ?? undefined)
  const answer = await oembedOf(db, asked, { origin, lang, now: clock() })
  if (!answer) return reply.code(404).type('text/plain; charset=utf-8').send('')
  return reply
    .header('cache-control', 'public, max-age=60')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer))
}

export const rawRoutes: readonly RawRoute[] = [
  raw('GET', '/embed.js', 'Returns the script with which another site shows a widget of a race.', script(EMBED_SCRIPT)),
  raw(
    'GET',
    '/embed-inner.js',
    'Returns the script inside a widget. The script tells the height of the widget.',
    script(INNER_SCRIPT),
  ),
  raw(
    'GET',
    '/embed',
    'Returns a widget for another site: the sign-up of a race (`view` = `signup`) or its results (`results`). Only ' +
      'the sites that the race allows may show the widget in a frame.',
    widget,
  ),
  raw(
    'GET',
    '/oembed',
    'Describes a page of ours (race, results, result, certificate) as oEmbed 1.0, in JSON.',
    oembed,
  ),
]
