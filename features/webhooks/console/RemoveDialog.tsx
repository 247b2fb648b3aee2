import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type Webhook, consoleWebhooksRemove } from '../contract.ts'
import { consoleWords as words } from './integrations.words.ts'

type Props = { webhook: Webhook; onClose: () => void; onDone: () => void }
export const RemoveDialog = ({ webhook: { raceid, id, name }, onClose, onDone }: Props) => {
  const t = useWords()
  const remove = useCall(consoleWebhooksRemove)
  const [refused, setRefused] = useState<Refused>()
  const go = async () => {
    try {
      await remove.mutateAsync({ id, ...(raceid === null ? {} : { raceid }) })
      onClose()
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={t(words.removeTitle, { name })}
      action={t(words.remove)}
      look="danger"
      busy={remove.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <p>{t(words.removeText)}</p>
    </AskDialog>
  )
}
