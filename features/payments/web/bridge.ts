type Bridge = {
  invoke: (
    name: 'getBrandWCPayRequest',
    parameters: Readonly<Record<string, string>>,
    answered: (answer: { err_msg?: string }) => void,
  ) => void
}
const found = (): Bridge | undefined => (globalThis as { WeixinJSBridge?: Bridge }).WeixinJSBridge

/**
 * Passes a payment to the messaging app's webview, and resolves to the answer of the webview. This answer is no proof,
 * because only the gateway knows about payments. Returns undefined if there is no such webview.
 */
export const payByBridge = async (
  parameters: Readonly<Record<string, string>>,
): Promise<'ok' | 'cancelled' | 'failed' | undefined> => {
  const bridge = found()
  if (!bridge) return undefined
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', parameters, ({ err_msg = '' }) =>
      resolve(err_msg.endsWith(':ok') ? 'ok' : err_msg.endsWith(':cancel') ? 'cancelled' : 'failed'),
    )
  })
}
