import { createElement as h, type ReactNode } from 'react'
import { Dotted } from './Dotted.ts'
import { Lanes } from './Lanes.ts'
import { pictureAt, pictureSet } from '../media/picture.ts'

export type RaceBannerProps = {
  name: string
  /** The race's header picture. */
  picture: string | null
  /** The picture in words, for people who cannot see it. Empty if the picture only decorates. */
  alt?: string
  /** City and date. */
  line: string
  /** The content over the picture, beside the name. */
  children?: ReactNode
  /** `band` is above a search or a list, `hero` on the race's home. */
  form?: 'band' | 'hero'
  /** True if the page's own heading is elsewhere. The name is then no heading. */
  plain?: boolean
}

// On a phone the picture may be less sharp than the screen allows, because a smaller picture arrives sooner.
export const bannerSizes = '(min-width: 48rem) 100vw, 92vw'
export const heroSizes = '(min-width: 48rem) 58vw, 92vw'
const bannerWidths = [640, 750, 960, 1280, 1920] as const
export const bannerPicture = (picture: string) => ({
  src: pictureAt(picture, 1280),
  srcSet: pictureSet(picture, bannerWidths),
})

/**
 * The top of a race's page. On phones its picture reaches the edges, and the name is on the picture. On desktops the
 * home (`hero`) has picture and facts side by side. The server also draws the top (server/banner.ts), before any script
 * runs. The file uses no JSX, because Node cannot read JSX.
 */
export const RaceBanner = ({ name, picture, alt = '', line, children, form = 'band', plain }: RaceBannerProps) => {
  const hero = form === 'hero'
  return h(
    'div',
    {
      className: `relative isolate flex w-full flex-col justify-end overflow-hidden text-white ${
        hero
          ? 'min-h-[15rem] md:grid md:min-h-0 md:grid-cols-12 md:items-center md:gap-12 md:py-8 md:text-ink md:frame'
          : 'min-h-[11rem] md:min-h-[15rem]'
      }`,
    },
    h(
      'div',
      {
        className:
          'absolute inset-0 -z-10 bg-fill ' +
          (hero ? 'md:relative md:z-0 md:col-span-7 md:h-[25rem] md:overflow-hidden md:rounded md:shadow-card' : ''),
      },
      picture
        ? h('img', {
            ...bannerPicture(picture),
            sizes: hero ? heroSizes : bannerSizes,
            alt,
            fetchPriority: 'high',
            className: 'size-full object-cover',
          })
        : h(Lanes),
      h('div', { 'aria-hidden': true, className: `absolute inset-0 shade ${hero ? 'md:hidden' : ''}` }),
    ),
    h(
      'div',
      { className: `flex flex-col gap-1 ${hero ? 'px-4 pb-4 pt-6 md:col-span-5 md:p-0' : 'frame pb-8 pt-6'}` },
      h(
        plain ? 'p' : 'h1',
        { className: `font-bold text-balance ${hero ? 'text-28 md:text-40' : 'text-20 md:text-28'}` },
        name,
      ),
      line
        ? h('p', { className: `figures text-16 ${hero ? 'md:mt-2 md:text-soft' : ''}` }, h(Dotted, { text: line }))
        : null,
      children,
    ),
  )
}
