import { Suspense } from 'react'
import { onDemand } from '../../router/onDemand.tsx'
import type { CameraProps } from './CameraScan.tsx'

const CameraScan = onDemand(async () => (await import('./CameraScan.tsx')).CameraScan)

/**
 * The camera that reads one code, or one code after another. The browser fetches its program at the first use. Until
 * then a placeholder of the same size takes its place.
 */
export const CodeCamera = (props: CameraProps) => (
  <Suspense fallback={<div className="bone mt-3 aspect-4/3 w-full rounded" />}>
    <CameraScan {...props} />
  </Suspense>
)
