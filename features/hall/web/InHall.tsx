import { type ComponentProps, Suspense } from 'react'
import { useHallClient } from '#seam/web/hallClient.ts'
import { onDemand } from '#ui/router/onDemand.tsx'

const CentreButtons = onDemand(async () => (await import('./CentreButtons.tsx')).CentreButtons)

/** The buttons 投屏 and 打印. Only phones in the hall load the script of the buttons. */
export const InHall = (given: Omit<ComponentProps<typeof CentreButtons>, 'client'>) => {
  const client = useHallClient()
  return client === undefined ? null : (
    <Suspense>
      <CentreButtons client={client} {...given} />
    </Suspense>
  )
}
