export const saveBlob = (blob: Blob, filename: string): void => {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: filename }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Returns a picture in the form that the device's own sharing takes. Undefined if the device cannot share, or if the
 * person uses a mouse, for whom a saved file is better.
 */
const shareable = (blob: Blob, filename: string): { files: File[] } | undefined => {
  const given = { files: [new File([blob], filename, { type: blob.type })] }
  return typeof navigator.canShare === 'function' &&
    navigator.canShare(given) &&
    matchMedia('(pointer: coarse)').matches
    ? given
    : undefined
}
export const canShare = (blob: Blob): boolean => shareable(blob, 'x.jpg') !== undefined

/**
 * Hands a picture to the device's own sharing. Saves the picture if the sharing fails or `shareable` gives undefined.
 */
export const handOver = async (blob: Blob, filename: string): Promise<void> => {
  const given = shareable(blob, filename)
  if (!given) return saveBlob(blob, filename)
  try {
    await navigator.share(given)
  } catch (thrown) {
    // The browser throws AbortError when a person closes the sharing dialog, which is no fault.
    if ((thrown as Error).name !== 'AbortError') saveBlob(blob, filename)
  }
}

/**
 * Tells whether the page runs in a webview of the messaging app. Such a webview saves only a picture that has an http
 * address and that a person presses long. It can neither share nor save files.
 */
export const inWebview = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

/** Returns a picture as text, as the server receives it. */
export const dataOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'))
    reader.readAsDataURL(blob)
  })
