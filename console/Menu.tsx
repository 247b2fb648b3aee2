import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { IconButton } from '#ui/form/Button.tsx'
import { useFollow } from '#ui/form/useFollow.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { usePlace } from '#ui/router/Router.tsx'
import { isAt, menuFor } from './menu.ts'
import { words } from './words.ts'

const Groups = () => {
  const t = useWords()
  const { pathname } = usePlace()
  const { raceid } = usePageParams()
  const { me } = useMe()
  return (
    <nav aria-label={t(words.navigation)} className="grid gap-5">
      {menuFor(me?.roles ?? []).map((group) => (
        <div key={t(group.says)}>
          <p className="px-3 pb-1 text-12 text-soft">{t(group.says)}</p>
          <ul>
            {group.entries.map((entry) => {
              const open = isAt(entry, pathname)
              return (
                <li key={t(entry.says)}>
                  <Link
                    href={entry.to(entry.house ? {} : { raceid })}
                    {...(open ? { 'aria-current': 'page' as const } : {})}
                    className={
                      'flex min-h-11 items-center rounded px-3 ' +
                      (open ? 'bg-tint font-medium text-strong' : 'hover:bg-sunk')
                    }
                  >
                    {t(entry.says)}
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Beside the page on a desktop. */
export const SideMenu = () => (
  <div className="hidden w-52 shrink-0 border-r border-line bg-surface lg:block">
    <div className="sticky top-0 max-h-dvh overflow-y-auto px-3 py-6">
      <Groups />
    </div>
  </div>
)

/** Behind a button on a phone; another address closes it. */
export const PhoneMenu = () => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const { pathname } = usePlace()
  useFollow(pathname, () => setOpen(false))
  useEffect(() => {
    if (!open) return undefined
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [open])
  return (
    <div className="lg:hidden">
      <IconButton
        label={t(open ? words.menu_close : words.menu)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-2.5"
      >
        {open ? <X className="size-6" aria-hidden /> : <MenuIcon className="size-6" aria-hidden />}
      </IconButton>
      {open ? (
        <div
          className={
            'absolute inset-x-0 top-16 z-40 max-h-[calc(100dvh-4rem)] animate-fade ' +
            'overflow-y-auto border-b border-line bg-surface px-2 py-4 shadow-card'
          }
        >
          <Groups />
        </div>
      ) : null}
    </div>
  )
}
