import { useEffect, useRef } from 'react'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../second/words.ts'

type Props = { ways: readonly unknown[]; value: string; onChange: (code: string) => void }
/** The field for a code of the authenticator app or a recovery code. It takes the focus when it appears. */
export const SecondField = ({ ways, value, onChange }: Props) => {
  const t = useWords()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <TextInput
      ref={field}
      label={t(words.second_code)}
      hint={t(ways.includes('app') ? words.second_code_hint : words.second_only_passkey)}
      name="second"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      inputClassName="figures"
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
