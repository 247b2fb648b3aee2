import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from '../form/Button.tsx'
import { go } from '../router/Link.tsx'
import { useWords } from '../language/lang.tsx'
import { hrefTo } from '../router/address.ts'
import { canGoBack } from '../router/place.ts'
import { words } from '../language/words.ts'

let [shown, place] = ['', '']
const showTitle = () => {
  document.title = shown.includes(place) ? shown : [shown, place].filter(Boolean).join(' · ')
}
/** Names the race, or the app, at the end of the window's title. */
export const setTitlePlace = (name: string): void => {
  place = name
  showTitle()
}
/**
 * Sets the window's title while a page is open. The name of the race, or of the app, follows a title that does not
 * contain this name.
 */
export const useTitle = (title: string | undefined) => {
  useEffect(() => {
    if (!title) return
    shown = title
    showTitle()
  }, [title])
}

/** The bar of an inner page: the back button, the title, and space for `aside` on the right. */
export const TopBar = ({
  title,
  backTo,
  aside,
  narrow,
}: {
  title: ReactNode
  /** The address of the back button when there is no page before this page. */ backTo?: string
  aside?: ReactNode
  /** True if the bar is as wide as the narrow content below it. */ narrow?: boolean
}) => {
  const t = useWords()
  const back = () => (canGoBack() ? history.back() : go(backTo ?? hrefTo('/home')))
  return (
    <div className={`${narrow ? 'frame-narrow' : 'frame'} flex min-h-14 flex-wrap items-center gap-1 py-1`}>
      <IconButton label={t(words.back)} onClick={back} className="-ml-2.5">
        <ChevronLeft className="size-6" aria-hidden />
      </IconButton>
      <h1 className="line-clamp-2 flex-[1_1_7rem] text-20 font-bold">{title}</h1>
      {aside}
    </div>
  )
}

/** A page with its title, its bar, its content, and the actions near the thumb. `narrow` is for forms and texts. */
export const Page = ({
  title,
  bar = true,
  backTo,
  aside,
  narrow,
  foot,
  side,
  children,
}: {
  title: string
  bar?: boolean
  backTo?: string
  aside?: ReactNode
  narrow?: boolean
  foot?: ReactNode
  /**
   * A column at the right of wide windows. The keyboard reaches the column after the foot, so that the main button
   * comes first. The content leaves space for the column by `besideSide`.
   */
  side?: ReactNode
  children: ReactNode
}) => {
  useTitle(title)
  return (
    <main
      id="main"
      tabIndex={-1}
      className={`relative flex flex-1 flex-col outline-none ${side ? 'lg:min-h-[38rem]' : ''}`}
    >
      {bar ? (
        <TopBar title={title} aside={aside} {...(narrow ? { narrow } : {})} {...(backTo ? { backTo } : {})} />
      ) : null}
      <div className={`${narrow ? 'frame-narrow' : 'frame'} flex flex-col gap-4 pb-10 pt-2 md:gap-6`}>{children}</div>
      {foot ? <Foot>{foot}</Foot> : null}
      {side ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-0 top-16 hidden lg:block">
          <div className="frame h-full">
            <div className="pointer-events-auto sticky top-6 ml-auto w-[21rem]">{side}</div>
          </div>
        </div>
      ) : null}
    </main>
  )
}

/** The padding that keeps the content clear of the column `side`. */
export const besideSide = 'lg:pr-[23.5rem]'

/** Actions that stay near the thumb on phones and are at the end of the page on desktops. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <div
    data-foot
    className={
      'sticky bottom-0 z-20 mt-auto border-t border-line bg-surface ' +
      'pb-[env(safe-area-inset-bottom)] md:static md:border-0 md:bg-transparent'
    }
  >
    <div className="frame flex flex-wrap items-center gap-3 py-3 md:justify-center md:pb-12">{children}</div>
  </div>
)
