import { useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { consoleLogin } from '../contract.ts'
import { words } from '../words.ts'

/** Login and password of a member of staff. */
export const LoginForm = ({ onDone }: { onDone: () => void }) => {
  const t = useWords()
  const login = useCall(consoleLogin, { quiet: true })
  const [form, setForm] = useState({ login: '', password: '' })
  const [empty, setEmpty] = useState<readonly string[]>([])
  const errorAt = (field: 'login' | 'password') =>
    empty.includes(field) ? t(wrong.required) : login.error?.fields[field]
  const submit = () => {
    const missing = (['login', 'password'] as const).filter((field) => form[field] === '')
    setEmpty(missing)
    if (missing[0]) return document.getElementsByName(missing[0])[0]?.focus()
    login.mutate(form, { onSuccess: onDone })
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        label={t(words.login)}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={form.login}
        error={errorAt('login')}
        onChange={(event) => setForm({ ...form, login: event.target.value })}
      />
      <TextInput
        label={t(words.password)}
        name="password"
        type="password"
        autoComplete="current-password"
        value={form.password}
        error={errorAt('password')}
        onChange={(event) => setForm({ ...form, password: event.target.value })}
      />
      {login.error && Object.keys(login.error.fields).length === 0 ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {login.error.msg}
        </p>
      ) : null}
      <Button type="submit" wide busy={login.isPending}>
        {t(words.log_in)}
      </Button>
    </form>
  )
}
