import { useState } from 'react'
import { FrameHost } from '#contract/scalars.ts'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { RaceSettings } from '../contract.ts'
import { resultsWords as words } from './results.words.ts'

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,，]+/)
      .map((line) =>
        line
          .trim()
          .toLowerCase()
          .replace(/^https:\/\//, '')
          .replace(/\/$/, ''),
      )
      .filter((line) => line !== ''),
  ),
]

/** The sites that may embed the live page, one on each line. If a line is not a host, the page says so at once. */
export const LiveHosts = ({
  settings,
  change,
  errorAt,
}: {
  settings: RaceSettings
  change: (patch: Partial<RaceSettings>) => void
  errorAt: (field: string) => string | undefined
}) => {
  const t = useWords()
  const [typed, setTyped] = useState(() => settings.live_hosts.join('\n'))
  const wrong = settings.live_hosts.filter((host) => !FrameHost.safeParse(host).success)
  return (
    <TextArea
      className="mt-4"
      rows={3}
      optional
      label={t(words.live_hosts)}
      hint={t(words.live_hosts_text)}
      value={typed}
      error={
        wrong.length > 0 ? t(words.live_hosts_wrong, { hosts: wrong.join(' · ') }) : errorAt('settings.live_hosts')
      }
      spellCheck={false}
      autoCapitalize="none"
      onChange={(event) => {
        setTyped(event.target.value)
        change({ live_hosts: linesOf(event.target.value) })
      }}
    />
  )
}
