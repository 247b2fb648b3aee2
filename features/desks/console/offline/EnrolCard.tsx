import { useWords } from '#ui/language/lang.tsx'
import type { Desk } from '../../setup/setup.contract.ts'
import { EnrolForm } from './EnrolForm.tsx'
import { offlineWords as words } from './offline.words.ts'
import type { PickupDevice } from './useDevice.ts'

type Props = { desks: readonly Desk[]; chosen: Desk | undefined; device: PickupDevice }
/** The card with which a person registers the device that they hold at a desk. */
export const EnrolCard = ({ desks, chosen, device }: Props) => {
  const t = useWords()
  return (
    <EnrolForm
      labels={{
        title: t(words.enrol),
        text: t(words.enrol_text),
        desk: t(words.choose_desk),
        name: t(words.device_name),
        name_hint: t(words.device_name_hint),
        start: t(words.start),
      }}
      desks={desks.filter(({ preset }) => preset !== 'gate')}
      chosen={chosen?.id}
      onEnrol={device.enrol}
    />
  )
}
