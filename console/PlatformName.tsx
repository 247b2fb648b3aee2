import { useEffect } from 'react'
import { platformShow } from '#features/platform/contract.ts'
import { usualPlatformSettings } from '#features/platform/settings.rules.ts'
import { setTitlePlace } from '#ui/layout/Page.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { words } from './words.ts'

/**
 * The picture and the name of the platform at the head of the console. The name is also in the window's title. With
 * `organisers` a label says that this is the app of the organisers.
 */
export const PlatformName = ({ organisers }: { organisers: boolean }) => {
  const { data, error, fetchStatus } = useAsk(platformShow, {}, { staleTime: 300_000, quiet: true })
  const t = useWords()
  // A device without a network gets no answer and no error, so it shows the usual name.
  const name = data?.name ?? (error || fetchStatus === 'paused' ? t(usualPlatformSettings.name) : '')
  useEffect(() => {
    if (name !== '') setTitlePlace(name)
  }, [name])
  return (
    <>
      {data?.logo ? <img src={data.logo} alt="" className="mr-2.5 h-8 max-w-28 object-contain" /> : null}
      {name === '' ? <span className="sr-only">{t(words.organisers)}</span> : <span className="truncate">{name}</span>}
      {organisers ? (
        <span className="hidden whitespace-pre md:inline" aria-hidden={name === ''}>
          {`${name === '' ? '' : ' · '}${t(words.organisers)}`}
        </span>
      ) : null}
    </>
  )
}
