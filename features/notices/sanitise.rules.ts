import sanitizeHtml from 'sanitize-html'
import { attributes, filmSchemes, linkSchemes, pictureSchemes, styles, noticeTags } from './allowed.rules.ts'
import { withLines } from './lines.rules.ts'

/** Cleans an organiser's HTML by the lists of allowed.rules.ts. Saving and showing use this function. */
export const sanitise = (html: string): string =>
  sanitizeHtml(withLines(html), {
    allowedTags: noticeTags,
    allowedAttributes: attributes,
    allowedStyles: { '*': styles },
    allowedSchemes: linkSchemes,
    allowedSchemesByTag: { img: pictureSchemes, video: filmSchemes, source: filmSchemes },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'poster', 'cite'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: /^https?:/i.test(attribs.href ?? '')
          ? { ...attribs, target: '_blank', rel: 'noopener noreferrer nofollow' }
          : attribs,
      }),
      img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy', alt: attribs.alt ?? '' } }),
    },
    exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
  })
