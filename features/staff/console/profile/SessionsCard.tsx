import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type OwnSession, consoleProfileSessionEnd } from '../../second/contract.ts'
import { words } from '../../second/words.ts'

const desks = new Set(['Windows', 'Mac', 'Linux', 'ChromeOS'])
type Props = { sessions: readonly OwnSession[]; onChanged: () => void; onEverywhere: () => void }

/** The log-ins of the person: device, network and last use, each with a button that ends it. */
export const SessionsCard = ({ sessions, onChanged, onEverywhere }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const end = useCall(consoleProfileSessionEnd, { quiet: true })
  const nameOf = ({ device, browser }: OwnSession) =>
    [device, browser].filter((part) => part !== '').join(' · ') || t(words.session_unnamed)
  return (
    <Card title={t(words.sessions)}>
      <ul className="-my-1 divide-y divide-line">
        {sessions.map((one) => {
          const Icon = desks.has(one.device) ? Monitor : Smartphone
          return (
            <li key={one.id} className="flex items-center gap-3 py-3">
              <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunk">
                <Icon className="size-5" />
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {nameOf(one)} {one.here ? <Chip tone="success">{t(words.session_here)}</Chip> : null}
                </p>
                <p className="figures text-14 text-soft">
                  {t(words.session_seen, { when: dateText(one.seen_at, lang, 'deadline') })} · {one.network}
                </p>
                <p className="figures text-14 text-soft">
                  {t(words.session_since, { when: dateText(one.created_at, lang, 'minute') })}
                </p>
              </div>
              {one.here ? null : (
                <IconButton
                  label={t(words.session_end, { device: nameOf(one) })}
                  onClick={() => end.mutate({ id: one.id }, { onSettled: onChanged })}
                >
                  <LogOut className="size-5" aria-hidden />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
      <Refusal refused={end.error ?? undefined} className="mt-3" />
      <Button look="danger" className="mt-4" onClick={onEverywhere}>
        {t(words.everywhere)}
      </Button>
    </Card>
  )
}
