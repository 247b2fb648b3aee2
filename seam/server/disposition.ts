import { percentEncoded } from '#contract/written.ts'

/** The header that names a file that the server sends: `plain` for old readers, the whole name for the others. */
export const dispositionOf = (
  way: 'inline' | 'attachment',
  name: string,
  plain = name.replaceAll(/[^\w.-]+/g, '_'),
): string => `${way}; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`
