import { Fragment, createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Lang, type Text, text } from '#contract/words.ts'
import { dateText } from '#ui/language/clock.ts'
import { RaceBanner, bannerPicture, bannerSizes, heroSizes } from '#ui/layout/RaceBanner.ts'
import { RaceLine } from '#ui/layout/RaceLine.ts'

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

type RaceFacts = { name: string; header: string | null; city: string; time: string; zone: string }
/**
 * Pages that begin with the race's picture up to the edges of the window, and the form of the picture. All other pages
 * begin with a bar. `/$` is the query page.
 */
const pictured: Readonly<Record<string, 'band' | 'hero'>> = {
  '/home': 'hero',
  '/query': 'band',
  '/$': 'band',
  '/score': 'band',
}
/**
 * Pages that begin with a bar and that the server draws before any script runs. The value is the text of the bar
 * (features/results/web/report/score.words.ts).
 */
export const barred: Readonly<Record<string, Text>> = {
  '/score': text('证书', '證書', 'Certificate'),
  '/report': text('成绩', '成績', 'Results'),
}
const bar = (title: string) =>
  h(
    'div',
    { className: 'frame flex min-h-14 items-center gap-1 py-1' },
    h('span', { className: '-ml-2.5 size-11' }),
    h('h1', { className: 'min-w-0 flex-1 truncate text-20 font-bold' }, title),
  )

/** Tells whether a text has neither quotes nor line ends, as a header needs it. */
const isPlain = (text: string): boolean => /^[\x21\x23-\x7e ]+$/.test(text)

/**
 * Draws the top of a race's page with the component that the browser uses too, so that nothing moves when the script
 * takes over.
 */
export const bannerHtml = (
  race: RaceFacts,
  lang: Lang,
  pathname: string,
): { head: string; body: string; link: string } => {
  const form = pictured[pathname]
  const title = barred[pathname]
  if (!form && !title) return { head: '', body: '', link: '' }
  const line = [race.city, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ')
  const body = renderToStaticMarkup(
    h(
      'div',
      { className: 'flex min-h-dvh flex-col' },
      h('div', { className: 'hidden min-h-16 border-b border-line bg-surface md:block' }),
      h(
        'main',
        null,
        title ? bar(title[lang]) : null,
        form
          ? h(RaceBanner, { name: race.name, picture: race.header, line, form, plain: title !== undefined })
          : h(
              'div',
              { className: 'frame flex flex-col gap-4 pb-10 pt-2 md:gap-6' },
              h(RaceLine, { name: race.name, line }),
            ),
      ),
    ),
  )
  const { src, srcSet } = race.header && form ? bannerPicture(race.header) : {}
  const sizes = form === 'hero' ? heroSizes : bannerSizes
  const choice = srcSet ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${sizes}"` : ''
  const head = src ? `<link rel="preload" as="image" href="${escapeHtml(src)}"${choice} fetchpriority="high">` : ''
  // A header names the same picture, so that the browser requests the picture before it has read the page.
  const link =
    srcSet && isPlain(srcSet)
      ? `<${src}>; rel=preload; as=image; imagesrcset="${srcSet}"; imagesizes="${sizes}"; fetchpriority=high`
      : ''
  return { head, body, link }
}

/**
 * The card of a page that somebody shares in a messaging app: the race with its place, time and picture. The card never
 * shows a runner, because the service that draws the card keeps it.
 */
export const cardHtml = (race: RaceFacts, lang: Lang, origin: string): string => {
  const line = [race.city, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ')
  const picture = race.header?.startsWith('/files/')
    ? `${origin}${race.header}?x-oss-process=image/resize,w_640`
    : undefined
  return renderToStaticMarkup(
    h(
      Fragment,
      null,
      h('meta', { name: 'description', content: line }),
      h('meta', { property: 'og:type', content: 'website' }),
      h('meta', { property: 'og:title', content: race.name }),
      h('meta', { property: 'og:description', content: line }),
      picture ? h('meta', { property: 'og:image', content: picture }) : null,
    ),
  )
}
