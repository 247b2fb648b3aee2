import { type ReactNode, useState } from 'react'
import { Dialog } from '../../feedback/Dialog.tsx'
import { useWords } from '../../language/lang.tsx'
import { Button } from '../Button.tsx'
import { words } from './unsaved.words.ts'
import { useHold } from './useHold.ts'

/**
 * Asks before a person leaves the page with a changed form. `giveUp` asks before another action that loses the changes.
 * `keepNow` keeps the changes on the device, for a form that has a draft there.
 */
export const useAsksBeforeLeaving = (
  dirty: boolean,
  keepNow?: () => void,
): { dialog: ReactNode; giveUp: (go: () => void) => void } => {
  const t = useWords()
  const [going, setGoing] = useState<{ go: () => void }>()
  useHold(dirty, (go) => setGoing({ go }))
  const stay = () => setGoing(undefined)
  return {
    giveUp: (go) => (dirty ? setGoing({ go }) : go()),
    dialog: (
      <Dialog
        forgets
        open={going !== undefined}
        title={t(words.leave_title)}
        onClose={stay}
        actions={
          <>
            <Button
              look="plain"
              onClick={() => {
                keepNow?.()
                stay()
                going?.go()
              }}
            >
              {t(words.leave)}
            </Button>
            <Button onClick={stay}>{t(words.stay)}</Button>
          </>
        }
      >
        <p className="pb-2">{t(keepNow ? words.leave_text : words.leave_lost)}</p>
      </Dialog>
    ),
  }
}
