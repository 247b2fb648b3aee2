import { useState } from 'react'
import { Button } from '../Button.tsx'
import { TextInput } from '../TextInput.tsx'

type Props = {
  label: string
  /** The text of the button. */
  action: string
  /** The searched text. When this text changes, the field shows it. */
  value: string
  onFind: (text: string) => void
}
/** A field, and a button that looks for the typed text. */
export const FindForm = ({ label, action, value, onFind }: Props) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <form
      role="search"
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onFind(typed.trim())
      }}
    >
      <TextInput
        className="min-w-0 flex-1"
        label={label}
        inputClassName="figures"
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="plain">
        {action}
      </Button>
    </form>
  )
}
