import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { TextInput } from '../TextInput.tsx'

type Props = {
  label: string
  /** The text of the button. */
  action: string
  /** The searched text. When this text changes, the field shows it. */
  value: string
  maxLength?: number
  className?: string
  /** True if the label is shown inside the empty field only, because a list has little height for its filters. */
  bare?: boolean
  /** Gets the trimmed text; undefined if the field is empty. */
  onSearch: (text: string | undefined) => void
}
/**
 * The search above a list. On a phone the button of a bare search shows only an icon, so that the label fits the field.
 */
export const SearchForm = ({ label, action, value, maxLength, className, bare, onSearch }: Props) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim() || undefined)
      }}
    >
      <TextInput
        label={label}
        bare={bare}
        placeholder={bare ? label : undefined}
        type="search"
        inputClassName={bare ? 'max-md:placeholder:text-14' : ''}
        value={typed}
        maxLength={maxLength}
        onChange={(event) => setTyped(event.target.value)}
        after={
          <Button
            type="submit"
            look="plain"
            icon={<Search className="size-5" aria-hidden />}
            className={bare ? 'max-md:px-3' : ''}
          >
            <span className={bare ? 'max-md:sr-only' : ''}>{action}</span>
          </Button>
        }
      />
    </form>
  )
}
