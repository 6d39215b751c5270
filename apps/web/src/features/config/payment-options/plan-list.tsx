import { planExample, refusedLabel } from "@ridgebook/contract";
import { IconAlertTriangle, IconGripVertical } from "@tabler/icons-react";
import type { HTMLAttributes } from "react";
import {
  KIND_LABELS,
  keyOfPlan,
  toOfferSettings,
  type EditedOffers,
  type EditedPlan,
  type ShownPlan,
} from "#features/config/payment-options/edited-plans.ts";
import classes from "#features/config/payment-options/payment-options.module.css";
import { useRowDrag } from "#features/config/payment-options/use-row-drag.ts";
import checkbox from "#ui/checkbox-field.module.css";
import { Tag } from "#ui/tag.tsx";

const NOTHING = "–";
const BEARERS = { company: "Company", homeowner: "Homeowner" } as const;

const percent = (value: number): string => value.toFixed(2);

/** All plans in a table; the name of each selects it. Its handle, or Alt with an arrow key, moves it. */
export function PlanList({
  plans,
  offers,
  chosen,
  onChoose,
  onSwitch,
  onMove,
}: {
  plans: readonly ShownPlan[];
  offers: EditedOffers;
  chosen: ShownPlan | undefined;
  onChoose: (plan: EditedPlan) => void;
  onSwitch: (plan: EditedPlan, isOn: boolean) => void;
  onMove: (plan: EditedPlan, by: number, focusId: string) => void;
}) {
  const drag = useRowDrag((from, by) => {
    const plan = plans[from]?.plan;
    if (plan) onMove(plan, by, nameId(plan));
  });
  return (
    <table className={classes.table}>
      <caption className="rb-visually-hidden">Plans</caption>
      <thead>
        <tr>
          <td className={classes.grip} />
          <th scope="col">On</th>
          <th scope="col">Plan</th>
          <th scope="col" className={`${classes.figure} ${classes.wide}`}>
            Months
          </th>
          <th scope="col" className={`${classes.figure} ${classes.wide}`}>
            Rate, %
          </th>
          <th scope="col" className={`${classes.figure} ${classes.wide}`}>
            Fee, %
          </th>
          <th scope="col" className={classes.wide}>
            Fee borne by
          </th>
          <th scope="col" className={classes.figure}>
            APR, %
          </th>
        </tr>
      </thead>
      <tbody>
        {plans.map((shown, index) => (
          <Row
            key={keyOfPlan(shown.plan)}
            handleProps={drag.handleProps(index)}
            dropMark={drag.markOf(index)}
            isDragged={drag.isDragged(index)}
            shown={shown}
            offers={offers}
            isChosen={shown === chosen}
            onChoose={onChoose}
            onSwitch={onSwitch}
            onMove={onMove}
          />
        ))}
      </tbody>
    </table>
  );
}

const nameId = (plan: EditedPlan): string => `plan ${keyOfPlan(plan)}`;

function Row({
  handleProps,
  dropMark,
  isDragged,
  shown: { plan, offer, label, isOn, lacksRate, isKindOff, isUndecided, problems },
  offers,
  isChosen,
  onChoose,
  onSwitch,
  onMove,
}: {
  handleProps: HTMLAttributes<HTMLElement>;
  dropMark: "above" | "below" | undefined;
  isDragged: boolean;
  shown: ShownPlan;
  offers: EditedOffers;
  isChosen: boolean;
  onChoose: (plan: EditedPlan) => void;
  onSwitch: (plan: EditedPlan, isOn: boolean) => void;
  onMove: (plan: EditedPlan, by: number, focusId: string) => void;
}) {
  const id = nameId(plan);
  const settings = toOfferSettings(offers);
  const isRefused = offer?.isOffered === true && refusedLabel(settings, offer) !== undefined;
  const fee = offer?.dealerFeePercent ?? 0;
  const second = [
    KIND_LABELS[plan.kind],
    offer?.isUsual ? "usual plan" : "",
    offer?.givesCashDiscount ? "cash discount too" : "",
    isKindOff ? "kind is off" : "",
    lacksRate ? "not offered without a rate" : "",
  ];
  return (
    <tr
      data-chosen={isChosen || undefined}
      data-off={offer?.isOffered ? undefined : true}
      data-drop={dropMark}
      data-dragged={isDragged || undefined}
    >
      {/* For a pointer only: the name takes the keys, and the editor has Move up and Move down. */}
      <td className={classes.grip}>
        <span {...handleProps} className={classes.handle} title="Drag to change the order" aria-hidden>
          <IconGripVertical size={18} stroke={1.75} />
        </span>
      </td>
      <td>
        <label className={classes.switch}>
          <input
            type="checkbox"
            className={checkbox.box}
            aria-label={`Offer ${label}`}
            checked={isOn}
            onChange={(event) => onSwitch(plan, event.currentTarget.checked)}
          />
        </label>
      </td>
      <td>
        <button
          type="button"
          id={id}
          className={classes.name}
          data-on-paper="yes"
          aria-current={isChosen ? "true" : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => onChoose(plan)}
          onKeyDown={(event) => {
            if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
            event.preventDefault();
            onMove(plan, event.key === "ArrowUp" ? -1 : 1, id);
          }}
        >
          <span className={classes.label}>{label}</span>
          <span className={`rb-small ${classes.second}`}>{second.filter(Boolean).join(", ")}</span>
          {(isRefused || isUndecided || problems.length > 0) && (
            <span className={classes.tags}>
              {problems.length > 0 && <Tag tone="bad">Not complete</Tag>}
              {isRefused && <Tag tone="bad">Label refused</Tag>}
              {isUndecided && (
                <Tag tone="warn" icon={<IconAlertTriangle size={14} stroke={1.75} aria-hidden />}>
                  Decide who bears the fee
                </Tag>
              )}
            </span>
          )}
        </button>
      </td>
      <td className={`${classes.figure} ${classes.wide}`}>{offer?.term.months ?? NOTHING}</td>
      <td className={`${classes.figure} ${classes.wide}`}>{offer ? percent(offer.term.ratePercent) : NOTHING}</td>
      <td className={`${classes.figure} ${classes.wide}`}>{fee === 0 ? NOTHING : percent(fee)}</td>
      <td className={classes.wide}>{fee !== 0 && offer?.feeBorneBy ? BEARERS[offer.feeBorneBy] : NOTHING}</td>
      <td className={classes.figure}>{offer ? percent(planExample(settings, offer).aprPercent) : NOTHING}</td>
    </tr>
  );
}
