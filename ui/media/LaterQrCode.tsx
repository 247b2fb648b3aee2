import { onDemand } from '../router/onDemand.tsx'

/** A QR code for use inside a `Suspense`. The browser fetches the drawing program when a page first shows a QR code. */
export const LaterQrCode = onDemand(async () => (await import('./QrCode.tsx')).QrCode)
