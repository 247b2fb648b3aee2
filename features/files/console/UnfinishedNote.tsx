import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'

/** Tells that a file is not imported yet, and that its columns and choices are kept. */
export const UnfinishedNote = ({ name, onForget }: { name: string | undefined; onForget: () => void }) => {
  const t = useWords()
  if (name === undefined) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded bg-info-tint px-4 py-1.5 text-info-ink"
    >
      <p className="min-w-0 flex-[1_1_14rem] break-words py-1.5">{t(words.unfinished, { file: name })}</p>
      <Button look="quiet" onClick={onForget}>
        {t(words.forget)}
      </Button>
    </div>
  )
}
