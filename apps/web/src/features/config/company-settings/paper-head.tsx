import { fileUrl } from "@ridgebook/contract";
import { companyOnPaper } from "@ridgebook/documents";
import classes from "#features/config/company-settings/company-settings.module.css";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { useSession } from "#server-client/session-context.tsx";

/** The head of a paper and of the login page, with typed values, saved or not. Uses the papers' own wording. */
export function PaperHead({ form }: { form: SettingsForm }) {
  const { companyId } = useSession();
  const { name, lines, logoFileId, color } = companyOnPaper(form.edited);
  return (
    <div className={classes.paper}>
      <p className="rb-hint">How your papers begin:</p>
      {/* A picture: paper is white in both themes. */}
      <div
        role="img"
        aria-label="Head of a paper"
        className={`rb-row ${classes.paperHead}`}
        style={{ borderTopColor: color }}
      >
        {logoFileId !== null && companyId !== null && (
          <img className={classes.paperLogo} src={fileUrl({ id: logoFileId, companyId })} alt="" />
        )}
        <div>
          <strong>{name || "Your company’s name"}</strong>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      </div>
      {logoFileId !== null && companyId !== null && (
        <>
          <p className="rb-hint">And the login page:</p>
          <div role="img" aria-label="Head of the login page" className={classes.loginHead}>
            <img className={classes.paperLogo} src={fileUrl({ id: logoFileId, companyId })} alt="" />
            <strong>Log in</strong>
          </div>
        </>
      )}
    </div>
  );
}
