import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type InvitationLine, consoleInvitationsUses } from '../contract.ts'
import { shownCode } from '../rules.ts'
import { words } from '../words.ts'

/** The registrations that used a code. The list also has the registrations that left. */
export const UsesDialog = ({
  raceid,
  invitation,
  onClose,
}: {
  raceid: number
  invitation: InvitationLine
  onClose: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const uses = useAsk(consoleInvitationsUses, { raceid, id: invitation.id, limit: 100 })
  return (
    <Dialog open wide onClose={onClose} title={`${t(words.who)} · ${shownCode(invitation.code)}`}>
      {uses.isPending ? <Skeleton lines={4} /> : null}
      {uses.error ? <ErrorState error={uses.error} onRetry={() => void uses.refetch()} /> : null}
      {uses.data?.items.length === 0 ? <Empty title={t(words.nobody)} /> : null}
      <ul className="divide-y divide-line">
        {uses.data?.items.map((use) => (
          <li key={use.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 flex-1">
              <span className="font-medium">{use.name}</span>
              <span className="figures block text-14 text-soft">
                {use.event} · {money(use.price, lang)} · {dateText(use.at, lang, 'deadline')}
              </span>
            </span>
            <Chip tone={!use.live ? 'plain' : use.paid ? 'success' : 'warning'}>
              {t(!use.live ? words.gone : use.paid ? words.paid : words.unpaid)}
            </Chip>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
