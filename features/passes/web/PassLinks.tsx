import { CalendarPlus, FileText, WalletCards } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { inWebview } from '#ui/network/handOver.ts'
import { passesRegistration, passesTicket } from '../contract.ts'
import { passWords as words } from './passes.words.ts'

/** The time after which the page requests new addresses. An address is valid for one hour. */
const options = { quiet: true, staleTime: 0, refetchInterval: 45 * 60_000 } as const

/** The files of the person's own ticket: calendar, PDF and wallets. Without files the page shows no card. */
export const TicketPassLinks = ({ id }: { id: string }) => {
  const links = useAsk(passesTicket, { id }, options).data
  return links ? <Links {...links} /> : null
}
/** The files of a paid registration: calendar, PDF and wallets. Without files the page shows no card. */
export const RegistrationPassLinks = ({ id }: { id: string }) => {
  const links = useAsk(passesRegistration, { id }, options).data
  return links ? <Links {...links} /> : null
}

const icon = 'size-5'
const Links = ({ calendar, pdf, apple, google }: OutputOf<typeof passesTicket>) => {
  const t = useWords()
  const files: [string | null, string, ReactNode][] = [
    [apple, t(words.apple), <WalletCards key="apple" className={icon} aria-hidden />],
    [google, t(words.google), <WalletCards key="google" className={icon} aria-hidden />],
    [calendar, t(words.calendar), <CalendarPlus key="calendar" className={icon} aria-hidden />],
    [pdf, t(words.pdf), <FileText key="pdf" className={icon} aria-hidden />],
  ]
  const offered = files.filter(([href]) => href !== null)
  if (offered.length === 0) return null
  return (
    <Card title={t(words.title)}>
      {inWebview() ? (
        <p className="text-soft">{t(words.webview)}</p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {offered.map(([href, label, symbol]) => (
            <li key={label} className="grid">
              <ButtonLink look="plain" wide href={href!} icon={symbol} target={href === pdf ? '_blank' : '_self'}>
                {label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
