import "@fontsource/source-serif-4/latin-400.css";
import "@fontsource/source-serif-4/latin-400-italic.css";
import "@fontsource/source-serif-4/latin-600.css";
import "@fontsource/source-serif-4/latin-600-italic.css";
import "@fontsource/source-serif-4/latin-ext-400.css";
import "@fontsource/source-serif-4/latin-ext-600.css";
import type { SignatureKey } from "@ridgebook/contract";
import type { Closing, DocumentModel, DocumentSection, KeyFigure, Party, SignatureSlot } from "@ridgebook/documents";
import { memo } from "react";
import classes from "#features/documents/paper/document-paper.module.css";
import { PaperBlock, Runs } from "#features/documents/paper/paper-blocks.tsx";
import { signedText } from "#features/documents/paper/signed-text.ts";

/** A signature as the paper shows it. */
interface ShownSignature {
  /** Address or data URL of its picture. */
  readonly picture: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

export type ShownSignatures = Readonly<Partial<Record<SignatureKey, ShownSignature>>>;

const UNSIGNED: ShownSignatures = {};

/**
 * The paper on screen: the document's whole content, in the type and order of its PDF, as one long sheet of US Letter width. On narrower
 * screens it becomes one column with larger letters.
 *
 * @param fileUrl returns a picture's address
 */
export const DocumentPaper = memo(function DocumentPaper({
  model,
  fileUrl,
  signatures = UNSIGNED,
  label,
}: {
  model: DocumentModel;
  fileUrl: (fileId: string) => string;
  signatures?: ShownSignatures;
  /** The paper's accessible name. */
  label: string;
}) {
  const { company, sections, closing, footer, attachmentFileIds } = model;
  return (
    <div className={classes.desk}>
      <article className={classes.sheet} aria-label={label} data-kind={model.kind}>
        <header className={classes.letterhead}>
          {company.logoFileId === null ? (
            <p className={classes.companyName}>{company.name}</p>
          ) : (
            <img className={classes.logo} src={fileUrl(company.logoFileId)} alt={company.name} />
          )}
          <div className={classes.companyLines}>
            {company.lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
        </header>
        <div className={classes.bar} style={{ background: company.color }} />
        <TitleBlock model={model} />
        {model.parties.length > 0 && (
          <div className={classes.columns}>
            {model.parties.map((party) => (
              <PartyColumn key={party.caption} party={party} />
            ))}
          </div>
        )}
        {model.keyFigures.length > 0 && (
          <div className={`${classes.columns ?? ""} ${classes.figures ?? ""}`}>
            {model.keyFigures.map((figure) => (
              <Figure key={figure.caption} figure={figure} />
            ))}
          </div>
        )}
        {sections.map((section) => (
          <Section key={section.id} section={section} fileUrl={fileUrl} />
        ))}
        {closing && <PaperClosing closing={closing} signatures={signatures} timeZone={company.timeZone} />}
        {attachmentFileIds.length > 0 && (
          <p className={classes.attached}>
            {attachmentFileIds.length === 1 ? "1 attachment follows" : `${attachmentFileIds.length} attachments follow`}{" "}
            in the PDF.
          </p>
        )}
        <footer className={classes.footer}>
          {footer.lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </footer>
      </article>
    </div>
  );
});

/** Suppliers look for a purchase order's number, so it is next to the title. */
function TitleBlock({ model: { kind, title, number, dateText, parties } }: { model: DocumentModel }) {
  if (kind === "purchaseOrder") {
    const isDateSaid = parties.some(({ strong, lines }) =>
      [...strong, ...lines].some((line) => line.includes(dateText)),
    );
    return (
      <>
        <div className={classes.titleLine}>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.numberBeside}>{number}</p>
        </div>
        {!isDateSaid && <p className={classes.number}>{dateText}</p>}
      </>
    );
  }
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.number}>{[number === "" ? "" : `No. ${number}`, dateText].filter(Boolean).join(" · ")}</p>
    </>
  );
}

