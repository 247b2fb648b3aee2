export const WechatMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#07893f" />
    <path
      d="M13.2 7.5c-4.3 0-7.7 2.8-7.7 6.3 0 2 1.1 3.7 2.9 4.900l-.7 2.2 2.6-1.300c.9.3 1.9.4 2.9.4h.8a5.6 5.6 0 0 1-.2-1.500c0-3.3 3.1-5.9 6.9-5.900h.5c-.6-2.9-3.9-5.1-8-5.100z"
      fill="#fff"
    />
    <path
      d="M26.5 18.700c0-2.9-2.8-5.2-6.2-5.200s-6.2 2.3-6.2 5.2 2.8 5.2 6.2 5.200c.7 0 1.5-.1 2.1-.3l2.1 1.1-.6-1.800c1.6-1 2.6-2.5 2.6-4.200z"
      fill="#fff"
    />
    <path
      d="M10.7 12.200h.01M15.7 12.200h.01M18.3 17.600h.01M22.4 17.600h.01"
      stroke="#07893f"
      strokeWidth="2"
      strokeLinecap="round"
    />
  </svg>
)

export const AlipayMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#0b5cd5" />
    <path
      d="M8 10.5h16M16 6.5v8M9.5 15h12c-1 4.5-6 9-13 10.5M11 17.5c2.5 4 7 7 13 8"
      fill="none"
      stroke="#fff"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

export const PaypalMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#0a3f86" />
    <path
      d="M12 24.5 14.5 7.5h5c3 0 4.7 1.7 4.2 4.5-.5 3-2.8 4.6-6 4.6h-3"
      fill="none"
      stroke="#fff"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

export const CardMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#b3262a" />
    <path
      d="M7 10.5h18v11.5H7zM7 14.5h18M10.5 18.5h4"
      fill="none"
      stroke="#fff"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
