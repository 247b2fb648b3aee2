import { percentEncoded } from '#contract/written.ts'

/**
 * Writes the header that names a file for the browser. Old browsers read `plain`. All other browsers read the whole
 * name.
 */
export const dispositionOf = (
  way: 'inline' | 'attachment',
  name: string,
  plain = name.replaceAll(/[^\w.-]+/g, '_'),
): string => `${way}; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`
