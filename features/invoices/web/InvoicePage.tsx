import { Download, ExternalLink } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { words as login } from '#seam/web/loggedInPage.words.ts'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { wrong as wrongWords } from '#contract/wrong.ts'
import { isEmail } from '#features/people/rules.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Refused, needsLogin, useAsk, useCall } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { type InvoiceAsked, invoiceSave, invoiceShow } from '../contract.ts'
import { type InvoiceKind, normalTaxNumber, whyNotTaxNumber } from '../rules.ts'
import { refusals, taxWords, words } from '../words.ts'

/** The page on which a payer requests the invoice of a paid order and sees its state. */
export const InvoicePage = () => {
  const t = useWords()
  const params = usePageParams()
  const id = params._key ?? params.key ?? ''
  const query = useAsk(invoiceShow, { id }, { enabled: id !== '', quiet: true })
  if (!query.data && needsLogin(query.error))
    return (
      <LoginNeeded
        title={t(words.title)}
        heading={t(words.logIn)}
        how={t(login.entry_number)}
        onDone={() => void query.refetch()}
      />
    )
  if (!query.data)
    return (
      <Page title={t(words.title)}>
        {query.error || id === '' ? (
          <ErrorState
            error={
              query.error ?? new Refused({ code: '404', msg: t(refusals.invoice_order_unknown.message), data: null })
            }
            onRetry={() => void query.refetch()}
            action={
              <ButtonLink href={path.home()} look="plain">
                {t(kit.home)}
              </ButtonLink>
            }
          />
        ) : (
          <SkeletonCards count={2} className="h-56" />
        )}
      </Page>
    )
  return <Asked id={id} invoicing={query.data} again={() => void query.refetch()} />
}

