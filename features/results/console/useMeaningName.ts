import { useWords } from '#ui/language/lang.tsx'
import { meaningWords } from '../import/import.words.ts'
import { usePointName } from '../web/report/SplitTable.tsx'
import { words } from './console.words.ts'

const POINT = /^(split|segment):(.+)$/
/** Tells whether a meaning is the time at a point, or the time since the point before it. */
export const isPoint = (meaning: string): boolean => POINT.test(meaning)

/** Returns a function that names the meaning of a column. A point has the name that runners read: 5 公里, Half, CP1+. */
export const useMeaningName = () => {
  const t = useWords()
  const pointName = usePointName()
  return (meaning: string): string => {
    const [, kind, label] = POINT.exec(meaning) ?? []
    if (kind !== undefined) return t(kind === 'split' ? words.split : words.segment, { label: pointName(label!) })
    return meaning in meaningWords ? t(meaningWords[meaning as keyof typeof meaningWords]) : meaning
  }
}
