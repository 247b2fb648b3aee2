import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Button } from '#ui/form/Button.tsx'
import { call, refusedFrom } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, useGo, usePageParams } from '#ui/router/Link.tsx'
import { money } from '#ui/language/money.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { SearchForm } from '#ui/form/search/SearchForm.tsx'
import { type InvoiceLine, consoleInvoicesExport, consoleInvoicesList, invoiceFilters } from '../contract.ts'
import { words } from '../words.ts'
import { InvoiceDialog, type InvoiceAction } from './InvoiceDialog.tsx'
import { manyWords } from '../many/many.words.ts'
import { ManyDialog } from './ManyDialog.tsx'
import { invoicesFile } from './invoicesFile.ts'

const readInvoices = (raceid: number, state: string | undefined, q: string, after: string | null) =>
  call(consoleInvoicesList, {
    raceid,
    q,
    limit: 50,
    ...(state ? { state: state as (typeof invoiceFilters)[number] } : {}),
    ...(after === null ? {} : { after }),
  })
const tones = { asked: 'warning', issued: 'success', refused: 'plain' } as const

export const InvoicesPage = () => {
  const t = useWords()
  const go = useGo()
  const queries = useQueryClient()
  const params = usePageParams()
  const raceid = useRaceId()
  const state = invoiceFilters.find((one) => one === params.state)
  const q = params.q ?? ''
  const [many, setMany] = useState(false)
  const [doing, setDoing] = useState<{ invoice: InvoiceLine; action: InvoiceAction }>()
  const query = usePages([consoleInvoicesList.path, raceid, state ?? null, q], (after) =>
    readInvoices(raceid, state, q, after),
  )
  const show = (change: { state?: string | undefined; q?: string | undefined }) =>
    go(path.invoices({ raceid, state, q: q || undefined, ...change }), { replace: true })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const counts = query.data?.pages[0]?.counts
  const named = (name: keyof NonNullable<typeof counts>, says: string) =>
    `${says}${counts?.[name] ? ` ${countText(counts[name])}` : ''}`
  return (
    <DeskPage
      title={t(words.console)}
      actions={
        <>
          {items.length > 0 ? <Exports raceid={raceid} state={state} /> : null}
          <Button onClick={() => setMany(true)}>{t(manyWords.open)}</Button>
        </>
      }
    >
      <div className="grid gap-3 md:grid-cols-[1fr_22rem] md:items-end">
        <Segmented
          label={t(words.state)}
          value={state ?? ''}
          onChange={(value) => show({ state: value || undefined })}
          options={[
            { value: '', label: t(words.all) },
            { value: 'asked', label: named('asked', t(words.waiting)) },
            { value: 'issued', label: t(words.issued) },
            { value: 'to_reverse', label: named('to_reverse', t(words.toReverse)) },
          ]}
        />
        <SearchForm
          label={t(words.search)}
          action={t(words.searchGo)}
          value={q}
          onSearch={(text) => show({ q: text })}
        />
      </div>
      {query.isPending ? <Skeleton lines={6} className="h-16" /> : null}
      {query.error && !query.isFetchNextPageError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && items.length === 0 ? <Empty title={t(q || state ? words.noneFound : words.none)} /> : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((invoice) => (
              <One
                key={invoice.id}
                raceid={raceid}
                invoice={invoice}
                onAction={(action) => setDoing({ invoice, action })}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={query} />
      {many ? (
        <ManyDialog
          raceid={raceid}
          onClose={() => setMany(false)}
          onDone={() => void queries.invalidateQueries({ queryKey: [consoleInvoicesList.path] })}
        />
      ) : null}
      {doing ? (
        <InvoiceDialog
          raceid={raceid}
          {...doing}
          onClose={() => setDoing(undefined)}
          onDone={() => {
            setDoing(undefined)
            void queries.invalidateQueries({ queryKey: [consoleInvoicesList.path] })
          }}
        />
      ) : null}
    </DeskPage>
  )
}

const One = ({
  raceid,
  invoice,
  onAction,
}: {
  raceid: number
  invoice: InvoiceLine
  onAction: (action: InvoiceAction) => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { state, title, tax_number, email, amount, number, issued_at, reason, to_reverse, reversals } = invoice
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-4 md:grid-cols-[1fr_auto_auto] md:items-center md:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words font-medium">{title}</span>
          <Chip tone={tones[state]}>{t(state === 'asked' ? words.waiting : words[state])}</Chip>
          {to_reverse > 0 ? (
            <Chip tone="danger">
              {t(words.toReverse)} {money(to_reverse, lang)}
            </Chip>
          ) : null}
        </p>
        <p className="figures break-all text-14 text-soft">
          {[t(words[invoice.kind]), tax_number, email].filter(Boolean).join(' · ')}
        </p>
        <p className="figures text-14 text-soft">
          <Link href={path.order({ raceid, id: invoice.orderid })} className="underline-offset-4 hover:underline">
            {invoice.tradeno}
          </Link>
          {number ? ` · ${number} · ${dateText(issued_at, lang, 'day')}` : reason ? ` · ${reason}` : ''}
          {reversals
            .map((one) => ` · ${t(words.reversal, { number: one.number })} −${money(one.amount, lang)}`)
            .join('')}
        </p>
      </div>
      <p className="display text-20 md:text-right">{money(amount, lang)}</p>
      <div className="flex flex-wrap gap-2">
        {state === 'issued' ? null : (
          <Button look="plain" onClick={() => onAction('issue')}>
            {t(words.issue)}
          </Button>
        )}
        {state === 'asked' ? (
          <Button look="quiet" onClick={() => onAction('refuse')}>
            {t(words.refuse)}
          </Button>
        ) : null}
        {to_reverse > 0 ? (
          <Button look="plain" onClick={() => onAction('reverse')}>
            {t(words.reverse)}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const Exports = ({ raceid, state }: { raceid: number; state: (typeof invoiceFilters)[number] | undefined }) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const save = async (opened: boolean) => {
    setBusy(true)
    setFailed('')
    try {
      const items: InvoiceLine[] = []
      for (let after: string | undefined; ;) {
        const page = await call(consoleInvoicesExport, {
          raceid,
          opened,
          ...(state ? { state } : {}),
          ...(after ? { after } : {}),
        })
        items.push(...page.items)
        if (!page.after) break
        after = page.after
      }
      const heads = [
        words.order,
        words.subject,
        words.kind,
        words.name,
        words.taxNumber,
        words.email,
        words.amount,
        words.state,
        words.number,
        words.issuedAt,
        words.toReverse,
      ].map((one) => t(one))
      const address = URL.createObjectURL(
        invoicesFile(heads, items, {
          kind: (one) => t(words[one.kind]),
          state: (one) => t(one.state === 'asked' ? words.waiting : words[one.state]),
        }),
      )
      Object.assign(document.createElement('a'), { href: address, download: `invoices-${raceid}.csv` }).click()
      URL.revokeObjectURL(address)
    } catch (thrown) {
      setFailed(refusedFrom(thrown).msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        look="plain"
        busy={busy}
        icon={<Download className="size-5" aria-hidden />}
        onClick={() => void save(false)}
      >
        {t(words.export)}
      </Button>
      {may('sealed.open') ? (
        <Button look="quiet" busy={busy} onClick={() => void save(true)}>
          {t(words.exportOpened)}
        </Button>
      ) : null}
      {failed ? (
        <p role="alert" className="w-full text-14 text-danger-ink">
          {failed}
        </p>
      ) : null}
    </>
  )
}
