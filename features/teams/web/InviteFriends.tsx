import { Copy, Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import type { Team } from '../contract.ts'
import { teamWords as words } from './team.words.ts'

const PressableQr = onDemand(async () => (await import('#features/codes/web/PressableQr.tsx')).PressableQr)

/**
 * Invites friends to a team with a link to send or a code to show. The runners tell each other the password themselves.
 */
export const InviteFriends = ({ team }: { team: Team }) => {
  const t = useWords()
  const address = `${location.origin}/team?raceid=${team.raceid}&id=${team.id}`
  const copy = async (input: HTMLInputElement | null) => {
    try {
      await navigator.clipboard.writeText(address)
      toastSuccess(t(words.copied))
    } catch {
      // Selects the link, so that the person can copy it by hand. A webview may forbid a page to copy.
      input?.select()
    }
  }
  return (
    <Card title={t(words.invite)}>
      <div className="flex flex-col items-center gap-5 md:flex-row md:items-start">
        <Suspense fallback={<Skeleton className="size-40" />}>
          <PressableQr text={address} size={160} label={t(words.link)} raceid={team.raceid} />
        </Suspense>
        <div className="grid w-full min-w-0 flex-1 gap-3">
          <p className="text-soft">{t(words.invite_how)}</p>
          <TextInput label={t(words.link)} bare readOnly value={address} onFocus={(event) => event.target.select()} />
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<Copy className="size-5" aria-hidden />}
              onClick={(event) => void copy(event.currentTarget.closest('section')?.querySelector('input') ?? null)}
            >
              {t(words.copy)}
            </Button>
            {'share' in navigator ? (
              <Button
                look="plain"
                icon={<Share2 className="size-5" aria-hidden />}
                onClick={() => void navigator.share({ title: team.name, url: address }).catch(() => undefined)}
              >
                {t(words.share)}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
    </Card>
  )
}
