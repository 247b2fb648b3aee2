import { ButtonLink } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { path } from '#seam/web/paths.ts'
import { resultListWords as words } from '../report/score.words.ts'

/** The page of results when the address names no race. */
export const NoRace = () => {
  const t = useWords()
  return (
    <Empty
      title={t(words.noRace)}
      description={t(words.noRaceHow)}
      action={<ButtonLink href={path.finder()}>{t(words.allRaces)}</ButtonLink>}
    />
  )
}
