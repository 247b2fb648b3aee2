/**
 * The settings that an owner changes before an upload (docs/miniprogram.md). `origin` is the address of the server,
 * which the platform must know as a domain of requests and of web pages.
 */
export const settings = {
  origin: 'https://startline.example',
  /** The ids of the subscription notices that the platform approved, by their use. An empty list offers none. */
  notices: [] as readonly string[],
} as const
