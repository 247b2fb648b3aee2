import { LogOut, UserRound } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Link, useGo } from '#ui/router/Link.tsx'
import { words as secondWords } from '../second/words.ts'
import { words } from '../words.ts'
import { useMe } from './useMe.ts'

/** Shows the logged-in member of staff and the button that logs out. */
export const StaffMenu = () => {
  const t = useWords()
  const go = useGo()
  const { me, logOut, loggingOut } = useMe()
  if (!me) return null
  return (
    <span className="flex items-center">
      <Link
        href={path.profile()}
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded px-2 text-14 text-soft hover:bg-sunk"
      >
        <UserRound className="size-5 shrink-0" aria-hidden />
        <span className="sr-only">{t(secondWords.profile)}</span>
        <span className="hidden max-w-40 truncate lg:block">{me.name}</span>
      </Link>
      <Button
        look="quiet"
        className="px-3! text-14! font-normal! text-soft!"
        icon={<LogOut className="size-4" aria-hidden />}
        busy={loggingOut}
        onClick={() => void logOut().then(() => go(path.login()))}
      >
        <span className="max-md:sr-only">{t(words.log_out)}</span>
      </Button>
    </span>
  )
}
