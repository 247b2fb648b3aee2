import { spotWords } from '#features/courses/words.ts'
import { usePointName } from '#features/results/web/report/SplitTable.tsx'
import { useWords } from '#ui/language/lang.tsx'

export const usePoint = () => {
  const t = useWords()
  const nameOf = usePointName()
  return (label: string): string => (label === '起点' ? t(spotWords.start) : nameOf(label))
}
