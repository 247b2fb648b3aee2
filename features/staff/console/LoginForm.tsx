import { useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { CheckField } from '#features/checks/web/CheckField.tsx'
import { useCheck } from '#features/checks/web/useCheck.ts'
import { withWork } from '#features/checks/web/work.ts'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { consoleLogin } from '../contract.ts'
import { words } from '../words.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { SecondField } from './SecondField.tsx'

export const LoginForm = ({ onDone }: { onDone: () => void }) => {
  const t = useWords()
  const login = useCall(consoleLogin, { quiet: true })
  const [form, setForm] = useState({ login: '', password: '', second: '' })
  const [empty, setEmpty] = useState<readonly string[]>([])
  const errorAt = (field: 'login' | 'password') =>
    empty.includes(field) ? t(wrong.required) : login.error?.fields[field]
  const wantsPicture = login.error?.facts.check === 'picture' || login.error?.refusal === 'picture_wrong'
  const [ways, setWays] = useState<readonly unknown[]>()
  if (login.error?.refusal === 'second_needed' && ways === undefined) setWays(login.error.facts.ways as unknown[])
  const [asksPicture, setAsksPicture] = useState(false)
  if (wantsPicture && !asksPicture) setAsksPicture(true)
  const checking = useCheck(asksPicture, 'picture')
  const send = async () => {
    const check = asksPicture ? await checking.given() : undefined
    const { second, ...known } = form
    const typed = ways === undefined ? known : { ...known, second }
    withWork((work) => login.mutateAsync({ ...typed, ...work, ...check })).then(onDone, () => {
      if (asksPicture) checking.renew()
    })
  }
  const submit = () => {
    const missing = (['login', 'password'] as const).filter((field) => form[field] === '')
    setEmpty(missing)
    if (missing[0]) return document.getElementsByName(missing[0])[0]?.focus()
    void send()
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
      {ways === undefined ? null : (
        <SecondField ways={ways} value={form.second} onChange={(second) => setForm({ ...form, second })} />
      )}
      {asksPicture ? (
        <CheckField {...checking} error={login.error?.refusal === 'picture_wrong' ? login.error.msg : undefined} />
      ) : null}
      {login.error &&
      login.error.refusal !== 'picture_wrong' &&
      login.error.refusal !== 'second_needed' &&
      login.error.facts.check !== 'work' &&
      Object.keys(login.error.fields).length === 0 ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {login.error.msg}
        </p>
      ) : null}
      <Button type="submit" wide busy={login.isPending}>
        {t(words.log_in)}
      </Button>
      {ways === undefined || ways.includes('passkey') ? <PasskeyButton onDone={onDone} /> : null}
    </form>
  )
}
