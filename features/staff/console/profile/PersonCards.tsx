import { type FormEvent, useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { passwordLength, whyWeakPassword } from '../../rules.ts'
import { consoleProfilePassword, consoleProfileSave } from '../../second/contract.ts'
import { words } from '../../second/words.ts'
import { words as staffWords } from '../../words.ts'

const noPasswords = { password: '', fresh: '' }

/** The person's name, which the log shows, and the login. */
export const NameCard = ({ name, login, onChanged }: { name: string; login: string; onChanged: () => void }) => {
  const t = useWords()
  const save = useCall(consoleProfileSave, { quiet: true })
  const [typed, setTyped] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { name: typed },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onChanged()
        },
      },
    )
  }
  return (
    <Card title={t(words.name_and_login)}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <TextInput
          label={t(words.name)}
          autoComplete="name"
          maxLength={60}
          value={typed}
          error={save.error?.fields.name}
          onChange={(event) => {
            setTyped(event.target.value)
            save.reset()
          }}
        />
        <p className="text-14">
          <span className="text-soft">{t(words.login)} </span>
          {login}
        </p>
        <Refusal refused={save.error ?? undefined} />
        <Button type="submit" look="plain" className="w-fit" busy={save.isPending}>
          {t(words.save)}
        </Button>
      </form>
    </Card>
  )
}

export const PasswordCard = ({ login, onChanged }: { login: string; onChanged: () => void }) => {
  const t = useWords()
  const change = useCall(consoleProfilePassword, { quiet: true })
  const [form, setForm] = useState(noPasswords)
  const weak = form.fresh.length >= passwordLength.least ? whyWeakPassword(form.fresh, login) : undefined
  const weakSaid = weak && t(weak === 'has_login' ? staffWords.password_has_login : staffWords.password_too_plain)
  const field = (name: keyof typeof form) => ({
    name,
    type: 'password',
    value: form[name],
    onChange: (event: { target: { value: string } }) => {
      setForm({ ...form, [name]: event.target.value })
      change.reset()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(form, {
      onSuccess: () => {
        setForm(noPasswords)
        toastSuccess(t(words.password_changed))
        onChanged()
      },
    })
  }
  return (
    <Card title={t(words.password)}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={login} readOnly />
        <TextInput
          label={t(words.own_password)}
          autoComplete="current-password"
          {...field('password')}
          error={change.error?.fields.password}
        />
        <TextInput
          label={t(words.new_password)}
          hint={t(staffWords.password_hint, { n: passwordLength.least })}
          autoComplete="new-password"
          {...field('fresh')}
          error={change.error?.fields.fresh ?? weakSaid}
        />
        <Refusal refused={change.error ?? undefined} />
        <Button type="submit" look="plain" className="w-fit" busy={change.isPending}>
          {t(words.change_password)}
        </Button>
      </form>
    </Card>
  )
}
