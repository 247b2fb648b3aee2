import { TextInput } from '#ui/form/TextInput.tsx'

type Props = {
  label: string
  digits: number
  value: string
  hint?: string
  error?: string | undefined
  autoFocus?: boolean
  onChange: (pin: string) => void
}
/** A field for a PIN. It takes digits only, and asks browsers not to remember them. */
export const PinInput = ({ digits, onChange, ...rest }: Props) => (
  <TextInput
    {...rest}
    type="password"
    inputMode="numeric"
    autoComplete="off"
    maxLength={digits}
    onChange={({ target }) => onChange(target.value.normalize('NFKC').replaceAll(/\D/g, '').slice(0, digits))}
  />
)
