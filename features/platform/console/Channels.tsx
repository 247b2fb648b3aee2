import { useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { path } from '#seam/console/paths.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type ChannelState, consolePlatformTest } from '../contract.ts'
import { failureText } from '../failure.words.ts'
import { words } from '../words.ts'

const tones: Record<ChannelState['state'], Tone> = { real: 'success', sandbox: 'warning', off: 'plain' }

/** The channels. Each shows the service or sandbox that it uses, its failures, and a test if it can be tested. */
export const Channels = ({ channels }: { channels: readonly ChannelState[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const test = useCall(consolePlatformTest, { quiet: true })
  const [tested, setTested] = useState<string>()
  const run = (name: 'mail' | 'files') => {
    setTested(name)
    test.mutate({ name }, { onSuccess: () => toastSuccess(t(words.test_ok)) })
  }
  return (
    <Card title={t(words.channels)}>
      <p className="-mt-2 pb-2 text-14 text-soft">{t(words.channels_text)}</p>
      <ul className="divide-y divide-line">
        {channels.map(({ name, state, failed, said, test: testable }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-medium">{t(words.channel[name as keyof typeof words.channel])}</p>
              {failed > 0 ? (
                <p className="break-words text-14 text-danger-ink">
                  {t(words.failures, { n: countText(failed), said: failureText(said ?? '', lang) })}
                </p>
              ) : null}
              {test.error && tested === name ? (
                <p role="alert" className="text-14 text-danger-ink">
                  {test.error.fields.name ?? test.error.msg}
                </p>
              ) : null}
            </div>
            <span className="flex items-center gap-2">
              {name === 'wechatnotices' ? (
                <ButtonLink look="plain" href={path.wechatnotices()}>
                  {t(words.set_up)}
                </ButtonLink>
              ) : null}
              {testable ? (
                <Button
                  look="plain"
                  busy={test.isPending && tested === name}
                  onClick={() => run(name as 'mail' | 'files')}
                >
                  {t(words.test)}
                </Button>
              ) : null}
              <Chip tone={tones[state]}>{t(words.state[state])}</Chip>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
