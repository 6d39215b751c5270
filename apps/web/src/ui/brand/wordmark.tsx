/** The product's name as drawn letters, in the color of the text around it. */
export function Wordmark({ height = 24 }: { height?: number }) {
  return (
    <svg
      width={Math.round((height * 575) / 140)}
      height={height}
      viewBox="0 0 575 140"
      role="img"
      aria-label="Ridgebook"
    >
      <g fill="none" stroke="currentColor" strokeWidth="12">
        <path d="M6 102V20h26a22 22 0 0 1 0 44H6M33 64l24 38" />
        <path d="M79 40v62" />
        <circle cx="79" cy="20" r="8" fill="currentColor" stroke="none" />
        <circle cx="125" cy="70" r="26" />
        <path d="M151 12v90" />
        <circle cx="197" cy="70" r="26" />
        <path d="M223 40v66a26 24 0 0 1-49 11" />
        <path d="M243 70h50a25.5 26 0 1 0-7.5 18.5" />
        <path d="M315 12v90" />
        <circle cx="341" cy="70" r="26" />
        <circle cx="411" cy="70" r="26" />
        <circle cx="480" cy="70" r="26" />
        <path d="M527 12v90M566 42L527 77.5M541 64.8L569 102" />
      </g>
    </svg>
  );
}
