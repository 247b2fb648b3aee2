export const WechatMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#07893f" />
    <path d="M9 16.5 13.5 21 23 11.5" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
