import { useEffect, useRef } from 'react'
import { path } from '#seam/console/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { settingsWords } from './settings.words.ts'

export const settingsPages = [
  'basics',
  'look',
  'contact',
  'signup',
  'legal',
  'results',
  'integrations',
  'manage',
] as const
export type SettingsPage = (typeof settingsPages)[number]

export const settingsPageOf = (name: string | undefined): SettingsPage =>
  settingsPages.find((one) => one === name) ?? 'basics'

/** The pages of the settings, in one line that scrolls if it is too long. */
export const SettingsNav = ({ raceid, open }: { raceid: number; open: SettingsPage }) => {
  const t = useWords()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>('[aria-current]')
    const held = bar.current
    if (!chosen || !held) return
    const [left, right] = [chosen.offsetLeft, chosen.offsetLeft + chosen.offsetWidth]
    if (left < held.scrollLeft || right > held.scrollLeft + held.clientWidth) held.scrollLeft = left - 24
  }, [open])
  return (
    <nav ref={bar} aria-label={t(settingsWords.pages)} className="relative -mx-1 flex overflow-x-auto px-1 py-1">
      {settingsPages.map((page) => (
        <Link
          key={page}
          replace
          href={path.race({ raceid, part: page })}
          aria-current={page === open ? 'page' : undefined}
          className={
            'flex min-h-9 shrink-0 items-center whitespace-nowrap rounded px-2.5 text-14 max-md:min-h-11 ' +
            (page === open ? 'bg-tint font-medium text-strong' : 'text-soft hover:bg-sunk hover:text-ink')
          }
        >
          {t(settingsWords[page])}
        </Link>
      ))}
    </nav>
  )
}
