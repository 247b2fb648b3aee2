import { LogOut } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { words } from '../words.ts'
import { useMe } from './useMe.ts'

/** Shows the logged-in member of staff and the button that logs out. It is empty where nobody is logged in. */
export const StaffMenu = () => {
  const t = useWords()
  const go = useGo()
  const { me, logOut, loggingOut } = useMe()
  if (!me) return null
  return (
    <span className="flex items-center">
      <span className="hidden max-w-40 truncate pl-3 text-14 text-soft lg:block">{me.name}</span>
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
