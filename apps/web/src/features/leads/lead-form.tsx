import { Button } from "@mantine/core";
import { formatMoment, LEAD_FIELDS, type Problem } from "@ridgebook/contract";
import { IconAlertCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import detailsClasses from "#features/leads/lead-details.module.css";
import {
  AddressPanel,
  CustomerPanel,
  NotesPanel,
  ProjectPanel,
  SalesPanel,
} from "#features/leads/lead-form-panels.tsx";
import classes from "#features/leads/lead-form.module.css";
import { BackToLead, BackToLeads } from "#features/leads/lead-page-parts.tsx";
import { useListPlace } from "#features/leads/list-place.ts";
import type { OpenedLeadForm } from "#features/leads/open-lead-form.ts";
import { useFormerProblem, useLeadEditing, type LeadEditing } from "#features/leads/use-lead-editing.ts";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { useSession } from "#server-client/session-context.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useNow } from "#ui/use-now.ts";

const FORM_ID = "lead-form";

/** The form of a new or existing lead. Every keystroke is stored on the device; saving sends the changed fields. */
export function LeadForm({
  form: openedForm,
  onRecordId,
}: {
  form: OpenedLeadForm;
  /** The lead has a local id now; the form stays open. */
  onRecordId: (id: number) => void;
}) {
  const formerProblem = useFormerProblem(openedForm);
  const editing = useLeadEditing({ openedForm, formerProblem, onRecordId });
  const { form, isNew, name, recordId, hasChanges } = editing;
  const barRef = useBottomBar();
  const listPlace = useListPlace();
  const { errors, isSubmitted, isSubmitSuccessful, isSubmitting } = form.formState;
  const shownErrors = LEAD_FIELDS.flatMap((field) => {
    const message = errors[field]?.message;
    return message === undefined ? [] : [{ field, message }];
  });
  const isRefused = isSubmitted && !isSubmitSuccessful;

  return (
    <div className={detailsClasses.page} data-ground="canvas" data-bar="">
      <PageHeader
        back={recordId === undefined ? <BackToLeads /> : <BackToLead id={recordId} />}
        title={isNew ? "New lead" : `Edit ${name}`}
      />
      <RestoredNote editing={editing} openedForm={openedForm} />
      {/* A save's own error is shown by the form itself. */}
      <RefusedNote problem={isSubmitted ? openedForm.problem : formerProblem} />
      <form id={FORM_ID} noValidate className={classes.form} onSubmit={(event) => void editing.save(event)}>
        <ErrorSummary errors={shownErrors} showEmpty={isRefused} />
        <div className={detailsClasses.columns}>
          <div className={detailsClasses.column}>
            <CustomerPanel form={form} isNew={isNew} />
            <AddressPanel form={form} onZipCode={editing.fillInPlace} />
          </div>
          <div className={detailsClasses.column}>
            <SalesPanel form={form} opened={openedForm.opened} editing={editing} />
            <ProjectPanel form={form} opened={openedForm.opened} />
            <NotesPanel form={form} />
          </div>
        </div>
      </form>
      <div ref={barRef} className="rb-bar">
        <div className={classes.barNote}>
          {isRefused && shownErrors.length > 0 ? (
            <p role="alert" className={classes.barError}>
              <IconAlertCircle size={18} stroke={1.75} aria-hidden />
              The page has errors which must be fixed before saving
            </p>
          ) : (
            hasChanges && <p className={classes.barHint}>Not saved yet, kept on this device</p>
          )}
        </div>
        <Button
          variant="secondary"
          size="lg"
          className={classes.cancel}
          renderRoot={(button) =>
            recordId === undefined ? (
              <Link to="/estimator/leads" search={{ ...listPlace.read() }} {...button} />
            ) : (
              <Link to="/estimator/leads/$id/details" params={{ id: String(recordId) }} {...button} />
            )
          }
        >
          Cancel
        </Button>
        <Button type="submit" form={FORM_ID} size="lg" className={classes.save} loading={isSubmitting}>
          Save
        </Button>
      </div>
    </div>
  );
}

/** A note that the form contains a restored draft. */
function RestoredNote({
  editing,
  openedForm: { restoredTime, retiredTexts },
}: {
  editing: LeadEditing;
  openedForm: OpenedLeadForm;
}) {
  const { timeZone } = useSession();
  const now = useNow();
  if (restoredTime === undefined || !editing.hasChanges) return null;
  const time = formatMoment({ time: new Date(restoredTime).toISOString(), timeZone, now });
  return (
    <div className={`rb-banner ${detailsClasses.banner}`} role="status">
      <p className={detailsClasses.bannerText}>
        <strong>Restored what you had typed</strong> on {time}.
        {retiredTexts.length > 0 && ` This had been typed into fields that are gone: ${retiredTexts.join("; ")}`}
      </p>
      <button type="button" className={detailsClasses.bannerAction} onClick={editing.discard}>
        Discard
      </button>
    </div>
  );
}

/** Why the server last rejected the lead, if that concerns no field. */
function RefusedNote({ problem }: { problem: Problem | undefined }) {
  const messages = problem ? sortServerMessages({ problem, knownFields: LEAD_FIELDS }).others : [];
  if (messages.length === 0) return null;
  return (
    <div className={`rb-banner ${detailsClasses.banner}`} data-tone="bad" role="status">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      <p className={detailsClasses.bannerText}>
        <strong>Not sent</strong> {messages.join(" ")}
      </p>
    </div>
  );
}
