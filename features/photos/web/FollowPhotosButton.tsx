import { BellPlus, BellRing } from 'lucide-react'
import { Button } from '#ui/form/Button.tsx'
import { refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { photoHassubscribe, photoSubscribe } from '../contract.ts'
import { words } from '../words.ts'

/**
 * The button that subscribes to a bib or ends the subscription. The button first asks a person without a session to log
 * in.
 */
export const FollowPhotosButton = ({ raceid, bib }: { raceid: number; bib: string }) => {
  const t = useWords()
  const state = useAsk(photoHassubscribe, { raceid, bib }, { quiet: true })
  const save = useCall(photoSubscribe)
  const on = state.data?.subscribed ?? false
  const press = async () => {
    try {
      const { subscribed } = await save.mutateAsync({ raceid, bib, on: !on })
      toastSuccess(t(subscribed ? words.followed : words.unfollowed))
      await state.refetch()
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  return (
    <Button
      look="plain"
      busy={save.isPending}
      aria-pressed={on}
      icon={on ? <BellRing className="size-5" aria-hidden /> : <BellPlus className="size-5" aria-hidden />}
      onClick={() => void press()}
    >
      {t(on ? words.following : words.follow)}
    </Button>
  )
}
