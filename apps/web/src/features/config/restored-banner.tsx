/** Says that a page begins with what was typed in a tab that is gone. */
export function RestoredBanner() {
  return (
    <div role="status" className="rb-banner">
      <p>
        <strong>Restored what you had typed.</strong> It is kept on this device and not saved yet.
      </p>
    </div>
  );
}
