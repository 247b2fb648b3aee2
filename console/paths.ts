/** Every address of the organisers' app, in one place. `/console` stands before each. */
const to =
  (pathname: string) =>
  (params: Readonly<Record<string, string | number | undefined>> = {}): string => {
    const search = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
    return `/console${pathname}${search.size ? `?${search}` : ''}`
  }

export const path = {
  front: to('/'),
  login: to('/login'),
  claim: to('/claim'),
  staff: to('/staff'),
  log: to('/log'),
  outbox: to('/outbox'),
  notices: to('/notices'),
  certificates: to('/certificates'),
  results: to('/results'),
  registrations: to('/registrations'),
  registration: to('/registration'),
  orders: to('/orders'),
  order: to('/order'),
} as const
