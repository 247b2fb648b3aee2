import { Search } from 'lucide-react'
import { TextInput } from '../TextInput.tsx'

type Props = { label: string; value: string; onChange: (text: string) => void }
/** The field above a list of the console. The page searches while the person types. */
export const SearchField = ({ label, value, onChange }: Props) => (
  <TextInput
    bare
    type="search"
    label={label}
    placeholder={label}
    before={<Search className="size-5" aria-hidden />}
    value={value}
    maxLength={60}
    onChange={(event) => onChange(event.target.value)}
  />
)
