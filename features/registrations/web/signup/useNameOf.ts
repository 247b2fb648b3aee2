import { useWords } from '#ui/language/lang.tsx'
import { signUpWords as words } from './signUp.words.ts'
import type { SignUp } from './useSignUp.ts'

/** Returns a function that names a person of the party, also before anybody has typed a name. */
export const useNameOf = () => {
  const t = useWords()
  return ({ draft, n }: Pick<SignUp['people'][number], 'draft' | 'n'>): string =>
    draft.name.trim() || t(words.personN, { n })
}
