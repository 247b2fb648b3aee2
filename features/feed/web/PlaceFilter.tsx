import { useState } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { kmText } from '#contract/written.ts'
import type { FeedEntry } from '../contract.ts'
import { feedWords as words } from './feed.words.ts'
import { type CoursePart, courseParts } from './feedList.rules.ts'

type Props = {
  items: readonly FeedEntry[]
  chosen: CoursePart | undefined
  onChoose: (part: CoursePart | undefined) => void
}
/** The parts of the course as a row of buttons, as far as the farthest entry that the page has loaded. */
export const PlaceFilter = ({ items, chosen, onChoose }: Props) => {
  const t = useWords()
  const [farthest, setFarthest] = useState(0)
  const most = Math.max(farthest, ...items.map(({ km }) => km ?? 0))
  if (most > farthest) setFarthest(most)
  const parts = courseParts(most)
  if (parts.length < 2) return null
  const look = (on: boolean) =>
    'inline-flex min-h-11 shrink-0 items-center rounded-full px-4 text-14 font-medium whitespace-nowrap ' +
    (on ? 'bg-fill text-on-fill' : 'bg-surface shadow-card hover:bg-tint')
  return (
    <div
      role="group"
      aria-label={t(words.by_place)}
      className="-mx-4 mb-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:px-0"
    >
      <button
        type="button"
        aria-pressed={chosen === undefined}
        className={look(chosen === undefined)}
        onClick={() => onChoose(undefined)}
      >
        {t(words.whole)}
      </button>
      {parts.map((part) => (
        <button
          key={part.from}
          type="button"
          aria-pressed={chosen?.from === part.from}
          className={`figures ${look(chosen?.from === part.from)}`}
          onClick={() => onChoose(part)}
        >
          {t(words.part, { from: kmText(part.from), until: kmText(part.until) })}
        </button>
      ))}
    </div>
  )
}
