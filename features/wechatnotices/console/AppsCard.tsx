import type { OutputOf } from '#contract/endpoint.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type consoleWechatnoticesShow, consoleWechatnoticesTest } from '../contract.ts'
import { consoleWords as words } from '../words.ts'

const tones = { real: 'success', sandbox: 'warning', off: 'plain' } as const
type Shown = OutputOf<typeof consoleWechatnoticesShow>
type Tested = OutputOf<typeof consoleWechatnoticesTest>['tests'][number]

/** The two apps, the service that each uses (WeChat or the sandbox), and a test of credentials and templates. */
export const AppsCard = ({ data }: { data: Shown }) => {
  const t = useWords()
  const test = useCall(consoleWechatnoticesTest, { quiet: true })
  return (
    <Card title={t(words.apps)}>
      <ul className="divide-y divide-line">
        {data.apps.map(({ app, state }) => (
          <li key={app} className="grid gap-1 py-3">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span>{t(words.app[app])}</span>
              <Chip tone={tones[state]}>{t(words.state[state])}</Chip>
            </span>
            <Outcome tested={test.data?.tests.find((one) => one.app === app)} />
          </li>
        ))}
      </ul>
      {data.failed > 0 ? (
        <p className="break-words py-2 text-14 text-danger-ink">
          {t(words.failures, { n: countText(data.failed), said: data.said ?? '' })}
        </p>
      ) : null}
      {test.error ? (
        <p role="alert" className="py-2 text-14 text-danger-ink">
          {test.error.msg}
        </p>
      ) : null}
      <Button look="plain" busy={test.isPending} onClick={() => test.mutate({})}>
        {t(words.test)}
      </Button>
    </Card>
  )
}

const Outcome = ({ tested }: { tested: Tested | undefined }) => {
  const t = useWords()
  if (!tested) return null
  if (tested.ok)
    return (
      <p role="status" className="text-14 text-success-ink">
        {t(words.test_ok)}
      </p>
    )
  return (
    <div role="alert" className="text-14 text-danger-ink">
      {tested.why === null ? null : <p>{t(words.test_failed, { why: tested.why })}</p>}
      {tested.faults.map(({ moment, kind, keywords }) => (
        <p key={moment}>{t(words.fault[kind], { moment: t(words.moment[moment]), keywords: keywords.join(', ') })}</p>
      ))}
    </div>
  )
}
