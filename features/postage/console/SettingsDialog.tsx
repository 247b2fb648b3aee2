import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { MoneyInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type PostageSettingsShown, consoleParcelsSettings } from '../contract.ts'
import { postageFor } from '../rules.ts'
import { words } from '../words.ts'

/** The dialog for the terms on which a race sends shirts home. */
export const SettingsDialog = ({
  raceid,
  settings,
  onClose,
  onDone,
}: {
  raceid: number
  settings: PostageSettingsShown
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const [open, setOpen] = useState(settings.open)
  const [until, setUntil] = useState(settings.until)
  const [fee, setFee] = useState(settings.fee)
  const [who, setWho] = useState(settings.who)
  const [sizes, setSizes] = useState(settings.sizes.join(' '))
  const save = useCall(consoleParcelsSettings)
  const fields = save.error?.fields ?? {}
  const send = () =>
    save.mutate(
      {
        raceid,
        open: open ? '1' : '0',
        ...(until ? { until } : {}),
        fee,
        who,
        sizes: sizes.split(/[\s,，、]+/).filter(Boolean),
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onDone()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.settings)}
      actions={
        <Button busy={save.isPending} onClick={send}>
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-4 pb-2">
        <Checkbox checked={open} onChange={(event) => setOpen(event.target.checked)}>
          {t(words.settingsOpen)}
        </Checkbox>
        <Select
          label={t(words.settingsWho)}
          value={who}
          onChange={(event) => setWho(event.target.value as typeof who)}
          options={postageFor.map((one) => ({ value: one, label: t(one === 'pb' ? words.whoPb : words.whoFinishers) }))}
        />
        <MoneyInput label={t(words.settingsFee)} error={fields.fee} value={fee} onChange={setFee} />
        <TextInput
          label={t(words.settingsSizes)}
          hint={t(words.sizesHint)}
          error={fields.sizes}
          value={sizes}
          onChange={(event) => setSizes(event.target.value)}
        />
        <DateTimeInput label={t(words.settingsUntil)} optional value={until} onChange={setUntil} />
        {save.error && Object.keys(fields).length === 0 ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
            {save.error.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
