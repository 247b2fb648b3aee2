import { useWords } from '#ui/language/lang.tsx'
import { type IdType, normalIdnum, passportHint } from '../rules.ts'
import { words } from '../words.ts'

/**
 * Returns the hint for the number of a passport. The hint says that the number looks unlikely, or how to enter a number
 * that is refused. Returns undefined if there is no hint.
 */
export const usePassportHint = (idtype: IdType, idnum: string, country: string): string | undefined => {
  const t = useWords()
  const hint = idtype === 'passport' ? passportHint(idnum, country) : undefined
  if (hint === undefined) return undefined
  return hint === 'unlikely'
    ? t(words.passport_unlikely)
    : t(words.passport_digits, { example: `${country || 'NO'}${normalIdnum(idnum)}` })
}
