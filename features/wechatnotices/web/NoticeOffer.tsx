import { BellRing, Check } from 'lucide-react'
import { useEffect } from 'react'
import { useAccount } from '#seam/web/account.tsx'
import { inMiniProgram, openNative } from '#seam/web/miniProgram.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { toastSuccess, toastWarn } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { inWebview } from '#ui/network/handOver.ts'
import { type NoticeChoices, wechatnoticesBegin, wechatnoticesShow } from '../contract.ts'
import type { NoticeMoment } from '../rules.ts'
import { noticeWords as words } from '../words.ts'

const ANSWER = 'notice'
/** Returns the address of this page without the answer to an earlier question. */
const hereAgain = (): string => {
  const page = new URL(location.href)
  page.searchParams.delete(ANSWER)
  return page.pathname + page.search
}

/** Shows the person's answer in one toast, and takes the answer out of the address. */
const useAnswer = () => {
  const t = useWords()
  useEffect(() => {
    const answer = new URLSearchParams(location.search).get(ANSWER)
    if (answer === null) return
    history.replaceState(history.state, '', hereAgain())
    if (answer === 'on') toastSuccess(t(words.now_on))
    else toastWarn(t(words.not_on))
  }, [t])
}

type Props = { raceid: number; moments: readonly NoticeMoment[] }
/**
 * Offers notices through WeChat for the given `moments` of a race. The card shows inside WeChat only, or in any browser
 * while WeChat is a sandbox.
 */
export const NoticeOffer = ({ raceid, moments }: Props) => {
  const { loggedIn } = useAccount()
  useAnswer()
  const choices = useAsk(wechatnoticesShow, { raceid }, { enabled: loggedIn, quiet: true, staleTime: 10_000 })
  const { data } = choices
  if (!data) return null
  const mini = inMiniProgram()
  if (!mini && !(data.account && (inWebview() || data.sandbox))) return null
  const items = data.items.filter((one) => moments.includes(one.moment) && (!mini || one.template !== null))
  return items.length === 0 ? null : <Choices raceid={raceid} items={items} sandbox={data.sandbox && !mini} />
}

type Choice = NoticeChoices['items'][number]
const Choices = ({ raceid, items, sandbox }: { raceid: number; items: readonly Choice[]; sandbox: boolean }) => {
  const t = useWords()
  const begin = useCall(wechatnoticesBegin, { quiet: true })
  const turnOn = (moment: NoticeMoment) => {
    // A page of the mini-program asks the question in its own way, and then returns here by itself.
    if (openNative('notices', { raceid: String(raceid), moment })) return
    begin.mutate({ raceid, moment, back: hereAgain() }, { onSuccess: ({ url }) => location.assign(url) })
  }
  return (
    <Card title={t(words.title)}>
      <p className="-mt-2 pb-1 text-14 text-soft">
        <Dotted text={t(words.how) + (sandbox ? ` · ${t(words.sandbox)}` : '')} />
      </p>
      <ul className="divide-y divide-line">
        {items.map(({ moment, open }) => (
          <li key={moment} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
            {/* In large text the button moves below the words. */}
            <span className="flex min-w-0 flex-[1_1_9rem] items-center gap-3">
              <BellRing aria-hidden className="size-5 shrink-0 text-soft" />
              {t(words.moment[moment])}
            </span>
            {open > 0 ? (
              <span className="flex min-h-11 shrink-0 items-center gap-1 text-14 text-success-ink">
                <Check aria-hidden className="size-5" />
                {t(words.is_on)}
              </span>
            ) : (
              <Button
                look="quiet"
                className="-mr-3 shrink-0"
                aria-label={t(words.turn_on_one, { moment: t(words.moment[moment]) })}
                busy={begin.isPending && begin.variables?.moment === moment}
                onClick={() => turnOn(moment)}
              >
                {t(words.turn_on)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {begin.error ? (
        <p role="alert" className="mt-2 text-14 text-danger-ink">
          {begin.error.msg}
        </p>
      ) : null}
    </Card>
  )
}
