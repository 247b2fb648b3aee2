import { ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import { path } from '#seam/console/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { usePlace } from '#ui/router/Router.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { words } from '../second/words.ts'
import { useMe } from './useMe.ts'

/**
 * Shows the time by which a person must set up a second factor, if the person's role needs one. After this time the
 * notice opens the person's profile, because the person may see no other page.
 */
export const SecondNotice = () => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const { pathname } = usePlace()
  const { me } = useMe()
  const isHere = pathname === path.profile()
  const isLocked = me?.second === 'locked'
  useEffect(() => {
    if (isLocked && !isHere) go(path.profile(), { replace: true })
  }, [isLocked, isHere, go])
  if (me?.second !== 'due' && !isLocked) return null
  const when = dateText(me?.second_due_at, lang, 'deadline')
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 bg-warning-tint px-4 py-3 text-14 text-warning-ink lg:px-6"
    >
      <ShieldAlert className="size-5 shrink-0" aria-hidden />
      <p className="min-w-0 flex-[1_1_14rem]">{isLocked ? t(words.second_locked) : t(words.second_due, { when })}</p>
      {isHere ? null : (
        <ButtonLink look="plain" href={path.profile()}>
          {t(words.set_up)}
        </ButtonLink>
      )}
    </div>
  )
}
