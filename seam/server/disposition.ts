import { percentEncoded } from '#contract/written.ts'

/** Says how a file that is sent is called: `plain` for old readers, the whole name for the others. */
export const dispositionOf = (
  way: 'inline' | 'attachment',
  name: string,
  plain = name.replaceAll(/[^\w.-]+/g, '_'),
): string => `${way}; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`
