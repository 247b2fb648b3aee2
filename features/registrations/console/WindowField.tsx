import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
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
  // The window has no version number, so its saved value is compared. If a colleague assigns another window meanwhile,
  // the page shows both.
  const unsaved = useUnsaved({ name: `window ${id}`, raceid, saved: { window: window ?? '' }, version: window })
  const typed = unsaved.form.window
  const [error, setError] = useState<string>()
  const save = async () => {
    setError(undefined)
    try {
      const [outcome] = (await put.mutateAsync({ raceid, ids: [id], window: typed })).items
      if (outcome && outcome.outcome !== 'done' && outcome.outcome !== 'unchanged') return setError(outcome.says)
      unsaved.done()
      toastSuccess(t(words.done, { n: 1 }))
      return void queries.invalidateQueries()
    } catch (thrown) {
      const refused = refusedFrom(thrown)
      return setError(refused.fields.window ?? refused.msg)
    }
  }
  return (
    <form
      noValidate
      className="mt-3 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        key={unsaved.turn}
        label={t(words.window)}
        error={error}
        maxLength={20}
        value={typed}
        onChange={(event) => unsaved.change({ window: event.target.value })}
      />
      <UnsavedBar unsaved={unsaved} labelOf={() => t(words.window)} busy={put.isPending} disabledReason={off} />
    </form>
  )
}
