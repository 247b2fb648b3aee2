import { spotWords } from '#features/courses/words.ts'
import { usePointName } from '#features/results/web/report/SplitTable.tsx'
import { useWords } from '#ui/language/lang.tsx'

/** Returns the function that names a point of a course for a spectator. */
export const usePoint = () => {
  const t = useWords()
  const nameOf = usePointName()
  return (label: string): string => (label === '起点' ? t(spotWords.start) : nameOf(label))
}
