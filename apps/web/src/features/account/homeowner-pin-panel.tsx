import { Button } from "@mantine/core";
import { useLayoutEffect, useRef, useState, useSyncExternalStore, type SyntheticEvent } from "react";
import classes from "#features/account/framed-page.module.css";
import { keptTexts } from "#ui/kept-texts.ts";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { PinField } from "#ui/pin-lock/pin-field.tsx";
import { hasPin, isPin, removePin, setPin } from "#ui/pin-lock/pin.ts";
import { Tag } from "#ui/tag.tsx";

/**
 * The PIN that is needed to leave the homeowner's view on this device.
 *
 * @param owner the user's `pinOwner`
 */
export function HomeownerPinPanel({ owner }: { owner: string }) {
  const isSet = useSyncExternalStore(keptTexts.subscribe, () => hasPin(keptTexts, owner));
  const [isChoosing, setIsChoosing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasChoosing = useRef(false);
  useLayoutEffect(() => {
    // The form that had the focus was removed.
    if (wasChoosing.current && !isChoosing) opener.current?.focus();
    wasChoosing.current = isChoosing;
  }, [isChoosing]);
  const remove = (): void => {
    removePin(keptTexts, owner);
    opener.current?.focus();
    notices.add({ message: "The PIN is removed from this device" });
  };
  return (
    <Panel title="PIN for the homeowner’s view">
      <div className={classes.form}>
        <p>
          With a PIN, the person you hand this device to cannot leave the homeowner’s view without it. It is kept on
          this device only and works without a signal. If you forget it, your password works too, with a signal.
        </p>
        {isSet && (
          <p>
            <Tag tone="ok">Set on this device</Tag>
          </p>
        )}
        {isChoosing ? (
          <PinForm owner={owner} onDone={() => setIsChoosing(false)} />
        ) : (
          <div className={classes.actions}>
            <Button ref={opener} variant="secondary" onClick={() => setIsChoosing(true)}>
              {isSet ? "Change PIN" : "Set a PIN"}
            </Button>
            {isSet && (
              <Button variant="tertiary" onClick={remove}>
                Remove PIN
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

const NOT_KEPT = "This browser does not keep data of this site, so the PIN is not set. Allow it to, then try again.";
/** Browsers offer hashing only on a secure connection. */
const NOT_SET = "The PIN could not be set in this browser.";

function PinForm({ owner, onDone }: { owner: string; onDone: () => void }) {
  const [errors, setErrors] = useState<{ pin?: string; repeat?: string }>({});
  const [isKeeping, setIsKeeping] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The button that opened the form was removed.
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const [pin, repeat] = [data.get("pin"), data.get("repeatPin")];
    if (typeof pin !== "string" || !isPin(pin)) {
      setErrors({ pin: "A PIN has 4 to 6 digits." });
      return;
    }
    if (repeat !== pin) {
      setErrors({ repeat: "This is not the same PIN." });
      return;
    }
    setErrors({});
    setIsKeeping(true);
    const outcome = await setPin(keptTexts, { owner, pin }).catch(() => undefined);
    setIsKeeping(false);
    if (outcome) {
      notices.add({ message: "The PIN is set on this device" });
      onDone();
    } else setErrors({ pin: outcome === false ? NOT_KEPT : NOT_SET });
  };
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void submit(event.currentTarget);
  };
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={handleSubmit}>
      <div className={classes.pair}>
        <PinField name="pin" label="PIN" hint="4 to 6 digits." error={errors.pin} />
        <PinField name="repeatPin" label="PIN again" error={errors.repeat} />
      </div>
      <div className={classes.actions}>
        <Button type="submit" loading={isKeeping}>
          Save PIN
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
