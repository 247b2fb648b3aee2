import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { resultListWords as words } from '../report/score.words.ts'

/** Shows that ranks can still change, and whether the page updates by itself. */
export const LiveMark = ({ on, label }: { on: boolean; label: string }) => {
  const t = useWords()
  return (
    <span className="flex flex-wrap items-center gap-2">
      {on ? (
        <Chip
          tone="success"
          icon={<span aria-hidden className="size-2 rounded-full bg-success-solid motion-safe:animate-pulse" />}
        >
          {t(words.live)}
        </Chip>
      ) : null}
      <Chip tone="warning">{label}</Chip>
    </span>
  )
}
