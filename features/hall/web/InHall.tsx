import { type ComponentProps, Suspense, lazy } from 'react'
import { useHallClient } from '#seam/web/hallClient.ts'

const CentreButtons = lazy(async () => ({ default: (await import('./CentreButtons.tsx')).CentreButtons }))

/** The buttons 投屏 and 打印. Only phones in the hall load their code. */
export const InHall = (given: Omit<ComponentProps<typeof CentreButtons>, 'client'>) => {
  const client = useHallClient()
  return client === undefined ? null : (
    <Suspense>
      <CentreButtons client={client} {...given} />
    </Suspense>
  )
}
