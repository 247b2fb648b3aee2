import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Facts } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleLuckydrawsOpen } from '../console.contract.ts'
import { prizeWords } from '../prizes/prizes.words.ts'
import { consoleWords as words } from './draws.words.ts'

type Address = { name: string; mobile: string; address: string }
/** Opens the sealed address of a prize after a confirmation, because the log names each opening. */
export const AddressDialog = ({
  raceid,
  prize,
  onClose,
}: {
  raceid: number
  prize: { id: number; name: string }
  onClose: () => void
}) => {
  const t = useWords()
  const open = useCall(consoleLuckydrawsOpen, { quiet: true })
  const [address, setAddress] = useState<Address>()
  const [refused, setRefused] = useState<Refused>()
  const show = async () => {
    try {
      setAddress(await open.mutateAsync({ raceid, id: prize.id }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const copy = () =>
    void navigator.clipboard.writeText(Object.values(address ?? {}).join(' ')).then(() => toastSuccess(t(words.copied)))
  return (
    <AskDialog
      open
      title={prize.name}
      action={t(address ? words.copy : words.openAddress)}
      busy={open.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => (address ? copy() : void show())}
    >
      {address ? (
        <Facts
          rows={[
            [t(prizeWords.recipient), address.name],
            [t(prizeWords.mobile), address.mobile],
            [t(prizeWords.address), address.address],
          ]}
        />
      ) : (
        <p>{t(words.openSure)}</p>
      )}
    </AskDialog>
  )
}
