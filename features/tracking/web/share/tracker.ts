/** The set-up of tracker apps, as each app reads it from a code or a link. */

/** Traccar Client takes the server's address and its settings from a web address. */
export const traccarCode = (address: string, token: string): string =>
  `${address}?${new URLSearchParams({ id: token, accuracy: 'highest', interval: '10', distance: '0', buffer: 'true' })}`

/** OwnTracks takes a configuration as Base64 within its own kind of link. Mode 3 sends by HTTP. */
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
