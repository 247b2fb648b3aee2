/** Puts a picture into the device's own files. */
export const saveBlob = (blob: Blob, filename: string): void => {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: filename }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * A picture in the form for the device's own sharing; undefined where the device has none, or where it has a pointer,
 * which works better with a file.
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

/** Offers a picture to the device's own sharing where it has one; otherwise saves it. */
export const handOver = async (blob: Blob, filename: string): Promise<void> => {
  const given = shareable(blob, filename)
  if (!given) return saveBlob(blob, filename)
  try {
    await navigator.share(given)
  } catch (thrown) {
    // Closing the sheet is no error.
    if ((thrown as Error).name !== 'AbortError') saveBlob(blob, filename)
  }
}

/**
 * A webview of the messaging app saves only a picture that a person presses long and that has an http address of its
 * own. It has no files, no sharing, and no pictures that only the page knows.
 */
export const inWebview = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

/** A picture as text, in the form for the server. */
export const dataOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'))
    reader.readAsDataURL(blob)
  })
