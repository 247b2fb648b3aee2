import type { ReactNode } from 'react'
import type { Lang } from '#contract/words.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import type { Refused } from '#ui/network/call.ts'
import { TextArea } from './TextInput.tsx'
import { WordsInput } from './WordsInput.tsx'

export type NamedForm = { name: Partial<Record<Lang, string>>; description: string }

/**
 * Returns the names of a form as calls take them: the Simplified Chinese name, or else another name, and the other
 * languages.
 */
export const namesIn = ({ name: { 'zh-cn': zh = '', ...others } }: NamedForm) => {
  const names = Object.fromEntries(
    Object.entries(others).flatMap(([lang, said]) => (said?.trim() ? [[lang, said]] : [])),
  )
  return { name: zh.trim() || Object.values(names)[0] || '', names }
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
/** A dialog that writes or changes a thing with a name in three languages and a description. */
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
    <TextArea
      label={labels.description}
      value={form.description}
      maxLength={2000}
      optional
      onChange={(event) => put({ ...form, description: event.target.value })}
    />
    {children}
  </AskDialog>
)
