import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Lang } from '#contract/words.ts'
import { dateText } from '#ui/clock.ts'
import { RaceBanner, bannerPicture, bannerSizes, heroSizes } from '#ui/RaceBanner.ts'

export const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

type RaceFacts = { name: string; header: string | null; city: string; time: string; zone: string }
/** Pages that begin with the race's picture to the edges, and its form there; the others begin with a bar. `/$` is the query page. */
const pictured: Readonly<Record<string, 'band' | 'hero'>> = { '/home': 'hero', '/query': 'band', '/$': 'band' }

/** A header takes no quotes and no line ends. */
const isPlain = (text: string): boolean => /^[\x21\x23-\x7e ]+$/.test(text)

/** The top of a race's page, drawn by the very component that draws it in the browser, so that nothing moves when the script takes over. */
export const bannerHtml = (race: RaceFacts, lang: Lang, pathname: string): { head: string; body: string; link: string } => {
  const form = pictured[pathname]
  if (!form) return { head: '', body: '', link: '' }
  const line = [race.city, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ')
  const body = renderToStaticMarkup(
    h(
      'div',
      { className: 'flex min-h-dvh flex-col' },
      h('div', { className: 'hidden min-h-16 border-b border-line bg-surface md:block' }),
      h('main', null, h(RaceBanner, { name: race.name, picture: race.header, line, form })),
    ),
  )
  const { src, srcSet } = race.header ? bannerPicture(race.header) : {}
  const head = src ? `<link rel="preload" as="image" href="${escapeHtml(src)}"${srcSet ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${form === 'hero' ? heroSizes : bannerSizes}"` : ''} fetchpriority="high">` : ''
  // The same in a header: the browser asks for the picture before it has read the page.
  const link = srcSet && isPlain(srcSet) ? `<${src}>; rel=preload; as=image; imagesrcset="${srcSet}"; imagesizes="${form === 'hero' ? heroSizes : bannerSizes}"; fetchpriority=high` : ''
  return { head, body, link }
}
