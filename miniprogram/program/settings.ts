/**
 * The settings that an owner changes before an upload (docs/miniprogram.md). `origin` is the address of the server,
 * which the platform must know as a domain of requests and of web pages.
 */
export const settings = {
  origin: 'https://startline.example',
} as const
