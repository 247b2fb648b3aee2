import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { resultStandingWords } from '../../publication/publication.words.ts'
import { scoreWords } from './score.words.ts'

/** Shows the state of a list of results: provisional while runners are on the course, open to protests, or official. */
export const Standing = ({ provisional, official }: { provisional: boolean; official: boolean }) => {
  const t = useWords()
  return (
    <Chip tone={official && !provisional ? 'success' : 'warning'}>
      {t(
        provisional
          ? scoreWords.provisional
          : official
            ? resultStandingWords.official
            : resultStandingWords.provisional,
      )}
    </Chip>
  )
}
