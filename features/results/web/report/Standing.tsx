import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { standingWords } from '../../publication/publication.words.ts'
import { scoreWords } from './score.words.ts'

/** Whether results are final: runners are still out, they may be protested against, or they are official. */
export const Standing = ({ provisional, official }: { provisional: boolean; official: boolean }) => {
  const t = useWords()
  return (
    <Chip tone={official && !provisional ? 'success' : 'warning'}>
      {t(provisional ? scoreWords.provisional : official ? standingWords.official : standingWords.provisional)}
    </Chip>
  )
}
