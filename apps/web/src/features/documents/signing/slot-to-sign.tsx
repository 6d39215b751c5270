import { Button } from "@mantine/core";
import type { SignatureSlot } from "@ridgebook/documents";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { signedText } from "#features/documents/paper/signed-text.ts";
import classes from "#features/documents/signing/review.module.css";
import type { TakenSignature } from "#features/documents/signing/taken-signature.ts";
import { SignaturePad, type Signature } from "#ui/signature-pad/signature-pad.tsx";
import { TextButton } from "#ui/text-button.tsx";

/** A signer's slot: the signature, the pad to sign on, or when they sign. */
export function SlotToSign({
  slot: { name, role, consent },
  signature,
  isNext,
  isPutOff,
  canPutOff,
  isBusy,
  original,
  timeZone,
  onSign,
  onTakeAway,
  onPutOff,
}: {
  slot: SignatureSlot;
  signature: TakenSignature | undefined;
  isNext: boolean;
  /** The signer is absent. */
  isPutOff: boolean;
  /** Someone else can sign instead. */
  canPutOff: boolean;
  isBusy: boolean;
  /** The name in its own script, if it is printed in another spelling. */
  original: string | undefined;
  timeZone: string;
  onSign: (signature: Signature) => void;
  onTakeAway: () => void;
  onPutOff: (isPutOff: boolean) => void;
}) {
  const who = name || role;
  // An unconfirmed drawing stays while someone else signs first.
  const [wasNext, setWasNext] = useState(isNext);
  if (isNext && !wasNext) setWasNext(true);
  return (
    <li className={classes.slot} data-next={isNext || undefined} tabIndex={-1}>
      <h3 className="rb-subheading">
        {who}
        {original !== undefined && (
          <>
            {" "}
            <bdi>{original}</bdi>
          </>
        )}{" "}
        {name !== "" && <span className={classes.role}>{role}</span>}
      </h3>
      {signature ? (
        <>
          <img className={classes.picture} src={signature.picture} alt={`Signature of ${who}`} />
          <p className={classes.signedAt}>
            <IconCheck size={18} stroke={1.75} aria-hidden />
            {signedText(signature.timestamp, timeZone)}
          </p>
          <TextButton onClick={onTakeAway}>
            Sign again <span className="rb-visually-hidden">as {who}</span>
          </TextButton>
        </>
      ) : (
        <>
          {wasNext && (
            <div className={classes.pad} hidden={!isNext}>
              <SlotPad
                label={[name, role].filter(Boolean).join(", ")}
                name={who}
                consent={consent}
                isBusy={isBusy}
                onSign={onSign}
              />
              {canPutOff && <TextButton onClick={() => onPutOff(true)}>{who} signs later</TextButton>}
            </div>
          )}
          {isPutOff && (
            <>
              <p className={classes.later}>Signs later, on this device.</p>
              <TextButton onClick={() => onPutOff(false)}>
                Sign now <span className="rb-visually-hidden">as {who}</span>
              </TextButton>
            </>
          )}
          {!isNext && !isPutOff && <p className={classes.later}>Signs after the one above.</p>}
        </>
      )}
    </li>
  );
}

function SlotPad({
  label,
  name,
  consent,
  isBusy,
  onSign,
}: {
  label: string;
  name: string;
  consent: string;
  isBusy: boolean;
  onSign: (signature: Signature) => void;
}) {
  const [signature, setSignature] = useState<Signature | null>(null);
  return (
    <>
      <p className={classes.consent}>{consent}</p>
      <SignaturePad label={label} onChange={setSignature} />
      <div>
        <Button
          disabled={!signature}
          loading={isBusy}
          onClick={() => {
            if (signature) onSign(signature);
          }}
        >
          I agree, sign as {name}
        </Button>
      </div>
    </>
  );
}
