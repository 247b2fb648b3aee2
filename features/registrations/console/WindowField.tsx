import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageForm } from '#ui/form/unsaved/PageForm.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { consoleRegistrationsWindow } from '../changes/changes.contract.ts'
import { words } from './desk.words.ts'

/** Edits the window of the desk at which the runner gets the race pack. */
export const WindowField = (props: { raceid: number; id: number; window: string | null; off: string | undefined }) => {
  const { raceid, id, window, off } = props
  const t = useWords()
  const queries = useQueryClient()
  const put = useCall(consoleRegistrationsWindow)
  const [typed, setTyped] = useState(window ?? '')
  const [error, setError] = useState<string>()
  const save = async () => {
    setError(undefined)
    try {
      const [outcome] = (await put.mutateAsync({ raceid, ids: [id], window: typed })).items
      if (outcome && outcome.outcome !== 'done' && outcome.outcome !== 'unchanged') {
        setError(outcome.says)
        return false
      }
      toastSuccess(t(words.done, { n: 1 }))
      void queries.invalidateQueries()
      return true
    } catch (thrown) {
      const refused = refusedFrom(thrown)
      setError(refused.fields.window ?? refused.msg)
      return false
    }
  }
  return (
    <PageForm
      className="mt-3"
      value={{ window: typed.trim() }}
      onSave={save}
      onDiscard={(saved) => setTyped(saved.window)}
      busy={put.isPending}
      disabledReason={off}
    >
      <TextInput
        label={t(words.window)}
        error={error}
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </PageForm>
  )
}
