/** Says that a page starts with the draft of a closed tab. */
export function RestoredBanner() {
  return (
    <div role="status" className="rb-banner">
      <p>
        <strong>Restored what you had typed.</strong> It is kept on this device and not saved yet.
      </p>
    </div>
  );
}
