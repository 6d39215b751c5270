/** The app icon: a ridge, one slope plain, one ruled like a form. Includes its background, so it looks the same in the dark theme. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 512 512" aria-hidden focusable="false" style={{ flex: "none" }}>
      <rect width="512" height="512" rx="96" fill="#0b2531" />
      <path fill="#fff" d="M108 218 246 126v168L108 386z" />
      <path fill="#47bce4" d="m266 126 138 92v44l-138-92zm0 62 138 92v44l-138-92zm0 62 138 92v44l-138-92z" />
    </svg>
  );
}
