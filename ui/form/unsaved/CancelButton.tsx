import { createContext, useContext } from 'react'
import { Button } from '../Button.tsx'
import { useWords } from '../../language/lang.tsx'
import { words } from '../../language/words.ts'

/** Gives up the form or dialog around the button. It first asks a person who typed something. */
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
