import { useState } from 'react'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { BatchForm } from './BatchForm.tsx'
import { LatestEntries } from './LatestEntries.tsx'
import type { PhoneView } from './phone.ts'
import { words } from './phone.words.ts'
import { TapForm } from './TapForm.tsx'
import { useAidPhone } from './useAidPhone.ts'

/**
 * The page of a volunteer at an aid station. After the first visit by the station's code the page works without
 * network.
 */
export const AidPage = () => {
  const t = useWords()
  const [way, setWay] = useState('tap')
  const { standing, online, view, write } = useAidPhone()
  const station = view?.state.told?.station.name ?? t(words.title)
  return (
    <Page title={station} narrow>
      {standing === 'opening' ? <Skeleton lines={4} className="h-14" /> : null}
      {standing === 'no_link' ? <Empty title={t(words.no_link)} description={t(words.no_link_how)} /> : null}
      {standing === 'no_store' ? <Empty title={t(words.no_store)} description={t(words.no_store_how)} /> : null}
      {standing === 'wrong_link' || standing === 'revoked' ? (
        <Empty title={t(words[standing])} description={t(words.ask_control)} />
      ) : null}
      {standing === 'working' && view ? (
        <div className="grid gap-4">
          <StateLine view={view} online={online} />
          <Segmented
            label={t(words.title)}
            value={way}
            onChange={setWay}
            options={[
              { value: 'tap', label: t(words.tap) },
              { value: 'radio', label: t(words.radio) },
            ]}
          />
          {way === 'tap' ? <TapForm view={view} onWrite={write} /> : <BatchForm view={view} onWrite={write} />}
          <LatestEntries view={view} onWrite={write} />
        </div>
      ) : null}
    </Page>
  )
}

const StateLine = ({ view, online }: { view: PhoneView; online: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const { told } = view.state
  const waiting = view.waiting
  return (
    <div className="grid gap-1">
      <p role="status" className="flex flex-wrap gap-2">
        <Chip tone={online ? 'success' : told ? 'warning' : 'plain'}>
          {t(online ? words.online : told ? words.offline : words.connecting)}
        </Chip>
        {waiting > 0 ? <Chip tone="warning">{t(words.waiting, { n: waiting })}</Chip> : null}
      </p>
      {(told?.station.points ?? [])
        .filter(({ closes }) => closes !== null)
        .map(({ event, label, closes }) => (
          <p key={`${event} ${label}`} className="figures text-14 text-soft">
            <Dotted
              text={`${event} · ${t(words.closes, { label, time: dateText(closes, lang, 'deadline', told?.zone) })}`}
            />
          </p>
        ))}
    </div>
  )
}
