import type { ReactNode } from 'react'
import type { Lang } from '#contract/words.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import type { Refused } from '#ui/network/call.ts'
import { WordsInput } from './WordsInput.tsx'

type Said = Partial<Record<Lang, string>>
export type NamedForm = { name: Said; description: Said }

/** Returns a text as calls take it. If the Simplified Chinese text is empty, `said` is the text of another language. */
const saidIn = ({ 'zh-cn': zh = '', ...given }: Said) => {
  const others = Object.fromEntries(
    Object.entries(given).flatMap(([lang, said]) => (said?.trim() ? [[lang, said]] : [])),
  )
  return { said: zh.trim() || Object.values(others)[0] || '', others }
}
/** Returns the names and the descriptions of a form as calls take them. */
export const textsIn = ({ name, description }: NamedForm) => {
  const [named, described] = [saidIn(name), saidIn(description)]
  return { name: named.said, names: named.others, description: described.said, descriptions: described.others }
}

type Props = {
  title: string
  labels: Record<'name' | 'description', string>
  form: NamedForm
  put: (patch: NamedForm) => void
  busy: boolean
  refused: Refused | null
  onClose: () => void
  onSave: () => void
  children: ReactNode
}
/** A dialog that writes or changes a thing with a name and a description in three languages. */
export const NamedDialog = ({ title, labels, form, put, busy, refused, onClose, onSave, children }: Props) => (
  <AskDialog
    wide
    title={title}
    action={title}
    busy={busy}
    refused={refused ?? undefined}
    onClose={onClose}
    onDo={onSave}
  >
    <WordsInput
      label={labels.name}
      value={form.name}
      max={60}
      error={refused?.fields.name}
      onChange={(name) => put({ ...form, name })}
    />
    <WordsInput
      label={labels.description}
      value={form.description}
      max={2000}
      long
      optional
      error={refused?.fields.description}
      onChange={(description) => put({ ...form, description })}
    />
    {children}
  </AskDialog>
)
