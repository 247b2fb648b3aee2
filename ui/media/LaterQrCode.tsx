import { onDemand } from '../router/onDemand.tsx'

/** A code whose drawing program the browser fetches when a code is first drawn, inside a `Suspense`. */
export const LaterQrCode = onDemand(async () => (await import('./QrCode.tsx')).QrCode)