function PartyColumn({ party: { caption, strong, lines } }: { party: Party }) {
  return (
    <div>
      <p className={classes.caption}>{caption}</p>
      {strong.map((line, index) => (
        <p key={index} className={classes.strong}>
          {line}
        </p>
      ))}
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}

function Figure({ figure: { caption, large, lines } }: { figure: KeyFigure }) {
  return (
    <div>
      <p className={classes.caption}>{caption}</p>
      {large !== "" && <p className={classes.price}>{large}</p>}
      {lines.map((line, index) => (
        <p key={index} className={classes.keyLine}>
          {line}
        </p>
      ))}
    </div>
  );
}

const Section = memo(function Section({
  section: { number, heading, note, aside, blocks },
  fileUrl,
}: {
  section: DocumentSection;
  fileUrl: (fileId: string) => string;
}) {
  return (
    <section className={classes.section}>
      {(heading !== "" || aside) && (
        <div className={classes.sectionHead}>
          <div>
            {heading !== "" && (
              <h3 className={classes.heading}>
                {number !== "" && <span className={classes.headingNumber}>{number}</span>}
                {heading}
              </h3>
            )}
            {note !== "" && <p className={classes.sectionNote}>{note}</p>}
          </div>
          {aside && (
            <div className={classes.aside}>
              <div>
                {aside.lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </div>
              {aside.pitch && <Pitch pitch={aside.pitch} />}
            </div>
          )}
        </div>
      )}
      {blocks.map((block, index) => (
        <PaperBlock key={index} block={block} fileUrl={fileUrl} />
      ))}
    </section>
  );
});

const TRIANGLE_WIDTH = 46;
const STEEPEST = 1.2;

/** The roofer's triangle: rise over run, to scale. Its words are next to it. */
function Pitch({ pitch: { rise, run } }: { pitch: { rise: number; run: number } }) {
  const height = TRIANGLE_WIDTH * Math.min(STEEPEST, Math.max(0, run > 0 ? rise / run : 0));
  const isInside = height >= 20;
  const total = height + (isInside ? 2 : 14);
  return (
    <svg className={classes.pitch} viewBox={`0 0 64 ${total}`} style={{ aspectRatio: `64 / ${total}` }} aria-hidden>
      <path d={`M1 ${height + 1}H${TRIANGLE_WIDTH + 1}V1Z`} fill="none" stroke="currentColor" strokeWidth={0.9} />
      <text x={TRIANGLE_WIDTH * 0.6} y={isInside ? height - 3 : height + 11} textAnchor="middle">
        {run}
      </text>
      <text x={TRIANGLE_WIDTH + 5} y={height / 2 + 4}>
        {rise}
      </text>
    </svg>
  );
}

function PaperClosing({
  closing: { rightToCancel, summary, signatures: slots },
  signatures,
  timeZone,
}: {
  closing: Closing;
  signatures: ShownSignatures;
  timeZone: string;
}) {
  return (
    <>
      {rightToCancel && (
        <section className={classes.cancel}>
          <div className={classes.cancelHead}>
            <h3 className={classes.heading}>Your right to cancel</h3>
            <p className={classes.lastDay}>Last day: {rightToCancel.lastDay}, midnight</p>
          </div>
          <p className={classes.notice}>{rightToCancel.notice}</p>
        </section>
      )}
      <section className={classes.section}>
        <h3 className={classes.heading}>Signatures</h3>
        <p className={classes.summary}>
          <Runs runs={summary} />
        </p>
        <div className={classes.slots}>
          {slots.map((slot) => (
            <Slot key={slot.key} slot={slot} signature={signatures[slot.key]} timeZone={timeZone} />
          ))}
        </div>
      </section>
      {rightToCancel && (
        <section className={classes.form}>
          <h3 className={classes.formTitle}>{rightToCancel.form.title}</h3>
          <p className={classes.caption}>In duplicate: one copy to keep, one to send back.</p>
          {rightToCancel.form.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      )}
    </>
  );
}

function Slot({
  slot: { name, role },
  signature,
  timeZone,
}: {
  slot: SignatureSlot;
  signature: ShownSignature | undefined;
  timeZone: string;
}) {
  return (
    <div>
      <div className={classes.line}>
        {signature && <img src={signature.picture} alt={`Signature of ${name}`} className={classes.signature} />}
      </div>
      <p className={classes.signer}>{name}</p>
      <p className={classes.signerLine}>{role}</p>
      {signature && <p className={classes.signerLine}>{signedText(signature.timestamp, timeZone)}</p>}
    </div>
  );
}
