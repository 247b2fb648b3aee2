import { useState } from 'react'
import { Dotted } from '#ui/layout/Dotted.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type HeldConsent, mydataConsent } from '../contract.ts'
import { myDataWords as words } from './myData.words.ts'

/** Each consent with its day and version. The page tells the effect before a person withdraws a consent. */
export const ConsentLines = ({
  id,
  consents,
  zone,
  onChanged,
}: {
  id: string
  consents: readonly HeldConsent[]
  zone: string
  onChanged: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const change = useCall(mydataConsent, { quiet: true })
  const [dialog, setDialog] = useState<HeldConsent>()
  const [refused, setRefused] = useState<Refused>()
  const stands = (one: HeldConsent) => one.at !== null && one.withdrawn_at === null
  const day = (at: string) => dateText(at, lang, 'day', zone)
  const close = () => {
    setDialog(undefined)
    setRefused(undefined)
  }
  const go = async (one: HeldConsent) => {
    try {
      await change.mutateAsync({ id, name: one.name, given: !stands(one) })
      close()
      toastSuccess(t(words.saved))
      onChanged()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <section>
      <h4 className="mb-1 font-bold">{t(words.consents)}</h4>
      <ul className="divide-y divide-line">
        {consents.map((one) => (
          <li key={one.name} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0">
              <p className="font-medium">{one.title}</p>
              <p className="figures text-14 text-soft">
                {one.withdrawn_at ? (
                  t(words.withdrawn, { day: day(one.withdrawn_at) })
                ) : one.at ? (
                  <Dotted text={t(words.given, { day: day(one.at), version: one.version })} />
                ) : (
                  t(words.notGiven)
                )}
              </p>
            </div>
            {stands(one) || one.choice ? (
              <Button look="quiet" className="-mr-3 px-3" onClick={() => setDialog(one)}>
                {t(stands(one) ? words.withdraw : words.give)}
                <span className="sr-only"> {one.title}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <AskDialog
        open={dialog !== undefined}
        title={dialog ? t(stands(dialog) ? words.withdrawSure : words.giveSure, { title: dialog.title }) : ''}
        action={t(dialog && stands(dialog) ? words.withdraw : words.give)}
        look={dialog && stands(dialog) ? 'danger' : 'strong'}
        busy={change.isPending}
        refused={refused}
        onClose={close}
        onDo={() => dialog && void go(dialog)}
      >
        {dialog ? (
          <div className="grid gap-4">
            {stands(dialog) ? <p>{dialog.effect}</p> : null}
            {dialog.body ? (
              <div className="rounded bg-sunk p-4">
                {stands(dialog) ? <p className="mb-1 text-14 text-soft">{t(words.proof)}</p> : null}
                <p className="whitespace-pre-line">{dialog.body}</p>
              </div>
            ) : null}
          </div>
        ) : null}
      </AskDialog>
    </section>
  )
}
