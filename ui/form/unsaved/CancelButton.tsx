import { createContext, useContext } from 'react'
import { Button } from '../Button.tsx'
import { useWords } from '../../language/lang.tsx'
import { words } from '../../language/words.ts'

/**
 * The function with which the form or dialog around the button is given up. The function first asks a person who has
 * typed something.
 */
export const GivesUp = createContext<(go: () => void) => void>((go) => go())

/** The button that leaves a form or a dialog without saving. */
export const CancelButton = ({ label, onClick }: { label?: string; onClick: () => void }) => {
  const t = useWords()
  const giveUp = useContext(GivesUp)
  return (
    <Button look="plain" onClick={() => giveUp(onClick)}>
      {label ?? t(words.cancel)}
    </Button>
  )
}
