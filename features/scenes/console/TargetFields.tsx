import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Refused } from '#ui/network/call.ts'
import { words } from '../words.ts'

type Props = {
  page: string
  expires: string | null
  refused: Refused | undefined
  onPage: (page: string) => void
  onExpires: (expires: string | null) => void
}
/** The page that a scene code opens, and the moment at which the code ends. */
export const TargetFields = ({ page, expires, refused, onPage, onExpires }: Props) => {
  const t = useWords()
  return (
    <>
      <TextInput
        label={t(words.page)}
        hint={t(words.page_hint)}
        value={page}
        maxLength={600}
        error={refused?.fields.page}
        onChange={(event) => onPage(event.target.value)}
      />
      <DateTimeInput
        label={t(words.expires)}
        hint={t(words.expires_hint)}
        value={expires}
        error={refused?.fields.expires_at}
        onChange={onExpires}
      />
    </>
  )
}
