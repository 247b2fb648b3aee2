import { type ComponentProps, Suspense, lazy } from 'react'
import { usePageParams } from '#ui/Link.tsx'

const CentreButtons = lazy(async () => ({ default: (await import('./CentreButtons.tsx')).CentreButtons }))

/** The screen or printer of a race's results hall whose code the phone read (specification 2 section 2: client and address=center); undefined elsewhere. */
export const useClient = (): string | undefined => {
  const { client, address } = usePageParams()
  return client && client !== '0' && address === 'center' ? client : undefined
}

/** 投屏 and 打印, fetched by those alone who stand in the hall. */
export const InHall = (given: Omit<ComponentProps<typeof CentreButtons>, 'client'>) => {
  const client = useClient()
  return client === undefined ? null : (
    <Suspense>
      <CentreButtons client={client} {...given} />
    </Suspense>
  )
}
