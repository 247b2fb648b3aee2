export const WechatMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#07893f" />
    <path d="M9 16.5 13.5 21 23 11.5" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

export const AlipayMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#0b5cd5" />
    <path d="M8 10.5h16M16 6.5v8M9.5 15h12c-1 4.5-6 9-13 10.5M11 17.5c2.5 4 7 7 13 8" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
