import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { rareWords } from './rareActions.words.ts'

/**
 * Actions that people rarely need. On a desktop they are beside the other actions. On a phone they stay behind the
 * button `More` until somebody presses it. They stay mounted, because their dialogs are inside.
 */
export const RareActions = ({ children }: { children: ReactNode }) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        look="plain"
        className="md:hidden"
        icon={<Ellipsis className="size-5" aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t(rareWords.more)}
      </Button>
      <div id={id} className={open ? 'contents' : 'hidden md:contents'}>
        {children}
      </div>
    </>
  )
}
