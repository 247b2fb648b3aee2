import { Minus, Plus } from 'lucide-react'
import { useWords } from '#ui/language/lang.tsx'
import { shopWords as words } from './shop.words.ts'

const button =
  'flex size-11 items-center justify-center rounded-full border border-edge bg-surface transition active:scale-95 ' +
  'aria-disabled:border-line aria-disabled:text-soft'

/** A number of pieces between two buttons. */
export const Pieces = ({
  n,
  most,
  least = 1,
  label,
  onChange,
}: {
  n: number
  most: number
  least?: number
  label: string
  onChange: (n: number) => void
}) => {
  const t = useWords()
  return (
    <div role="group" aria-label={label} className="flex items-center gap-1">
      <button
        type="button"
        aria-label={t(words.fewer)}
        aria-disabled={n <= least || undefined}
        className={button}
        onClick={() => n > least && onChange(n - 1)}
      >
        <Minus className="size-5" aria-hidden />
      </button>
      <output aria-live="polite" className="figures w-9 text-center text-20 font-bold">
        {n}
      </output>
      <button
        type="button"
        aria-label={t(words.more)}
        aria-disabled={n >= most || undefined}
        className={button}
        onClick={() => n < most && onChange(n + 1)}
      >
        <Plus className="size-5" aria-hidden />
      </button>
    </div>
  )
}
