import { Fragment, createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Lang, type Text, text } from '#contract/words.ts'
import { dateText } from '#ui/language/clock.ts'
import { RaceBanner, bannerPicture, bannerSizes, heroSizes } from '#ui/layout/RaceBanner.ts'
import { RaceLine } from '#ui/layout/RaceLine.ts'
import { escapedHtml } from '#contract/written.ts'
import { barTitle, finderTitle } from './pages/titles.ts'

type RaceFacts = { name: string; header: string | null; city: string; time: string; zone: string }
/**
 * Pages that show the race's picture across the whole width of the window at their top. The value is the form of the
 * picture. `/$` stands for an unknown address, at which the app shows the query page.
 */
const pictured: Readonly<Record<string, 'band' | 'hero'>> = {
  '/home': 'hero',
  '/query': 'band',
  '/$': 'band',
  '/score': 'band',
  '/feed': 'band',
}
/**
 * Pages with a bar at their top. The server draws the bar, before any script runs. The value is the bar's text
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

/**
 * Tells whether a text has only printable ASCII characters and no double quote. Only such a text fits into a header.
 */
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
      { className: 'flex min-h-dvh flex-col', 'aria-busy': true },
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
        below(),
      ),
    ),
  )
  const { src, srcSet } = race.header && form ? bannerPicture(race.header) : {}
  const sizes = form === 'hero' ? heroSizes : bannerSizes
  const choice = srcSet ? ` imagesrcset="${escapedHtml(srcSet)}" imagesizes="${sizes}"` : ''
  const head = src ? `<link rel="preload" as="image" href="${escapedHtml(src)}"${choice} fetchpriority="high">` : ''
  // A header of the answer also names the banner's picture, so that the browser requests the picture before it has read
  // the page.
  const link =
    srcSet && isPlain(srcSet)
      ? `<${src}>; rel=preload; as=image; imagesrcset="${srcSet}"; imagesizes="${sizes}"; fetchpriority=high`
      : ''
  return { head, body, link }
}

/** Pages that fill the window: a map, or a screen in a hall. Their outline is one block. */
const whole: ReadonlySet<string> = new Set([
  '/live',
  '/gps',
  '/kiosk',
  '/hall/screen',
  '/hall/printer',
  '/luckydraw/stage',
])
/** Pages that are one narrow form. */
const narrow: ReadonlySet<string> = new Set(['/login', '/mail', '/verify'])

const bone = (key: string, height: string, width?: string) =>
  h('div', { key, className: 'bone', style: { height, ...(width ? { width } : {}) } })
/** Returns the grey blocks that stand for a page until it has loaded, in the shape of the page. */
const blocksOf = (pathname: string) =>
  whole.has(pathname)
    ? [bone('ground', 'calc(100dvh - 5rem)')]
    : narrow.has(pathname)
      ? [bone('form', '18rem')]
      : [bone('one', '9rem'), bone('two', '9rem'), bone('three', '9rem')]

/** Returns the blocks below the picture of a race, in the place of the page's own content. */
const below = (): ReturnType<typeof h> =>
  h('div', { className: 'frame flex flex-col gap-4 py-4' }, [bone('one', '12rem'), bone('two', '8rem')])

/**
 * Draws the outline of a page that the server cannot draw whole. A person on a slow network sees at once that the page
 * is loading.
 */
export const outlineHtml = (pathname: string, lang: Lang): string => {
  const title = barTitle(pathname, lang)
  return renderToStaticMarkup(
    h(
      'div',
      { className: 'flex min-h-dvh flex-col', 'aria-busy': true },
      h('div', { className: 'hidden min-h-16 border-b border-line bg-surface md:block' }),
      h(
        'main',
        null,
        title === undefined
          ? h('div', { className: 'frame flex min-h-14 items-center gap-1 py-1' }, bone('title', '1.5rem', '8rem'))
          : bar(title),
        h(
          'div',
          { className: `${narrow.has(pathname) ? 'frame-narrow' : 'frame'} flex flex-col gap-4 pb-10 pt-2 md:gap-6` },
          blocksOf(pathname),
        ),
      ),
    ),
  )
}

type CardFacts = { title: string; site: string; race: RaceFacts | undefined; lang: Lang; picture: string }
/**
 * Returns the card of a page that somebody shares in a messaging app. The card never names a runner, because the
 * service that draws the card keeps it.
 */
export const cardHtml = ({ title, site, race, lang, picture }: CardFacts): string => {
  const line = race
    ? [race.city, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ')
    : finderTitle.line[lang]
  const property = (name: string, content: string) => h('meta', { property: name, content })
  return renderToStaticMarkup(
    h(
      Fragment,
      null,
      h('meta', { name: 'description', content: line }),
      property('og:type', 'website'),
      property('og:site_name', site),
      property('og:title', title),
      property('og:description', line),
      property('og:image', picture),
      property('og:image:width', '1200'),
      property('og:image:height', '630'),
      property('og:image:alt', race?.name ?? title),
      h('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    ),
  )
}
