import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type Opened, consoleRegistrationsOpen, consoleRegistrationsShow } from '../changes/changes.contract.ts'
import { words } from './desk.words.ts'

/**
 * Asks for a reason and then gives the sealed values to the page. Only the page keeps the values. They are gone when
 * the person leaves the page.
 */
export const OpenDialog = ({
  raceid,
  id,
  onClose,
  onOpened,
}: {
  raceid: number
  id: number
  onClose: () => void
  onOpened: (opened: Opened) => void
}) => {
  const t = useWords()
  const queries = useQueryClient()
  const open = useCall(consoleRegistrationsOpen)
  const [why, setWhy] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const go = async () => {
    setRefused(undefined)
    try {
      onOpened(await open.mutateAsync({ raceid, id, why }))
      void queries.invalidateQueries({ queryKey: [consoleRegistrationsShow.path] })
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={t(words.open_title)}
      action={t(words.open)}
      busy={open.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <p className="text-soft">{t(words.open_text)}</p>
      <TextInput
        label={t(words.open_why)}
        value={why}
        maxLength={200}
        error={refused?.fields.why}
        onChange={(event) => setWhy(event.target.value)}
      />
    </AskDialog>
  )
}
