import { UploadCloud } from 'lucide-react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { lentWords as words } from './lent.words.ts'
import type { Lent } from './useLent.ts'

/**
 * The button and the texts with which a runner in the messaging app gets a picture that a long press can save. A
 * picture that the device saves itself has neither.
 */
export const LendPart = ({ lent: { state, msg, lend } }: { lent: Lent }) => {
  const t = useWords()
  if (state === 'own') return null
  if (state === 'ready' || state === 'lending')
    return (
      <p
        role="status"
        className={
          'rounded px-4 py-3 text-center font-medium ' +
          (state === 'ready' ? 'bg-success-tint text-success-ink' : 'bg-sunk text-soft')
        }
      >
        {t(words[state])}
      </p>
    )
  return (
    <div className="grid gap-3">
      <Button wide icon={<UploadCloud className="size-5" aria-hidden />} onClick={lend}>
        {t(state === 'failed' ? words.again : words.prepare)}
      </Button>
      {state === 'failed' ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {msg}
        </p>
      ) : (
        <p className="text-14 text-soft">{t(words.description)}</p>
      )}
    </div>
  )
}
