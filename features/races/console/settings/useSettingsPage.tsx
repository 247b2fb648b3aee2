import { type ReactNode, type RefObject, useEffect } from 'react'
import { path } from '#seam/console/paths.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { goInside } from '#ui/router/place.ts'
import { type SettingsPage, settingsPageOf } from './SettingsNav.tsx'

/**
 * Holds the open page of the settings. The address names the page, and a change of page adds no step to the browser's
 * history.
 */
export const useSettingsPage = (raceid: number, form: RefObject<HTMLFormElement | null>) => {
  const open = settingsPageOf(usePageParams().part)
  const show = (page: string | undefined) => {
    if (page !== undefined && page !== open) goInside(path.race({ raceid, part: page }), true)
  }
  useEffect(() => {
    const held = form.current
    const reveal = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      show(target.closest<HTMLElement>('[data-page]')?.dataset.page)
      requestAnimationFrame(() => target.focus())
    }
    held?.addEventListener('fault', reveal)
    return () => held?.removeEventListener('fault', reveal)
  })
  return { open, show }
}

/** A page of the form. A closed page stays mounted, so that typed text stays. */
export const SettingsSection = ({
  page,
  open,
  children,
}: {
  page: SettingsPage
  open: SettingsPage
  children: ReactNode
}) => (
  <div data-page={page} hidden={page !== open} className={page === open ? 'grid gap-4' : 'hidden'}>
    {children}
  </div>
)
