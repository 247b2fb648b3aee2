import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type TrackedRun, appLivePublish } from '../../share/share.contract.ts'
import { words } from './share.words.ts'

type RunEnding = 'withdraw' | 'delete'
/** The record of the consent, its withdrawal, and the deletion of a run. */
export const RunActions = ({ run, onDone }: { run: TrackedRun; onDone: (change: RunEnding) => Promise<void> }) => {
  const t = useWords()
  const { lang } = useLang()
  const [asked, setAsked] = useState<RunEnding>()
  const publish = useCall(appLivePublish)
  const { raceid, id, withdrawn_at } = run
  const act = (change: RunEnding) =>
    publish.mutate(
      { raceid, id, change },
      {
        onSuccess: () => {
          setAsked(undefined)
          void onDone(change)
        },
      },
    )
  const agreed = { time: dateText(run.consent_at, lang, 'minute', run.zone), version: run.consent_version ?? '' }
  return (
    <section className="px-1">
      <p className="text-14 text-soft">{t(words.agreed, agreed)}</p>
      <div className="-mx-5 flex flex-wrap">
        {withdrawn_at ? null : (
          <Button look="quiet" onClick={() => setAsked('withdraw')}>
            {t(words.withdraw)}
          </Button>
        )}
        <Button look="quiet" className="text-danger-ink" onClick={() => setAsked('delete')}>
          {t(words.delete)}
        </Button>
      </div>
      {asked ? (
        <AskDialog
          title={t(asked === 'delete' ? words.delete_sure : words.withdraw_sure)}
          action={t(asked === 'delete' ? words.delete : words.withdraw)}
          look="danger"
          busy={publish.isPending}
          refused={publish.error ?? undefined}
          onDo={() => act(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{t(asked === 'delete' ? words.delete_how : words.withdraw_how)}</p>
        </AskDialog>
      ) : null}
    </section>
  )
}
