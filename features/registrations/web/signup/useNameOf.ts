import { useWords } from '#ui/language/lang.tsx'
import { signUpWords as words } from './signUp.words.ts'
import type { SignUp } from './useSignUp.ts'

/** The name of a person of the party before a name is typed. */
export const useNameOf = () => {
  const t = useWords()
  return ({ draft, n }: Pick<SignUp['people'][number], 'draft' | 'n'>): string =>
    draft.name.trim() || t(words.personN, { n })
}
