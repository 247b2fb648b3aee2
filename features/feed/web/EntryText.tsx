import { useState } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { isLongText } from './feedList.rules.ts'
import { feedWords as words } from './feed.words.ts'

/** The text of an entry. `short` makes it large. A long text shows its first lines, and the rest after a press. */
export const EntryText = ({ body, short }: { body: string; short: boolean }) => {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const isFolded = !isOpen && isLongText(body)
  return (
    <div className="px-4 pt-3 md:px-5">
      <p
        className={`break-words whitespace-pre-line ${short ? 'text-20 font-bold text-balance' : 'text-16'} ${isFolded ? 'line-clamp-6' : ''}`}
      >
        {body}
      </p>
      {isFolded ? (
        <button type="button" className="min-h-11 font-medium text-strong" onClick={() => setOpen(true)}>
          {t(words.showAll)}
        </button>
      ) : null}
    </div>
  )
}
