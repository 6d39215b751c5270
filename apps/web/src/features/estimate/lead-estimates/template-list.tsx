import type { EstimateTemplate } from "@ridgebook/contract";
import { useState } from "react";
import { workText } from "#features/estimate/lead-estimates/estimate-rows.ts";
import classes from "#features/estimate/lead-estimates/template-list.module.css";
import { useAttempt } from "#forms/use-attempt.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** The templates that a new estimate can start from. A person's own are renamed and deleted here; the company's in Config. */
export function TemplateList({
  templates,
  workflows,
  isBusy,
  onChoose,
  onRename,
}: {
  templates: readonly EstimateTemplate[];
  workflows: readonly LocalWorkflow[];
  isBusy: boolean;
  onChoose: (template: EstimateTemplate) => void;
  onRename: (template: EstimateTemplate) => void;
}) {
  const localData = useLocalData();
  const { isOnline } = useSession();
  const { attempt } = useAttempt();
  /** The template to delete: its row asks, because a dialog is already open. */
  const [doomedId, setDoomedId] = useState<number>();

  const remove = ({ id, name }: EstimateTemplate) => {
    setDoomedId(undefined);
    return attempt(async () => {
      await localData.templates.remove(id);
      notices.add({ message: `${name} is deleted. Estimates made from it stay.` });
    });
  };
  return (
    <section className={classes.templates} aria-label="Templates">
      <h3 className={`rb-small ${classes.title}`}>Start from a template</h3>
      <ul className={`rb-list ${classes.list}`}>
        {templates.map((template) => {
          const { id, name, isCompanyWide, holdsQuantities } = template;
          const isDoomed = id === doomedId;
          return (
            <li key={id} className={`rb-row ${classes.row}`}>
              <button type="button" className={classes.choose} disabled={isBusy} onClick={() => onChoose(template)}>
                <span className={classes.name}>{name}</span>
                <span className="rb-hint">
                  {[
                    workText(template, workflows),
                    holdsQuantities ? "with quantities" : "",
                    isCompanyWide ? "" : "yours",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </button>
              {!isCompanyWide && isOnline && (
                <span className={classes.actions}>
                  {isDoomed ? (
                    <>
                      <Action name={name} text="Delete it" isDisabled={isBusy} onPress={() => void remove(template)} />
                      <Action name={name} text="Keep" isDisabled={isBusy} onPress={() => setDoomedId(undefined)} />
                    </>
                  ) : (
                    <>
                      <Action name={name} text="Rename" isDisabled={isBusy} onPress={() => onRename(template)} />
                      <Action name={name} text="Delete" isDisabled={isBusy} onPress={() => setDoomedId(id)} />
                    </>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Action({
  name,
  text,
  isDisabled,
  onPress,
}: {
  name: string;
  text: string;
  isDisabled: boolean;
  onPress: () => void;
}) {
  return (
    <button type="button" className={classes.action} disabled={isDisabled} onClick={onPress}>
      {text} <span className="rb-visually-hidden">{name}</span>
    </button>
  );
}
