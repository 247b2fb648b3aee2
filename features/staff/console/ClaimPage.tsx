import { useState } from 'react'
import { useCall, useAsk } from '#ui/network/call.ts'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { path } from '#seam/console/paths.ts'
import { consoleClaim, consoleClaimShow } from '../contract.ts'
import { normalLogin, passwordLength, whyWeakPassword } from '../rules.ts'
import { words } from '../words.ts'
import { SecondField } from './SecondField.tsx'
import { useMe } from './useMe.ts'

/**
 * The page of a one-time link, on which a person chooses a password. The token is after the # of the address, so that
 * no server's log gets it.
 */
export const ClaimPage = () => {
  const t = useWords()
  const go = useGo()
  const { refresh } = useMe()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const shown = useAsk(consoleClaimShow, { token }, { enabled: token !== '', quiet: true, staleTime: Infinity })
  const claim = useCall(consoleClaim, { quiet: true })
  const [form, setForm] = useState({ login: '', name: '', password: '', second: '' })
  const [ways, setWays] = useState<readonly unknown[]>()
  if (claim.error?.refusal === 'second_needed' && ways === undefined) setWays(claim.error.facts.ways as unknown[])
  const link = shown.data
  const title =
    link === undefined
      ? t(words.claim_link_title)
      : link.owner
        ? t(words.claim_owner_title)
        : t(words.claim_staff_title, { name: link.name })
  const field = (name: keyof typeof form) => ({
    name,
    value: form[name],
    error: claim.error?.fields[name],
    onChange: (event: { target: { value: string } }) => {
      setForm({ ...form, [name]: event.target.value })
      claim.reset()
    },
  })
  const weak =
    form.password.length >= passwordLength.least
      ? whyWeakPassword(form.password, link?.owner === false ? link.login : normalLogin(form.login))
      : undefined
  const weakSaid = weak && t(weak === 'has_login' ? words.password_has_login : words.password_too_plain)
  return (
    <Page title={title} bar={false} narrow>
      <h1 className="pt-8 text-28 font-bold">{title}</h1>
      {token === '' ? <Empty title={t(words.no_token)} /> : null}
      {token !== '' && shown.isPending ? <Skeleton lines={4} /> : null}
      {shown.error && !claim.isSuccess ? <ErrorState error={shown.error} /> : null}
      {link ? (
        <Card>
          <form
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              claim.mutate(
                {
                  token,
                  password: form.password,
                  ...(link.owner ? { login: form.login } : {}),
                  ...(link.owner || form.name !== '' ? { name: form.name } : {}),
                  ...(ways === undefined ? {} : { second: form.second }),
                },
                {
                  onSuccess: () => {
                    // The refresh also reads the link again. The link is used up, so this read fails, and the page
                    // shows no error.
                    refresh()
                    go(path.front(), { replace: true })
                  },
                },
              )
            }}
          >
            <p className="text-soft">
              {link.owner ? t(words.claim_owner_text) : t(words.claim_staff_text, { login: link.login })}
            </p>
            {link.owner ? (
              <>
                <TextInput label={t(words.name)} autoComplete="name" {...field('name')} />
                <TextInput
                  label={t(words.login)}
                  hint={t(words.login_hint)}
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  {...field('login')}
                />
              </>
            ) : (
              <>
                <input type="hidden" name="username" autoComplete="username" value={link.login} readOnly />
                <TextInput
                  label={t(words.name)}
                  autoComplete="name"
                  maxLength={60}
                  placeholder={link.name}
                  {...field('name')}
                />
              </>
            )}
            <TextInput
              label={t(words.password)}
              hint={t(words.password_hint, { n: passwordLength.least })}
              type="password"
              autoComplete="new-password"
              {...field('password')}
              error={claim.error?.fields.password ?? weakSaid}
            />
            {ways === undefined ? null : (
              <SecondField ways={ways} value={form.second} onChange={(second) => setForm({ ...form, second })} />
            )}
            {claim.error && claim.error.refusal !== 'second_needed' && Object.keys(claim.error.fields).length === 0 ? (
              <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
                {claim.error.msg}
              </p>
            ) : null}
            <Button type="submit" wide busy={claim.isPending || claim.isSuccess}>
              {t(words.claim)}
            </Button>
          </form>
        </Card>
      ) : null}
    </Page>
  )
}
