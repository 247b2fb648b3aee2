import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type OwnMail, mailNews, mailRemove } from '../contract.ts'
import { words } from '../words.ts'
import { AddressForm } from './AddressForm.tsx'

/** The proved address of the account, with the switch for news. */
export const AddressShown = ({ own, onChange }: { own: OwnMail; onChange: () => void }) => {
  const t = useWords()
  const news = useCall(mailNews)
  const remove = useCall(mailRemove, { quiet: true })
  const [changing, setChanging] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const takeAway = async () => {
    try {
      await remove.mutateAsync({})
      toastSuccess(t(words.removed))
      setLeaving(false)
      onChange()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="text-14 text-soft">{t(words.address)}</p>
            <p className="figures truncate font-medium">{own.mail}</p>
          </div>
          {own.stop ? null : <Chip tone="success">{t(words.proved)}</Chip>}
        </div>
        {own.stop ? (
          <p role="alert" className="mt-4 rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {t(own.stop === 'hard' ? words.bounced : words.complained)}
          </p>
        ) : (
          <div className="mt-3 border-t border-line pt-2">
            <Checkbox
              checked={own.news}
              disabled={news.isPending}
              onChange={(event) => news.mutate({ on: event.target.checked }, { onSuccess: onChange })}
            >
              {t(words.news)}
              <span className="block text-14 text-soft">{t(words.news_hint)}</span>
            </Checkbox>
          </div>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="plain" onClick={() => setChanging(!changing)}>
            {t(words.change)}
          </Button>
          <Button look="quiet" onClick={() => setLeaving(true)}>
            {t(words.remove)}
          </Button>
        </div>
      </Card>
      {changing ? (
        <Card title={t(words.change)}>
          <AddressForm
            waiting={null}
            onDone={() => {
              setChanging(false)
              onChange()
            }}
          />
        </Card>
      ) : null}
      <AskDialog
        open={leaving}
        title={t(words.remove)}
        action={t(words.remove)}
        busy={remove.isPending}
        refused={refused}
        onClose={() => setLeaving(false)}
        onDo={() => void takeAway()}
      >
        <p>{t(words.remove_sure)}</p>
      </AskDialog>
    </>
  )
}
