import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { words as shared } from '../../words.ts'
import { type VipBib, consoleBibsVipsRemove, consoleBibsVipsSave } from '../../vip/vip.contract.ts'
import { vipWords } from '../../vip/vip.words.ts'

type Props = { raceid: number; vip: VipBib | undefined; onClose: () => void; onDone: () => void }
/** The dialog that keeps a number for a guest. */
export const VipDialog = ({ raceid, vip, onClose, onDone }: Props) => {
  const t = useWords()
  const save = useCall(consoleBibsVipsSave)
  const [bib, setBib] = useState(vip?.bib ?? '')
  const [name, setName] = useState(vip?.name ?? '')
  const [registrationid, setRegistration] = useState<number | null>(vip?.registrationid ?? null)
  const go = async () => {
    const whom = registrationid === null ? {} : { registrationid }
    await save.mutateAsync({ raceid, bib, name, ...whom, ...(vip ? { id: vip.id } : {}) })
    toastSuccess(t(vipWords.saved))
    onDone()
  }
  return (
    <AskDialog
      title={vip ? t(vipWords.change, { bib: vip.bib }) : t(vipWords.add)}
      action={t(shared.save)}
      busy={save.isPending}
      refused={save.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <TextInput
        label={t(vipWords.bib)}
        value={bib}
        maxLength={20}
        error={save.error?.fields.bib}
        onChange={(event) => setBib(event.target.value.toUpperCase())}
      />
      <TextInput
        label={t(vipWords.name)}
        hint={t(vipWords.name_hint)}
        value={name}
        maxLength={80}
        error={save.error?.fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      <NumberInput
        label={t(vipWords.registration)}
        optional
        value={registrationid}
        error={save.error?.fields.registrationid}
        onChange={setRegistration}
      />
    </AskDialog>
  )
}

/** The question before a kept number becomes free for everybody. */
export const ReleaseDialog = ({ raceid, vip, onClose, onDone }: Props & { vip: VipBib }) => {
  const t = useWords()
  const remove = useCall(consoleBibsVipsRemove)
  const go = async () => {
    await remove.mutateAsync({ raceid, id: vip.id })
    toastSuccess(t(vipWords.removed))
    onDone()
  }
  return (
    <AskDialog
      title={t(vipWords.remove_title, { bib: vip.bib })}
      action={t(vipWords.remove_go)}
      look="danger"
      busy={remove.isPending}
      refused={remove.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p className="text-soft">{t(vipWords.remove_text)}</p>
    </AskDialog>
  )
}
