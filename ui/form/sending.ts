/** Returns a `fetch` that reports the sent share of an upload, 0–1. The platform's own `fetch` reports no share. */
export const sendTelling =
  (onProgress: (sent: number) => void) =>
  (address: string, init: RequestInit): Promise<Pick<Response, 'json'>> =>
    new Promise((done, failed) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'POST', address)
      request.withCredentials = init.credentials === 'include'
      request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
        lengthComputable && onProgress(loaded / total)
      request.onload = () => done({ json: async () => JSON.parse(request.responseText) as unknown })
      request.onerror = () => failed(new TypeError('The upload did not arrive'))
      request.onabort = () => failed(new DOMException('The upload was given up', 'AbortError'))
      init.signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(init.body as XMLHttpRequestBodyInit)
    })
