import { Button, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState } from "react";
import {
  addPlan,
  changePlan,
  keyOfPlan,
  listPlans,
  movePlan,
  removePlan,
  showPlans,
  type EditedPlan,
  type EditedPlans,
} from "#features/config/payment-options/edited-plans.ts";
import classes from "#features/config/payment-options/payment-options.module.css";
import { PlanEditor } from "#features/config/payment-options/plan-editor.tsx";
import { PlanList } from "#features/config/payment-options/plan-list.tsx";
import { readOffers } from "#features/config/payment-options/read-offers.ts";
import { settingFieldId } from "#features/config/settings-form/setting-fields.tsx";
import type { SettingsForm } from "#features/config/settings-form/use-settings-form.ts";
import { TextButton } from "#ui/text-button.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

const PLAN_SETTINGS = ["paymentOptions", "zeroInterest", "reducedRate"] as const;

const LABEL_FIELD = "plan-label";

/** The list of plans, and the selected one with its example. */
export function PlanSettings({ form }: { form: SettingsForm }) {
  const offers = readOffers(form);
  const shown = showPlans(offers);
  const [chosenKey, setChosenKey] = useState<string>();
  const [spoken, setSpoken] = useState("");
  const [focused, setFocused] = useState<{ readonly id: string }>();
  const chosen = shown.find(({ plan }) => keyOfPlan(plan) === chosenKey) ?? shown[0];
  const editor = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A moved row, and a field that was just drawn, get the focus after they are in place.
    if (focused) document.getElementById(focused.id)?.focus();
  }, [focused]);

  const isPhone = useIsPhone();
  const apply = (plans: EditedPlans): void => {
    for (const name of PLAN_SETTINGS) if (plans[name] !== offers[name]) form.change(name, plans[name]);
  };
  const move = (plan: EditedPlan, by: number, focusId: string): void => {
    const moved = movePlan(offers, plan, by);
    if (moved === offers) return;
    apply(moved);
    const list = listPlans(moved);
    const place = list.findIndex((each) => keyOfPlan(each) === keyOfPlan(plan)) + 1;
    const label = shown.find((each) => each.plan === plan)?.label ?? "";
    setSpoken(`${label}, now ${String(place)} of ${String(list.length)}`);
    setFocused({ id: focusId });
  };

  return (
    <>
      <div className={`rb-row ${classes.head}`}>
        <p className="rb-hint">
          {shown.filter(({ offer }) => offer?.isOffered).length} of {shown.length} offered. APR of a $20,000 job with
          nothing down. To change the order,{" "}
          {isPhone ? "choose a plan and press its arrows." : "drag, or press Alt and an arrow key on a plan."}
        </p>
        <Button
          variant="secondary"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => {
            const id = crypto.randomUUID();
            apply(addPlan(offers, id));
            setChosenKey(keyOfPlan({ kind: "zeroInterest", id }));
            setFocused({ id: LABEL_FIELD });
          }}
        >
          Add plan
        </Button>
      </div>
      {form.shown("showPaymentOptions") === false && (
        <p className="rb-hint">
          Estimates do not show payment options.{" "}
          <TextButton isInText onClick={() => form.change("showPaymentOptions", true)}>
            Show them
          </TextButton>
        </p>
      )}
      {PLAN_SETTINGS.map((name) => {
        const error = form.errorOf(name);
        return (
          <div key={name} id={settingFieldId(name)} tabIndex={-1} className={error === undefined ? classes.anchor : ""}>
            {error !== undefined && <p className={classes.error}>{error}</p>}
          </div>
        );
      })}
      <PlanList
        plans={shown}
        offers={offers}
        chosen={chosen}
        onChoose={(plan) => {
          setChosenKey(keyOfPlan(plan));
          editor.current?.scrollIntoView({ block: "nearest" });
        }}
        onSwitch={(plan, isOn) => apply(changePlan(offers, plan, { enabled: isOn }))}
        onMove={move}
      />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      {chosen && (
        <div ref={editor} className={`rb-stack ${classes.editor}`}>
          <PlanEditor
            key={keyOfPlan(chosen.plan)}
            form={form}
            labelFieldId={LABEL_FIELD}
            shown={chosen}
            offers={offers}
            place={shown.indexOf(chosen)}
            count={shown.length}
            onChange={apply}
            onChosen={(plan) => setChosenKey(keyOfPlan(plan))}
            onMove={(by) => move(chosen.plan, by, by === -1 ? "plan-up" : "plan-down")}
            onRemove={() => {
              const next = shown.find((each) => each !== chosen);
              apply(removePlan(offers, chosen.plan));
              setSpoken(`${chosen.label} removed`);
              setChosenKey(next && keyOfPlan(next.plan));
              if (next) setFocused({ id: `plan ${keyOfPlan(next.plan)}` });
            }}
          />
        </div>
      )}
    </>
  );
}
