import { Link2, Send } from 'lucide-react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type TrackedRun, appLivePublish } from '../../share/share.contract.ts'
import { words } from './share.words.ts'

type Props = {
  run: TrackedRun
  /** The address for other people; null if this device does not know it. */
  address: string | null
  onLink: (link: string | null) => Promise<void>
  onChanged: () => void
}

export const LinkCard = ({ run, address, onLink, onChanged }: Props) => {
  const t = useWords()
  const publish = useCall(appLivePublish)
  const { raceid, id, visibility } = run
  const show = async (chosen: 'race' | 'link', change: 'show' | 'link') => {
    const { link } = await publish.mutateAsync({ raceid, id, change, visibility: chosen })
    await onLink(link)
    onChanged()
  }
  const copy = async () => {
    await navigator.clipboard.writeText(address!)
    toastSuccess(t(words.copied))
  }
  return (
    <Card title={t(words.who_sees)}>
      <div className="grid gap-4">
        <Segmented
          label={t(words.who_sees)}
          value={visibility}
          options={[
            { value: 'link', label: t(words.by_link) },
            { value: 'race', label: t(words.with_race) },
          ]}
          onChange={(chosen) => void show(chosen as 'race' | 'link', 'show').catch(() => undefined)}
        />
        {address ? (
          <>
            <p className="break-all rounded bg-sunk p-3 text-14" aria-label={t(words.link)}>
              {address}
            </p>
            <div className="flex flex-wrap gap-3">
              <Button icon={<Link2 className="size-5" aria-hidden />} onClick={() => void copy()}>
                {t(words.copy)}
              </Button>
              {'share' in navigator ? (
                <Button
                  look="plain"
                  icon={<Send className="size-5" aria-hidden />}
                  onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
                >
                  {t(words.send)}
                </Button>
              ) : null}
            </div>
          </>
        ) : visibility === 'link' ? (
          <p className="text-soft">{t(words.link_lost)}</p>
        ) : null}
        {visibility === 'link' ? (
          <div>
            <Button look="quiet" className="-ml-5" onClick={() => void show('link', 'link').catch(() => undefined)}>
              {t(words.new_link)}
            </Button>
            <p className="text-14 text-soft">{t(words.new_link_how)}</p>
          </div>
        ) : null}
        <Checkbox
          checked={run.cheers}
          onChange={(event) =>
            publish.mutate({ raceid, id, change: 'cheers', cheers: event.target.checked }, { onSuccess: onChanged })
          }
        >
          {t(words.take_cheers)}
        </Checkbox>
        {publish.error ? <Refusal refused={publish.error} /> : null}
      </div>
    </Card>
  )
}
