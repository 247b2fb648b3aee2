import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** A function that reads the QR code of a camera picture. The function gives undefined if the picture shows no code. */
export type Decoder = (video: HTMLVideoElement) => Promise<string | undefined>
type Detected = { rawValue: string }
type BrowserDetector = {
  new (options: { formats: string[] }): { detect: (source: HTMLVideoElement) => Promise<Detected[]> }
  getSupportedFormats: () => Promise<string[]>
}

/** Returns the decoder of the browser, or undefined if the browser has none. Chrome has one on Android and macOS. */
const ofBrowser = async (): Promise<Decoder | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BrowserDetector }
  if (!BarcodeDetector) return undefined
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  if (!formats.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

/**
 * Returns the decoder in WebAssembly, from our own server. It scales a picture to at most 960 pixels across, which is
 * enough for a code.
 */
const ofAssembly = async (): Promise<Decoder> => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const board = canvas.getContext('2d', { willReadFrequently: true })!
  return async (video) => {
    const part = Math.min(1, 960 / Math.max(1, video.videoWidth))
    canvas.width = Math.round(video.videoWidth * part)
    canvas.height = Math.round(video.videoHeight * part)
    if (canvas.width === 0 || canvas.height === 0) return undefined
    board.drawImage(video, 0, 0, canvas.width, canvas.height)
    const picture = board.getImageData(0, 0, canvas.width, canvas.height)
    const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
    return found?.text
  }
}
export const openDecoder = async (): Promise<Decoder> => (await ofBrowser()) ?? ofAssembly()
