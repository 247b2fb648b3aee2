import type { AnchorHTMLAttributes, MouseEvent, PointerEvent, Ref } from 'react'
import { goInside } from './place.ts'
import { prefetchPage, usePlace, usePlaceParts } from './Router.tsx'

const isConsole = (pathname: string): boolean => /^\/console(\/|$)/.test(pathname)

/** Goes to an address of the app. For every other address it leaves the app. */
export const go = (href: string, options: { replace?: boolean } = {}): void => {
  const address = new URL(href, location.href)
  if (address.origin !== location.origin || isConsole(address.pathname) !== isConsole(location.pathname))
    location.assign(href)
  else goInside(address.pathname + address.search + address.hash, options.replace ?? false)
}
export const useGo = () => go

let rests: ReturnType<typeof setTimeout> | undefined
type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; replace?: boolean; ref?: Ref<HTMLAnchorElement> }
/** A link that stays in the app if it can. Everything that a browser offers for a link (new tab, copy) works. */
export const Link = ({ href, replace, onClick, children, ...rest }: Props) => {
  const inside = /^(\/(?!\/)|\?)/.test(href) && !rest.target && rest.download === undefined
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (
      !inside ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    go(href, { replace: replace ?? false })
  }
  // A finger that rests for a moment is about to tap. A finger that scrolls has left the link by then, and a fetch
  // would disturb the scrolling.
  const near = ({ pointerType }: PointerEvent) =>
    void (rests = setTimeout(prefetchPage, pointerType === 'mouse' ? 0 : 80, href))
  return (
    <a
      {...rest}
      href={href}
      onClick={click}
      {...(inside ? { onPointerEnter: near, onPointerLeave: () => clearTimeout(rests) } : {})}
    >
      {children}
    </a>
  )
}

/**
 * Returns the parameters of the page's link, as plain strings, so that an identity number or a bib stays unchanged. If
 * the path and the query have the same name, the value in the path counts.
 */
export const usePageParams = (): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(new URLSearchParams(usePlace().search)),
  ...usePlaceParts(),
})
