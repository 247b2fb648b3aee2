import { useEffect } from 'react'
import { platformShow } from '#features/platform/contract.ts'
import { setTitlePlace } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'

/** The picture and the name of the platform, at the head of the console and in the title of its window. */
export const PlatformName = () => {
  const { data, error } = useAsk(platformShow, {}, { staleTime: 300_000, quiet: true })
  const name = data?.name ?? (error ? 'Startline' : '')
  useEffect(() => {
    if (name !== '') setTitlePlace(name)
  }, [name])
  return (
    <>
      {data?.logo ? <img src={data.logo} alt="" className="mr-2.5 h-8 max-w-28 object-contain" /> : null}
      <span className="truncate">{name}</span>
    </>
  )
}
