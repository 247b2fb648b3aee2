import type { ReactNode } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import type { Text } from '#contract/words.ts'

/**
 * The mark of a way to pay, drawn by the project in the colours of the brand. A screen reader reads `name` if the page
 * writes no name beside the mark.
 */
const Mark = ({ name, width = 32, children }: { name?: Text; width?: number; children: ReactNode }) => {
  const t = useWords()
  return (
    <svg
      {...(name ? { role: 'img', 'aria-label': t(name) } : { 'aria-hidden': true })}
      width={width}
      height="32"
      viewBox={`0 0 ${width} 32`}
      className="shrink-0"
    >
      {children}
    </svg>
  )
}
type MarkProps = { name?: Text }

/** A bubble with a tick in it. */
export const WechatMark = (props: MarkProps) => (
  <Mark {...props}>
    <rect width="32" height="32" rx="8" fill="#07c160" />
    <path
      d="M16 6.200c-5.9 0-10.6 3.9-10.6 8.8 0 2.6 1.3 4.9 3.5 6.500l-.8 3.9 4.2-2.100c1.2.3 2.4.5 3.7.5 5.9 0 10.6-3.9 10.6-8.800S21.9 6.2 16 6.200z"
      fill="#fff"
    />
    <path
      d="M10.4 13.200c1.7.9 2.9 2.1 3.7 4 2.6-3.4 6.1-5.7 10.8-6.9"
      fill="none"
      stroke="#07c160"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Mark>
)

/** The character 支 with a loop that runs to the right edge. */
export const AlipayMark = (props: MarkProps) => (
  <Mark {...props}>
    <rect width="32" height="32" rx="8" fill="#1677ff" />
    <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
      <path d="M7.5 9.600h17M16 5.800v8.200M9.3 14h13.2" strokeWidth="2.2" />
      <path
        d="M21.8 14.200c-1.2 4.7-4.9 9.9-9.8 9.9-2.5 0-4.2-1.3-4.2-3.2 0-2 1.8-3.3 4.4-3.3 4.6 0 9.3 3.3 17.3 6.2"
        strokeWidth="2.4"
      />
    </g>
  </Mark>
)

/** Two letters P, one in front of the other. */
export const PaypalMark = (props: MarkProps) => (
  <Mark {...props}>
    <rect x=".5" y=".5" width="31" height="31" rx="7.5" fill="#fff" stroke="#d5dbe3" />
    <path
      d="M15.2 10.200h5.800c3.4 0 5.1 1.9 4.6 5-.6 3.7-3.2 5.5-6.8 5.500h-1.900c-.5 0-.8.3-.9.8l-.8 4.800h-3.800z"
      fill="#0093dc"
    />
    <path
      d="M11.1 5.700h6.200c3.5 0 5.3 1.9 4.8 5.1-.6 3.8-3.3 5.6-7 5.600h-2c-.5 0-.8.3-.9.800l-.8 5H7.500l2.6-15.700c.1-.5.5-.8 1-.8z"
      fill="#052f7f"
    />
  </Mark>
)

/** Three slanted panels. */
export const UnionpayMark = (props: MarkProps) => (
  <Mark {...props} width={48}>
    <path d="M8.4 3h13.800l-5.8 26H4.100c-1.7 0-2.8-1.5-2.4-3.200L6 5.300C6.3 4 7.2 3 8.4 3z" fill="#d6182b" />
    <path d="M20.6 3h14l-5.8 26h-14c-1.1 0-1.8-1-1.5-2.100L17.8 5.300C18.1 4 19.3 3 20.6 3z" fill="#0b4a8f" />
    <path
      d="M33 3h11.100c1.6 0 2.7 1.5 2.3 3.200L42.2 26.600c-.3 1.4-1.5 2.4-2.9 2.400H27.200c-1.1 0-1.9-1-1.6-2.100L30.1 5.300C30.4 4 31.7 3 33 3z"
      fill="#067a84"
    />
    <text
      x="8"
      y="19.5"
      fill="#fff"
      fontSize="9"
      fontWeight="700"
      fontStyle="italic"
      fontFamily="system-ui, sans-serif"
      textLength="33"
      lengthAdjust="spacingAndGlyphs"
    >
      UnionPay
    </text>
  </Mark>
)

/** A bank card with its stripe. */
export const CardMark = (props: MarkProps) => (
  <Mark {...props}>
    <rect width="32" height="32" rx="8" fill="#c7152c" />
    <rect x="6" y="9" width="20" height="14" rx="2.5" fill="#fff" />
    <path d="M6 12.500h20v3H6z" fill="#7c0d1c" />
    <path d="M9 19.500h5" stroke="#c7152c" strokeWidth="1.8" strokeLinecap="round" />
  </Mark>
)
