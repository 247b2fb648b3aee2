/** Makes the web address from which Traccar Client takes the server's address and its settings. */
export const traccarCode = (address: string, token: string): string =>
  `${address}?${new URLSearchParams({ id: token, accuracy: 'highest', interval: '10', distance: '0', buffer: 'true' })}`

/** Makes the link from which OwnTracks takes its configuration, as Base64. Mode 3 sends by HTTP. */
export const ownTracksCode = (address: string, token: string): string => {
  const settings = {
    _type: 'configuration',
    mode: 3,
    url: address,
    auth: true,
    usePassword: true,
    username: 'runner',
    password: token,
    deviceId: 'phone',
    monitoring: 2,
    locatorInterval: 10,
  }
  return `owntracks:///config?inline=${encodeURIComponent(btoa(JSON.stringify(settings)))}`
}
