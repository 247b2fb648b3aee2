import { type SyntheticEvent, useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type TypedTemplates, consoleWechatnoticesSave } from '../contract.ts'
import { noticeMoments } from '../rules.ts'
import { consoleWords as words } from '../words.ts'

type Props = { saved: TypedTemplates; updatedAt: string | null; usual: boolean; onSaved: () => void }
export const TemplatesForm = ({ saved, updatedAt, usual, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleWechatnoticesSave, { quiet: true })
  const [draft, setDraft] = useState(saved)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.mutate(
      { ...draft, updated_at: updatedAt },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onSaved()
        },
      },
    )
  }
  const wrongs = save.error?.fields ?? {}
  return (
    <form noValidate onSubmit={submit}>
      <Card title={t(words.templates)}>
        <p className="-mt-2 pb-4 text-14 text-soft">{t(words.templates_text)}</p>
        {usual ? <p className="mb-4 rounded bg-info-tint px-4 py-3 text-info-ink">{t(words.usual)}</p> : null}
        <div className="grid gap-4">
          {noticeMoments.map((moment) => (
            <div key={moment} className="grid gap-4 md:grid-cols-2">
              {(['template', 'fields'] as const).map((field) => (
                <TextInput
                  key={field}
                  label={t(field === 'template' ? words.template_of : words.fields_of, {
                    moment: t(words.moment[moment]),
                  })}
                  optional
                  spellCheck={false}
                  autoCapitalize="none"
                  maxLength={field === 'template' ? 64 : 300}
                  value={draft[moment][field]}
                  error={wrongs[`${moment}.${field}`]}
                  onChange={(event) =>
                    setDraft({ ...draft, [moment]: { ...draft[moment], [field]: event.target.value } })
                  }
                />
              ))}
            </div>
          ))}
          <TextInput
            label={t(words.account_template)}
            optional
            spellCheck={false}
            autoCapitalize="none"
            maxLength={64}
            value={draft.account}
            error={wrongs.account}
            onChange={(event) => setDraft({ ...draft, account: event.target.value })}
          />
        </div>
        {save.error ? (
          <p role="alert" className="mt-4 rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {save.error.msg}
          </p>
        ) : null}
        <Button type="submit" className="mt-4" busy={save.isPending}>
          {t(words.save)}
        </Button>
      </Card>
    </form>
  )
}