const Asked = ({ id, invoicing, again }: { id: string; invoicing: InvoiceAsked; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { order, invoice, zone, why } = invoicing
  return (
    <Page title={t(words.title)}>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className="grid gap-4 md:gap-6">
          {invoice ? <Standing invoicing={invoicing} /> : null}
          <Card title={invoicing.race}>
            <Facts
              rows={[
                [t(words.subject), order.subject],
                [t(words.order), order.tradeno],
                [t(words.paidAt), dateText(order.pay_at, lang, 'minute', zone)],
                [t(words.paid), money(order.amount, lang)],
                [t(words.refunded), order.refunded ? `−${money(order.refunded, lang)}` : ''],
                [
                  t(words.invoiceable),
                  invoice?.state === 'issued' ? (
                    ''
                  ) : (
                    <span key="sum" className="display text-28">
                      {money(invoicing.amount, lang)}
                    </span>
                  ),
                ],
              ]}
            />
          </Card>
        </div>
        {why === null ? (
          <Form key={invoice?.updated_at ?? 'new'} id={id} invoicing={invoicing} again={again} />
        ) : invoice?.state === 'issued' ? null : (
          <Card title={t(words.title)}>
            <p className="text-soft">{t(refusals[why].message)}</p>
          </Card>
        )}
      </div>
    </Page>
  )
}

const Standing = ({ invoicing: { invoice, zone } }: { invoicing: InvoiceAsked }) => {
  const t = useWords()
  const { lang } = useLang()
  if (!invoice) return null
  const { state, reason, number, issued_at, amount, file, link, reversals, title, tax_number } = invoice
  return (
    <Card className="text-center">
      <div className="flex flex-col items-center gap-2 py-2">
        <StatusIcon kind={state === 'issued' ? 'success' : state === 'refused' ? 'warn' : 'waiting'} />
        <h2 className="mt-1 text-28 font-bold">{t(words[state])}</h2>
        <p className="max-w-[36ch] text-soft">
          {state === 'refused'
            ? t(words.refusedHow, { reason: reason ?? '–' })
            : t(state === 'issued' ? words.issuedHow : words.askedHow)}
        </p>
      </div>
      {state === 'issued' ? (
        <>
          <Facts
            rows={[
              [t(words.number), number],
              [t(words.issuedAt), dateText(issued_at, lang, 'day', zone)],
              [t(words.name), title],
              [t(words.taxNumber), tax_number],
              [
                t(words.amount),
                <span key="amount" className="display text-20">
                  {money(amount, lang)}
                </span>,
              ],
              ...reversals.map(
                (one) => [t(words.reversal, { number: one.number }), `−${money(one.amount, lang)}`] as const,
              ),
            ]}
          />
          <div className="mt-3 flex flex-wrap justify-center gap-2">
            {file ? (
              <ButtonLink href={file} target="_blank" rel="noopener" icon={<Download className="size-5" aria-hidden />}>
                {t(words.download)}
              </ButtonLink>
            ) : null}
            {link ? (
              <ButtonLink
                look={file ? 'plain' : 'strong'}
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                icon={<ExternalLink className="size-5" aria-hidden />}
              >
                {t(words.open)}
              </ButtonLink>
            ) : null}
          </div>
        </>
      ) : null}
    </Card>
  )
}

type Typed = { kind: InvoiceKind; title: string; tax_number: string; email: string }
const nothing: Typed = { kind: 'personal', title: '', tax_number: '', email: '' }

const Form = ({ id, invoicing, again }: { id: string; invoicing: InvoiceAsked; again: () => void }) => {
  const t = useWords()
  const { invoice, raceid, order } = invoicing
  const kept = openDraft<Typed>(`invoice:${order._key}`, raceid, ['email', 'tax_number'])
  const [typed, setTyped] = useState<Typed>(() =>
    invoice
      ? { kind: invoice.kind, title: invoice.title, tax_number: invoice.tax_number, email: invoice.email }
      : { ...nothing, ...kept.read() },
  )
  const [wrong, setWrong] = useState<Partial<Record<keyof Typed, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const save = useCall(invoiceSave, { quiet: true })
  const keep = useEffectEvent(() => {
    if (!invoice) kept.write(typed)
  })
  useEffect(() => keep(), [typed])
  const set = (change: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...change }))
    setWrong({})
  }
  const focusWrong = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  const company = typed.kind === 'company'
  const whyTax = (): string | undefined => {
    if (!company) return undefined
    const number = normalTaxNumber(typed.tax_number)
    if (number === '') return t(taxWords.missing)
    const why = whyNotTaxNumber(number)
    return why ? t(taxWords[why]) : undefined
  }
  const send = () => {
    if (save.isPending) return
    const found = {
      title: typed.title.trim() === '' ? t(wrongWords.required) : undefined,
      tax_number: whyTax(),
      email: isEmail(typed.email) ? undefined : t(taxWords.email),
    }
    if (Object.values(found).some(Boolean)) {
      setWrong(Object.fromEntries(Object.entries(found).filter(([, said]) => said)) as typeof wrong)
      return focusWrong()
    }
    save.mutate(
      {
        id,
        kind: typed.kind,
        title: typed.title.trim(),
        tax_number: company ? typed.tax_number : '',
        email: typed.email,
      },
      {
        onSuccess: () => {
          kept.clear()
          toastSuccess(t(words.saved))
          again()
          window.scrollTo({ top: 0 })
        },
        onError: ({ fields }) => {
          setWrong(fields)
          focusWrong()
        },
      },
    )
  }
  return (
    <Card title={t(invoice ? words.changeTitle : words.title)}>
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Segmented
          label={t(words.kind)}
          value={typed.kind}
          onChange={(kind) => set({ kind: kind as InvoiceKind })}
          options={[
            { value: 'personal', label: t(words.personal) },
            { value: 'company', label: t(words.company) },
          ]}
        />
        <TextInput
          label={t(words.name)}
          hint={t(company ? words.nameCompany : words.namePersonal)}
          error={wrong.title}
          value={typed.title}
          maxLength={100}
          autoComplete={company ? 'organization' : 'name'}
          onChange={(event) => set({ title: event.target.value })}
        />
        {company ? (
          <TextInput
            label={t(words.taxNumber)}
            hint={t(words.taxHint)}
            error={wrong.tax_number}
            value={typed.tax_number}
            maxLength={40}
            autoCapitalize="characters"
            spellCheck={false}
            inputClassName="figures tracking-wide"
            onChange={(event) => set({ tax_number: event.target.value })}
          />
        ) : null}
        <TextInput
          label={t(words.email)}
          hint={t(words.emailHint)}
          error={wrong.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={typed.email}
          maxLength={254}
          onChange={(event) => set({ email: event.target.value })}
        />
        {save.error && Object.keys(save.error.fields).length === 0 ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
            {save.error.msg}
          </p>
        ) : null}
        <Button type="submit" wide busy={save.isPending}>
          {t(invoice ? (invoice.state === 'refused' ? words.askAgain : words.change) : words.ask)}
        </Button>
      </form>
    </Card>
  )
}
