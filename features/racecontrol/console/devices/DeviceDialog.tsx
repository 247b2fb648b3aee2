import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import {
  type LiveDevice,
  consoleRacecontrolDevicesAdd,
  consoleRacecontrolDevicesChange,
  consoleRacecontrolDevicesRemove,
} from '../../devices/devices.contract.ts'
import { deviceTableWords } from '../../devices/devices.words.ts'
import { pageWords as words } from './devicePage.words.ts'

type Props = {
  raceid: number
  device: LiveDevice | undefined
  onClose: () => void
  /** Runs after a change. `added` is a new device, so that the page can open its set-up. */
  onDone: (added?: { id: number }) => void
}
/** Adds, changes or removes a device. */
export const DeviceDialog = ({ raceid, device, onClose, onDone }: Props) => {
  const t = useWords()
  const add = useCall(consoleRacecontrolDevicesAdd)
  const change = useCall(consoleRacecontrolDevicesChange)
  const remove = useCall(consoleRacecontrolDevicesRemove)
  const { refused, trying } = useTrying()
  const [draft, setDraft] = useState({
    code: device?.code ?? '',
    model: device?.model ?? '',
    notes: device?.notes ?? '',
    name: '',
  })
  const { name, ...about } = draft
  const submit = () =>
    trying(async () => {
      const added = device ? undefined : await add.mutateAsync({ raceid, ...about, name })
      if (device) await change.mutateAsync({ raceid, id: device.id, ...about })
      toastSuccess(t(words.saved))
      onDone(added)
    })
  const removing = () =>
    trying(async () => {
      await remove.mutateAsync({ raceid, id: device!.id })
      toastSuccess(t(words.removed))
      onDone()
    })
  const field = (key: keyof typeof draft, label: string, maxLength: number, hint?: string) => (
    <TextInput
      label={label}
      hint={hint}
      optional={key !== 'code'}
      value={draft[key]}
      maxLength={maxLength}
      autoComplete="off"
      onChange={({ target }) => setDraft({ ...draft, [key]: target.value })}
    />
  )
  return (
    <AskDialog
      title={t(device ? words.change : words.add)}
      action={t(words.save)}
      busy={add.isPending || change.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void submit()}
    >
      {field('code', t(deviceTableWords.code), 40)}
      {field('model', t(deviceTableWords.model), 60)}
      {field('notes', t(deviceTableWords.notes), 300)}
      {device ? null : field('name', t(words.own_name), 100, t(words.own_name_hint))}
      {device?.state === 'free' ? (
        <Button look="quiet" busy={remove.isPending} className="w-fit" onClick={() => void removing()}>
          {t(words.remove)}
        </Button>
      ) : null}
    </AskDialog>
  )
}
