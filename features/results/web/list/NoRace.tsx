import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { useWords } from '#ui/lang.tsx'
import { path } from '#web/paths.ts'
import { listWords as words } from './scoreWords.ts'

/** What stands on a page of results that no race was named to. */
export const NoRace = () => {
  const t = useWords()
  return (
    <Empty
      title={t(words.noRace)}
      says={t(words.noRaceHow)}
      action={<ButtonLink href={path.finder()}>{t(words.allRaces)}</ButtonLink>}
    />
  )
}
